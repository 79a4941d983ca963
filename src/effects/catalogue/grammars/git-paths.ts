/**
 * Part of the command catalogue: which files git overwrites or deletes. `git checkout main -- src/a.ts` overwrites what
 * follows the dashes. Without dashes the first word is a branch, or a path if it looks like one, and the other words
 * are paths. `git rm` deletes files, or only stops tracking them. Files that git does not track are included if a flag
 * says so. A command that discards or brings back uncommitted changes writes the whole folder; going from one commit to
 * another (`git pull`, `git switch main`) is not compared with rules on files.
 */

import { addPattern, addWrite, type Draft, GUESS, PARTIAL, sawFlag, spoil, TREE } from '../draft.ts'
import { addContents, addValue } from '../values.ts'

export function afterDashes(draft: Draft): void {
  const dashes = draft.argv.indexOf('--', draft.from)
  const [first] = draft.operands
  const names = sawFlag(draft, NEW_BRANCH)
  let named = false
  for (const index of draft.operands) {
    const isPath = /[./:*?[]/u.test(draft.argv[index] ?? '') || (index !== first && !names)
    if (dashes === -1 ? !isPath : index < dashes) continue
    named = true
    addPathspec(draft, 'w', index)
  }
  if (!named) discards(draft)
}

const DISCARDS = new Set(['-f', '--force', '--discard-changes', '--hard', '--merge', '--keep', '-u', '-a', '--all'])

/** `git reset --hard`, `git checkout -f`, `git read-tree -u`: every file that differs is overwritten. */
export function discards(draft: Draft): void {
  if (sawFlag(draft, DISCARDS)) writesAll(draft)
}

function writesAll(draft: Draft): void {
  addWrite(draft, 'modify', 0, '.', GUESS | TREE)
}

/** `git init`, without a folder. */
export function beginsHere(draft: Draft): void {
  if (draft.operands.length === 0) addWrite(draft, 'create', 0, '.', GUESS)
}

const NEW_BRANCH = new Set(['-b', '-B', '--orphan', '-t', '--track'])

/** `git stash push src`, `git stash -- src`: the files become what they were before; without paths, all of them do. */
export function putsAway(draft: Draft): void {
  stashesAll(draft)
  const verb = draft.path.at(-1) ?? ''
  if (!PUTS.has(verb)) return
  draft.own = true
  const dashes = verb === 'stash' ? draft.argv.indexOf('--') : -1
  const paths = dashes === -1 ? draft.operands : draft.argv.map((_, index) => index).slice(dashes + 1)
  if (paths.length === 0 || (verb !== 'push' && dashes === -1)) writesAll(draft)
  else for (const index of paths) addPathspec(draft, 'w', index)
}

const PUTS = new Set(['stash', 'push', 'save', 'pop', 'apply', 'branch'])

const ONLY_STAGED = new Set(['-S', '--staged'])
const WORK_TREE = new Set(['-W', '--worktree'])

/** `git restore src`: a folder is restored with everything in it; `--staged` alone leaves the files as they are. */
export function restores(draft: Draft): void {
  if (isTold(draft, ONLY_STAGED) && !sawFlag(draft, WORK_TREE)) return touchesNothing(draft)
  for (const index of draft.operands) addPathspec(draft, 'w', index)
}

/** Signs before a path: `:(top,icase)x`, `:/x`, `:!x`. */
const MAGIC = /^:(?:\(([^)]*)\)|([/!^]+):?)(.*)$/su
/** These mean all other files, or files that cannot be told. */
const OTHERS = /[!^]|exclude|icase|attr/u

/**
 * A path that is overwritten or deleted, with everything in it. For git it is a pattern, whose star stands for folders
 * as well.
 */
function addPathspec(draft: Draft, role: 'w' | 'd', index: number): void {
  const word = draft.argv[index]
  addValue(draft, role, index, word, GUESS | TREE)
  if (typeof word !== 'string') return
  const [, words = '', signs = '', path = word] = MAGIC.exec(word) ?? []
  const others = OTHERS.test(words + signs) || draft.argv.includes('--icase-pathspecs')
  const how = role === 'd' ? 'delete' : 'modify'
  // Counts from the top of the repository, which may be another folder.
  if (words.includes('top') || signs.includes('/')) draft.unknown = true
  if (others) addWrite(draft, how, index, '.', GUESS | TREE | PARTIAL)
  else if (path !== word) addWrite(draft, how, index, path === '' ? '.' : path, GUESS | TREE)
  addPattern(draft, how, index, path)
}

const KEEPS = new Set(['--cached', '-n'])
const TRIES = new Set(['-n'])

/** `git rm --cached`: git stops tracking the files, but they stay where they are. */
export function forgets(draft: Draft): void {
  if (isTold(draft, KEEPS)) return touchesNothing(draft)
  for (const index of draft.operands) addPathspec(draft, 'd', index)
}

/** `git clean`: without a path, everything that git does not track. */
export function cleans(draft: Draft): void {
  if (draft.operands.length === 0) addWrite(draft, 'delete', 0, '.', GUESS | TREE | PARTIAL)
  for (const index of draft.operands) addPathspec(draft, 'd', index)
  onlyTries(draft)
}

/** `git clean -n`, `git add -n .`: it only says what it would do. */
export function onlyTries(draft: Draft): void {
  if (isTold(draft, TRIES)) return touchesNothing(draft)
  draft.own = true
  spoil(draft, 'changes the repository')
}

/** `--no-cached` would take the flag back. */
function isTold(draft: Draft, flags: ReadonlySet<string>): boolean {
  return sawFlag(draft, flags) && !draft.argv.some((word) => word === null || word.startsWith('--no'))
}

function touchesNothing(draft: Draft): void {
  draft.effects = draft.effects.filter(({ type }) => type !== 'write')
  draft.writes = false
}

const IGNORED = new Set(['-a', '--all'])

/** `git stash -a`: every file that git ignores also goes into the repository, where anyone may look at it. */
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

/** `git merge-file a b c`: the first file is overwritten, unless the result is printed. */
export function mergesFile(draft: Draft): void {
  if (sawFlag(draft, PRINTS)) touchesNothing(draft)
}

const PRINTS = new Set(['-p'])

/** `git sparse-checkout set lib`: everything that is left out is removed. */
export function leavesOut(draft: Draft): void {
  addWrite(draft, 'modify', 0, '.', GUESS | TREE | PARTIAL)
}

/** `git checkout-index --prefix=x/ a`: makes copies elsewhere. */
export function copiedOut(draft: Draft): void {
  for (const index of draft.operands) addValue(draft, 'g', index, draft.argv[index])
}

/** `git add -f .` does so for a whole folder. */
export function addsIgnored(draft: Draft): void {
  for (const index of draft.operands)
    if (/^:|[*?[]/u.test(draft.argv[index] ?? '')) addValue(draft, 'g', index, draft.argv[index])
  if (!sawFlag(draft, FORCED)) return
  if (draft.operands.length === 0) addContents(draft, 0, '.', true)
  for (const index of draft.operands) addContents(draft, index, draft.argv[index] ?? '.', true)
}
