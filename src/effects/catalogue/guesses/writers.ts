/**
 * Part of the command catalogue: programs that write the files they are given, though no table says which of their
 * words these are. For restrictions only: what is written is a guess, and never a proof.
 */

import type { Word } from '../../../engine/effect.ts'
import { includes, startsWith } from '../../code-at.ts'
import { NameLists } from '../among.ts'
import { addPattern, addWalked, addWrite, type Draft, globAt, GUESS, isFolderLike, TREE } from '../draft.ts'
import { guessOutput } from './paths.ts'
import { isInput } from './outputs.ts'
import { PREFIX_NAMES } from '../wrappers/names.ts'
import { WRITERS } from './writers-list.ts'

/** A program with such a name makes one file from another; with several operands, the last one is the result. */
const CONVERTERS = /[a-z]2(?!fs)[a-z]|to(?:html|pdf|ps|svg|png|text|xml|json)$|[-_]conv(?:ert)?$/u

/** Verbs with which an unknown program makes or rewrites its operands … */
const MAKING = new Set('new init create generate gen scaffold fix format fmt write'.split(' '))
/** … or leaves something where the last word says. */
const LEAVING = new Set('cp copy pull sync mirror download save convert clone mv move extract unpack'.split(' '))
/** The verb may follow another word: `hugo new site x`, `vercel env pull x`. */
const LATEST_VERB = 2

/** With one of these, formatters only say what they would write, unless another flag takes that back. */
const LOOKS: ReadonlySet<string> = new Set(
  '--check -check --check-only --check-formatted --dry-run --diff --lint -lint --output=none'.split(' '),
)
const WRITES_AGAIN = /^-.*(?:emit|write|place|fix|apply|config|out)/iu

/** Flags that mean writing in place, whatever the program. */
const IN_PLACE: ReadonlySet<string> = new Set(
  '--in-place --inplace --write --overwrite --rewrite --reformat --replace --fix --apply --autofix --autocorrect'.split(
    ' ',
  ),
)

const writers = new NameLists(WRITERS, ([, names]) => names)
const prefixes = new NameLists([PREFIX_NAMES], (names) => names)
/** The words of the rows, split when first needed. */
const words = new Map<string, readonly string[]>()

/** What a command may write if its effects do not say everything it does. */
export function guessWrites(draft: Draft): void {
  const [program] = draft.argv
  const row = typeof program === 'string' ? writers.find(program) : undefined
  if (row !== undefined && guessTold(draft, wordsOf(row[0]))) return
  if (isEditing(draft.argv)) return guessOperands(draft, false, (flag) => TAKES_CODE.test(flag))
  // `create-vite app`: programs that create a project have such names.
  if (startsWith(program ?? '', 'create-')) return guessOperands(draft)
  // The command that it runs is judged by its own words.
  if (typeof program === 'string' && prefixes.find(program) !== undefined) return
  if (CONVERTERS.test(program ?? '')) guessLast(draft)
  if (!tellsOperands(draft)) guessVerb(draft)
  for (let index = 1; index < draft.argv.length; index++) {
    const word = draft.argv[index]
    if (word != null && startsWith(word, '--') && IN_PLACE.has(word)) return guessOperands(draft)
  }
}

function wordsOf(told: string): readonly string[] {
  const ready = words.get(told) ?? told.split(' ')
  words.set(told, ready)
  return ready
}

/** `perl -pi -e …`, `ruby -i.bak -ne …`: every file is rewritten. */
function isEditing([program, ...words]: readonly Word[]): boolean {
  return (program === 'perl' || program === 'ruby') && words.some((word) => word !== null && EDITING.test(word))
}

/**
 * Letters that take no text may stand before it, and digits. Every word matches in one way only: with several, long
 * words would take for ever.
 */
const EDITING = /^-[acnpstuwWXTUl0-7]*i/u
const TAKES_CODE = /^-[A-Za-z0-9]*[eE]$/u

/** Whether a table says what the operands are. */
function tellsOperands({ known, named, table: { head, rest, tail } }: Draft): boolean {
  return known && named && (head.length > 0 || rest !== undefined || tail.length > 0)
}

function guessVerb(draft: Draft): void {
  for (let at = 1; at <= LATEST_VERB; at++) {
    const word = draft.argv[at]
    if (word == null || startsWith(word, '-')) return
    // `schema:download`.
    const verb = word.slice(word.lastIndexOf(':') + 1)
    if (draft.argv[0] === 'borg') return guessRepository(draft, verb)
    if (MAKING.has(verb)) return guessOperands(draft, false, isInput)
    if (LEAVING.has(verb)) return guessLast(draft)
  }
}

