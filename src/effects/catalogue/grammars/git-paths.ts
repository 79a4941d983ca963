/**
 * Part of the command catalogue: `git checkout main -- src/a.ts` overwrites what stands behind the dashes. Without dashes the first word
 * is a branch, or a path if it looks like one, and the others are paths. `git rm` deletes files, or only forgets them. What git does not track it takes
 * along where it is told to.
 */

import { type Draft, sawFlag, spoil } from '../draft.ts'
import { addContents, addValue } from '../values.ts'

export function afterDashes(draft: Draft): void {
  const dashes = draft.argv.indexOf('--', draft.from)
  const [first] = draft.operands
  const names = sawFlag(draft, NEW_BRANCH)
  for (const index of draft.operands) {
    const isPath = /[./]/u.test(draft.argv[index] ?? '') || (index !== first && !names)
    if (dashes === -1 ? isPath : index > dashes) addValue(draft, 'w', index, draft.argv[index], true, false)
  }
}

const NEW_BRANCH = new Set(['-b', '-B', '--orphan', '-t', '--track'])

/** `git stash push src`: what is put away is as it was before. */
export function putsAway(draft: Draft): void {
  stashesAll(draft)
  if (draft.path.at(-1) !== 'push') return
  for (const index of draft.operands) addValue(draft, 'w', index, draft.argv[index], true, false)
}

const KEEPS = new Set(['--cached', '-n'])
const TRIES = new Set(['-n'])

/** `git rm --cached`: git forgets the files, which stay where they are. */
export function forgets(draft: Draft): void {
  if (isTold(draft, KEEPS)) touchesNothing(draft)
}

/** `git clean -n`, `git add -n .`: it says what it would do. */
export function onlyTries(draft: Draft): void {
  if (isTold(draft, TRIES)) return touchesNothing(draft)
  draft.own = true
  spoil(draft, 'changes the repository')
}

/** `--no-cached` would take it back. */
function isTold(draft: Draft, flags: ReadonlySet<string>): boolean {
  return sawFlag(draft, flags) && !draft.argv.some((word) => word === null || word.startsWith('--no'))
}

function touchesNothing(draft: Draft): void {
  draft.effects = draft.effects.filter(({ type }) => type !== 'write')
  draft.writes = false
}

const IGNORED = new Set(['-a', '--all'])

/** `git stash -a`: every file that git ignores goes into the repository, too, where anyone may look at it. */
function stashesAll(draft: Draft): void {
  if (sawFlag(draft, IGNORED)) addContents(draft, 0, '.', true)
}

const UNTRACKED = new Set(['--include-untracked', '--only-untracked'])
const PATCH = new Set(['-p', '--patch'])

/** `git stash show -p -u` prints what was never tracked. */
export function showsUntracked(draft: Draft): void {
  if (sawFlag(draft, UNTRACKED) && sawFlag(draft, PATCH)) addContents(draft, 0, '.', true)
}

const FORCED = new Set(['-f'])

/** `git add -f .`: the same of a folder. */
export function addsIgnored(draft: Draft): void {
  if (!sawFlag(draft, FORCED)) return
  if (draft.operands.length === 0) addContents(draft, 0, '.', true)
  for (const index of draft.operands) addContents(draft, index, draft.argv[index] ?? '.', true)
}
