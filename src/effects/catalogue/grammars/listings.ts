/**
 * Part of the command catalogue: `cloc` and `tree` list folders, unless an option makes them take the list from
 * elsewhere.
 */

import { type Draft, sawFlag, spoil } from '../draft.ts'
import { addValue } from '../values.ts'

const LISTERS = new Set(['git', 'svn', 'auto'])

const PACKED = /\.(?:tar|tgz|tbz2?|txz|gz|Z|bz2|xz|zst|zip|7z|rar|deb|rpm|srpm|jar|war|whl|egg|ezi)$/iu

/** cloc: `--vcs` names the command that lists the files, and archives are unpacked. */
export function knownLister(draft: Draft): void {
  for (const index of draft.operands) if (PACKED.test(draft.argv[index] ?? '')) spoil(draft, 'unpacks an archive')
  for (const { flag, value } of draft.flags)
    if (flag.names.includes('--vcs') && !LISTERS.has(value ?? '')) spoil(draft, 'runs what lists the files')
}

const FROM_FILE = new Set(['--fromfile', '--fromtabfile'])

/** tree: shows the lines of a file as if they were paths. */
export function treeOfFile(draft: Draft): void {
  if (!sawFlag(draft, FROM_FILE)) return
  for (const index of draft.operands) addValue(draft, 'r', index, draft.argv[index])
}
