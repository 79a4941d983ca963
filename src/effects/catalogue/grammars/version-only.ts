/** Part of the command catalogue: programs that are harmless only if they are asked about themselves. */

import { type Draft, sawFlag, spoil } from '../draft.ts'
import type { Guard } from '../spec.ts'

const ASKS = new Set(
  `-v -V -VV -version --version -h -help --help --v8-options --showConfig --listFilesOnly --versions -dumpversion -dumpmachine
   --explain --print --modules --info --ini --syntax-check -print-search-dirs --target-help -print-file-name -print-prog-name
   -print-libgcc-file-name -print-multiarch -print-sysroot -print-resource-dir --print-resource-dir -print-targets --print-targets --ri --rf --rc --list-modules
   -fullversion --full-version`.split(/\s+/u),
)

/**
 * `bash -n script` reads the script and runs nothing in it. Words after the script belong to the script, and `+n` takes
 * the flag back.
 */
export function onlyChecks(flag: string): Guard {
  return (draft) => {
    const script = draft.operands[0]
    if (script === undefined) return onlyAsked(draft)
    const checks = draft.flags.some((seen) => seen.flag.names.includes(flag) && seen.index < script)
    if (!checks || draft.operands.some((index) => draft.argv[index]?.startsWith('+') === true))
      spoil(draft, 'runs code')
  }
}

/** `rustc --print sysroot` prints one word; `--print cfg=file` writes a file. */
export function printsFacts(draft: Draft): void {
  if (draft.flags.some(({ flag, value }) => flag.names.includes('--print') && !/^[a-z-]+$/u.test(value ?? '')))
    spoil(draft, 'writes what it would print')
  onlyAsked(draft)
}

/** Without such a flag the program would start its work. */
export function onlyAsked(draft: Draft): void {
  if (!sawFlag(draft, ASKS)) spoil(draft, 'runs code')
}
