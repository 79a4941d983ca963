/** Part of the command catalogue: `git checkout main -- src/a.ts` overwrites what stands behind the dashes. */

import { type Draft } from '../draft.ts'
import { addValue } from '../values.ts'

export function afterDashes(draft: Draft): void {
  const dashes = draft.argv.indexOf('--', draft.from)
  if (dashes === -1) return
  for (const index of draft.operands) {
    if (index > dashes) addValue(draft, 'w', index, draft.argv[index], true, false)
  }
}
