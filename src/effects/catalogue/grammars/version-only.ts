/** Part of the command catalogue: programs that are harmless only when asked about themselves. */

import { type Draft, sawFlag, spoil } from '../draft.ts'

const ASKS = new Set(
  `-v -V -VV -version --version -h -help --help --v8-options --showConfig --listFilesOnly --versions -dumpversion -dumpmachine
   --explain --modules --info --ini --syntax-check -print-search-dirs --target-help`.split(/\s+/u),
)

const CHECKS = new Set(['-n'])

/** `bash -n script` reads the script and runs nothing of it; without a script it would read its input. */
export function onlyChecks(draft: Draft): void {
  if (!sawFlag(draft, CHECKS)) onlyAsked(draft)
  else if (draft.operands.length === 0) spoil(draft, 'reads a script')
  // `+n` takes the flag back.
  if (draft.operands.some((index) => draft.argv[index]?.startsWith('+') === true)) spoil(draft, 'runs code')
}

/** Without such a flag it would start doing its work. */
export function onlyAsked(draft: Draft): void {
  if (!sawFlag(draft, ASKS)) spoil(draft, 'runs code')
}
