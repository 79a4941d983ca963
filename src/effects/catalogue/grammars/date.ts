/** Part of the command catalogue: `date` shows with `+FORMAT` and sets the clock with anything else. */

import { type Draft, spoil } from '../draft.ts'

const SETS_NOTHING = '-j'

export function onlyFormat(draft: Draft): void {
  const first = draft.operands[0] ?? 0
  // In BSD, `-f FORMAT TIME` sets the clock as well, unless a flag forbids it; the others have no such flag.
  if (draft.flags.some(({ flag, index }) => flag.names.includes(SETS_NOTHING) && index < first)) return
  for (const index of draft.operands) {
    if (draft.argv[index]?.startsWith('+') || draft.words[index]?.prefix?.startsWith('+')) continue
    return spoil(draft, 'with an operand it sets the clock')
  }
}
