/**
 * Part of the command catalogue: `git checkout main -- src/a.ts` overwrites what stands behind the dashes. Without dashes a word
 * that looks like a path may be one, or a branch. `git rm` deletes files, or only forgets them.
 */

import { type Draft, sawFlag } from '../draft.ts'
import { addValue } from '../values.ts'

export function afterDashes(draft: Draft): void {
  const dashes = draft.argv.indexOf('--', draft.from)
  for (const index of draft.operands) {
    if (dashes === -1 ? /[./]/u.test(draft.argv[index] ?? '') : index > dashes)
      addValue(draft, 'w', index, draft.argv[index], true, false)
  }
}

const KEEPS = new Set(['--cached', '-n'])

/** `git rm --cached`: git forgets the files, which stay where they are. */
export function forgets(draft: Draft): void {
  // `--no-cached` takes it back.
  if (!sawFlag(draft, KEEPS) || draft.argv.some((word) => word === null || word.startsWith('--no'))) return
  draft.effects = draft.effects.filter(({ type }) => type !== 'write')
  draft.writes = false
}
