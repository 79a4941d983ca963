/** Part of the command catalogue: `date` shows with `+FORMAT` and sets the clock with anything else. */

import { type Draft, spoil } from '../draft.ts'

export function onlyFormat(draft: Draft): void {
  for (const index of draft.operands) {
    if (draft.argv[index]?.startsWith('+') || draft.words[index]?.prefix?.startsWith('+')) continue
    return spoil(draft, 'with an operand it sets the clock')
  }
}
