/**
 * Part of the command catalogue: git commands that tell when a file was changed and by whom, but show nothing of its
 * content.
 *
 * INVARIANT: a flag that is not listed may show the content, or let someone guess at it (`-p`, `-L`, `-S`,
 * `--word-diff` …).
 */

import { type Draft, sawFlag, searchOf } from '../draft.ts'
import type { Guard } from '../spec.ts'
import { addBelow, addContents, isAround } from '../values.ts'
import { unsignedFormat } from './git-format.ts'
import { trackedBy } from './searched.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u))

/** Flags that print a summary in place of the changes. */
const SUMMARIES = words(
  '--stat --numstat --shortstat --compact-summary --summary --name-only --name-status --raw --quiet -s --no-patch',
)
const TELLING = words(
  `-# -n --max-count --skip --since --until --author --committer --grep --regexp-ignore-case --all-match --invert-grep --merges
   --no-merges --first-parent --all --branches --tags --remotes --reverse --date-order --topo-order --count --oneline --format
   --pretty --abbrev-commit --abbrev --date --relative-date --graph --decorate --no-decorate --source --follow --full-history
   --diff-filter --no-renames -M -z --color --no-color --cached --merge-base --no-commit-id -r --summary --numbered --email
   --no-ext-diff --no-textconv --exit-code --stdin`,
)

/** `git log -- .env`: only names, unless a flag asks for more. */
export const logsNames: Guard = (draft) => {
  unsignedFormat(draft)
  if (onlyTells(draft)) return toldByName(draft)
  belowNamed(draft)
  addTracked(draft)
}

/** `git diff --stat -- .env`: only names if a flag asks for no more than that. */
export const comparesNames: Guard = (draft) => {
  unsignedFormat(draft)
  if (sawFlag(draft, SUMMARIES) && onlyTells(draft)) toldByName(draft)
  else if (sawFlag(draft, ANYWHERE)) comparedAnywhere(draft)
  else {
    belowNamed(draft)
    addTracked(draft)
  }
}

function comparedAnywhere(draft: Draft): void {
  for (const index of draft.operands) addContents(draft, index, draft.argv[index] ?? '.', true)
  draft.searches = () =>
    draft.operands.map((index) => searchOf(draft, index, draft.argv[index] ?? '.', { shown: true }))
}

/** `git stash show`, `git diff-index`: names, or how much was changed, unless a flag asks for more. */
export const showsIfTold: Guard = (draft) => {
  if (!onlyTells(draft)) addTracked(draft)
}

/** `git archive HEAD`, `git format-patch --stdout -1`, `git range-diff a...b`: whatever git tracks may be among it. */
export const showsTracked: Guard = (draft) => {
  belowNamed(draft)
  addTracked(draft)
}

const ASKED = words('-t -s -e --batch-check')

/** `git cat-file -p 3b18e51`: by such a name it may be any file. */
export const showsObject: Guard = (draft) => {
  const isObject = draft.operands.some((index) => !NO_FILE.test(draft.argv[index] ?? ''))
  if (isObject && !sawFlag(draft, ASKED)) addTracked(draft)
}

/** A commit, or a list of names. */
const NO_FILE = /^(?:HEAD|@)[~^\d]*(?:\^\{(?:tree|commit)\})?$|\^\{(?:tree|commit)\}$/

/** Any file that git tracks may be among the changes, unless only some are named. `HEAD:x` is one file. */
function addTracked(draft: Draft): void {
  draft.searches = () => {
    const words = draft.operands.map((index) => draft.argv[index] ?? '')
    if (words.length > 0 && words.every((word) => /^[^:]+:./.test(word))) return []
    return [searchOf(draft, 0, '.', { shown: false, tracked: trackedBy(draft, draft.operands, false) })]
  }
}

/**
 * `git log -p -- conf`, `git archive HEAD conf`: shows what lies below a folder that is named. `HEAD:conf` is only a
 * list of names.
 */
const belowNamed: Guard = (draft) => {
  // `git show --stdin <<< HEAD:.env`
  if (draft.argv.includes('--stdin')) draft.unknown = true
  for (const index of draft.operands) {
    const word = draft.argv[index]
    if (word != null && !word.includes(':') && !isAround(word)) addBelow(draft, index, word)
  }
}

/** Compares folders as `diff -r` does, whether or not git tracks them. */
const ANYWHERE = new Set(['--no-index'])

const VERBOSE = new Set(['-v'])

/** `git status -v` shows the changes as well. */
export const listsNames: Guard = (draft) => {
  if (sawFlag(draft, VERBOSE)) addTracked(draft)
  else toldByName(draft)
}

/** `HEAD:.env` is the file itself. */
function onlyTells({ flags, operands, argv }: Draft): boolean {
  return (
    flags.every(({ flag }) => flag.names.some((name) => TELLING.has(name) || SUMMARIES.has(name))) &&
    operands.every((index) => argv[index]?.includes(':') === false)
  )
}

function toldByName(draft: Draft): void {
  draft.effects = draft.effects.map((effect) => (effect.type === 'read' ? { ...effect, meta: true } : effect))
}