/** `borg create repository::name src` copies what follows; `borg prune repository`. */
function guessRepository(draft: Draft, verb: string): void {
  if (!KEEPING.has(verb)) return
  const named = draft.argv.findIndex((word, index) => index > 1 && word !== null && includes(word, '::'))
  const at = named < 0 && verb !== 'create' ? draft.argv.length - 1 : named
  // `::` alone: the repository that a variable names.
  const repository = draft.argv[at]?.replace(/::.*$/su, '') ?? ''
  if (repository !== '' && at > 1) addWrite(draft, 'modify', at, repository, GUESS)
}

/** With these, borg changes the repository. */
const KEEPING = new Set('init create prune delete compact recreate rename check'.split(' '))

/** Returns true if there is nothing more to guess. */
function guessTold(draft: Draft, told: readonly string[]): boolean {
  for (const flag of told) if (flag.endsWith('=')) guessBehind(draft, flag.slice(0, -1))
  const [first = ''] = told
  const always = told.length === 1 && (first === '' || first === '!' || first === '>')
  if (!always && !draft.argv.some((word) => word !== null && told.includes(word))) return false
  if (startsWith(first, '>')) guessLast(draft)
  if (first === '>>') guessOperands(draft, false, (flag) => startsWith(flag, '-'))
  else if (first !== '>') guessOperands(draft, first === '!')
  return true
}

export function onlyLooks(argv: readonly Word[]): boolean {
  const looks = argv.find((word) => word !== null && LOOKS.has(word))
  return looks !== undefined && argv.every((word) => word === looks || word === null || !WRITES_AGAIN.test(word))
}

/** `spared` says after which flags a word is no operand. */
function guessOperands(draft: Draft, deleted = false, spared?: (flag: string) => boolean): void {
  if (onlyLooks(draft.argv)) return
  draft.argv.forEach((word, index) => {
    if (index === 0 || word === null || startsWith(word, '-') || spared?.(draft.argv[index - 1] ?? '') === true) return
    addWrite(draft, deleted ? 'delete' : 'modify', index, word, GUESS | (deleted ? TREE : 0) | globAt(draft, index))
    if (deleted) addPattern(draft, 'delete', index, word)
    else if (isFolderLike(word)) addWalked(draft, index, word, '*')
  })
  if (!deleted && rewritesAll(draft.argv)) addWalked(draft, 0, '.', '*')
}

/** `ruff format`, `biome check --write`: if nothing is named, everything in the current folder is rewritten. */
function rewritesAll(argv: readonly Word[]): boolean {
  const named = argv.findIndex((word, index) => index > 0 && (word === null || !startsWith(word, '-')))
  if (named < 0) return argv.some((word) => word !== null && (ALL_BY_FLAG.has(word) || isCorrecting(word, argv)))
  const verb = named === 1 ? (argv[1] ?? '') : ''
  if (argv.some((word, index) => index > 1 && (word === null || !startsWith(word, '-')))) return false
  return ALL_BY_VERB.has(verb) || (CHECKING.has(verb) && argv.some((word) => word !== null && ALL_BY_FLAG.has(word)))
}

const ALL_BY_FLAG = new Set('--fix --write --autofix --autocorrect --reformat'.split(' '))

/** `rubocop -a`; for other programs the letter means something else. */
function isCorrecting(word: string, [program]: readonly Word[]): boolean {
  return program === 'rubocop' && /^-[aA]$/u.test(word)
}

const ALL_BY_VERB = new Set(['format', 'fmt', 'fix'])
const CHECKING = new Set(['check', 'lint', 'run'])

function guessLast(draft: Draft): void {
  const last = draft.argv.length - 1
  const word = draft.argv[last]
  if (last < 1 || typeof word !== 'string' || startsWith(word, '-')) return
  if (last > 1) addWrite(draft, 'modify', last, word.replace(KIND, ''), GUESS)
  // `sass in:out`.
  const colon = word.indexOf(':')
  if (colon > 0 && !includes(word, '://')) addWrite(draft, 'modify', last, word.slice(colon + 1), GUESS)
}

/** `dir:out`, `oci-archive:out.tar`: the kind of copy that is made there. */
const KIND = /^(?:dir|oci|oci-archive|docker-archive):/u

function guessBehind(draft: Draft, flag: string): void {
  draft.argv.forEach((word, index) => {
    if (word === null || !startsWith(word, flag)) return
    const glued = word.slice(flag.length).replace(/^=/u, '')
    const value = glued === '' ? draft.argv[index + 1] : glued
    if (typeof value === 'string') guessOutput(draft, glued === '' ? index + 1 : index, value)
  })
}
