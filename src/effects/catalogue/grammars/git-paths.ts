/**
 * Part of the command catalogue: `git checkout main -- src/a.ts` overwrites what stands behind the dashes. Without dashes a word
 * that looks like a path may be one, or a branch.
 */

import { type Draft } from '../draft.ts'
import { addValue } from '../values.ts'

export function afterDashes(draft: Draft): void {
  const dashes = draft.argv.indexOf('--', draft.from)
  for (const index of draft.operands) {
    if (dashes === -1 ? /[./]/u.test(draft.argv[index] ?? '') : index > dashes)
      addValue(draft, 'w', index, draft.argv[index], true, false)
  }
}
