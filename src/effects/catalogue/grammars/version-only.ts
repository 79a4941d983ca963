/** Part of the command catalogue: programs that are harmless only when asked about themselves. */

import { type Draft, sawFlag, spoil } from '../draft.ts'

const ASKS = new Set(
  `-v -V -VV -version --version -h -help --help --v8-options --showConfig --listFilesOnly --versions -dumpversion -dumpmachine
   --explain --modules --info --ini --syntax-check -print-search-dirs --target-help`.split(/\s+/u),
)

/** Without such a flag it would start doing its work. */
export function onlyAsked(draft: Draft): void {
  if (!sawFlag(draft, ASKS)) spoil(draft, 'runs code')
}
