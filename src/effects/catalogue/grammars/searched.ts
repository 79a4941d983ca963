/**
 * Part of the command catalogue: what a search through folders reads. It prints lines of every file it visits, so a
 * rule on any of them applies. This does not hold if names are chosen by a pattern (which is judged itself), or if only
 * names or counts are printed.
 */

import type { Word } from '../../../engine/effect.ts'
import {
  addRead,
  type Draft,
  globAt,
  GUESS,
  isMany,
  META,
  sawFlag,
  type Search,
  searchOf,
  spoil,
  TREE,
} from '../draft.ts'
import { addFilter, addInAnyCase } from '../filters.ts'
import type { Choice, Searching } from '../searching.ts'
import { addBelow, addContents, isAround } from '../values.ts'
import { fileExpressions } from './find.ts'
import { namesOfTypes } from './ripgrep-types.ts'
import { EXCLUDED } from './git-pathspec.ts'

const RECURSES = new Set(['-r', '-R', '--recursive', '--dereference-recursive'])
/** Only long names, because the letters differ between the programs. */
const ONLY_NAMES = new Set(
  '--files-with-matches --files-without-match --files-without-matches --count --quiet --silent --files'.split(' '),
)
const CHOOSES = new Set(['--include', '--glob', '--iglob', '--type', '--file-search-regex'])
const INCLUDE = '--include='
const ENDING = /\.[A-Za-z0-9_{},-]+$/u
const NEW_TYPES = new Set(['--type-add', '--type-clear', '--type-set'])
const HIDDEN = new Set(['-.', '--hidden'])
const EITHER_CASE = new Set(['--glob-case-insensitive'])

/** grep treats hidden files like any other. */
export function searchedByGrep(draft: Draft): void {
  const told = draft.flags.some(({ flag, value }) => flag.names.includes('-d') && value != null && isRecurse(value))
  if (draft.path[0] !== 'rgrep' && !told && !sawFlag(draft, RECURSES)) return
  if (told) {
    const places = placesOf(draft)
    if (places.length === 0) addRead(draft, 0, '.', GUESS | TREE)
    for (const index of places) addRead(draft, index, draft.argv[index] ?? '.', TREE | globAt(draft, index))
  }
  addSearched(draft)
  draft.searches = () => openedBy(draft, searchingByGrep(draft))
}

/** grep takes any beginning of the word. */
function isRecurse(value: string): boolean {
  return value !== '' && 'recurse'.startsWith(value)
}

const PATTERNS = new Set(['-f'])

/** pcregrep may be pcre2grep, where `(?C"…")` in a pattern starts a program. */
export function noCallouts(draft: Draft): void {
  searchedByGrep(draft)
  if (sawFlag(draft, PATTERNS) || draft.argv.some((word) => word === null || word.includes('(?C')))
    spoil(draft, 'a pattern may start a program')
}

const UNTRACKED = new Set(['--no-index', '--untracked'])
const SUBMODULES = new Set(['--recurse-submodules'])
const LEADS_OUT = /^(?:\/|:)|(?:^|\/)\.\.(?:\/|$)/

/**
 * git grep: files that git does not track are searched only if a flag says so; files it tracks below a named folder
 * always.
 */
export function searchedByGit(draft: Draft): void {
  const every = sawFlag(draft, UNTRACKED)
  addSearched(draft, every)
  // Submodules are folders of their own.
  draft.searches = () =>
    every || sawFlag(draft, SUBMODULES) ? openedBy(draft, searchingByGrep(draft)) : [searchedTracked(draft)]
}

/** Behind `--` all words are paths; where there are such dashes, all words before them are revisions. */
export function trackedBy(
  { argv }: Draft,
  operands: readonly number[],
  below: boolean,
): NonNullable<Searching['tracked']> {
  const dashes = argv.indexOf('--')
  const words = operands.filter((index) => index > dashes).map((index) => argv[index] ?? '')
  return { words, paths: dashes < 0 ? 0 : words.length, below }
}

function searchedTracked(draft: Draft): Search {
  const tracked = trackedBy(draft, placesOf(draft), true)
  const isOut = tracked.words.some((word) => LEADS_OUT.test(word) && !EXCLUDED.test(word))
  return searchOf(draft, 0, '.', { shown: false, tracked: isOut ? { words: [], paths: 0, below: false } : tracked })
}

/**
 * rg and similar programs leave out hidden files and files that git ignores, unless a flag includes them. Those are the
 * files at the top of a project that most rules name.
 */
export function searchedWithHidden(draft: Draft): void {
  const every = sawFlag(draft, EITHER_CASE)
  for (const { flag, index, value } of draft.flags)
    if (value != null && (flag.names.includes('--iglob') || (every && flag.names.includes('--glob'))))
      addInAnyCase(draft, index, value)
  const unrestricted = draft.flags.filter(({ flag }) => flag.names.includes('-u')).length
  const isHidden = sawFlag(draft, HIDDEN) || unrestricted > (draft.path[0] === 'rg' ? 1 : 0)
  addSearched(draft, isHidden)
  draft.searches = () => openedBySearcher(draft, isHidden, unrestricted > 0)
}

function openedBySearcher(draft: Draft, isHidden: boolean, isUnrestricted: boolean): readonly Search[] {
  if (sawFlag(draft, LISTS)) return []
  const asked = draft.flags.flatMap(({ flag, value }) => (flag.names.includes('--type') ? [value ?? null] : []))
  const typed = asked.length === 0 ? undefined : namesOfTypes(sawFlag(draft, NEW_TYPES) ? [null] : asked)
  // ag reads the lines of a `.gitignore` in a way of its own.
  const toldNot = draft.flags.some(({ flag }) => flag.names.some((name) => NO_IGNORE.test(name)))
  const ignores = draft.path[0] === 'rg' && !isUnrestricted && !toldNot && !sawFlag(draft, ALL_FILES)
  return openedBy(draft, { ...searchingByGlobs(draft), visible: !isHidden, ignores, typed })
}

const ALL_FILES = new Set(['--skip-vcs-ignores', '--all-text', '-a'])
const NO_IGNORE = /^--no-ignore(?!-messages|-file)/

export function searchedByAg(draft: Draft): void {
  fileExpressions(draft)
  searchedWithHidden(draft)
}

/** If `every`, no file in the folder is left out. */
function addSearched(draft: Draft, every = true): void {
  // Without quotes the shell expands the word first, and finds no such file.
  draft.argv.forEach((word, index) => {
    if (word?.startsWith(INCLUDE) === true && isMany(draft, index)) addFilter(draft, index, word.slice(INCLUDE.length))
  })
  if (sawFlag(draft, ONLY_NAMES) || (isChosen(draft) && !sawFlag(draft, NEW_TYPES))) return
  const places = placesOf(draft)
  if (places.length === 0 && every) addContents(draft, 0, '.', true)
  else searchedHere(draft)
  for (const index of places) {
    const folder = draft.argv[index]
    if (folder == null) continue
    if (every) addContents(draft, index, folder, true)
    else if (!isAround(folder)) addBelow(draft, index, folder)
  }
}

const LISTS = new Set(['--files'])

/** The folders of which everything is opened that the options do not leave out. */
function openedBy(draft: Draft, searching: Searching): readonly Search[] {
  const places = placesOf(draft)
  return places.length === 0 ? [searchOf(draft, 0, '.', searching)] : searchesOf(draft, places, searching)
}

function searchesOf(draft: Draft, places: readonly number[], searching: Searching): readonly Search[] {
  return places.flatMap((index) => {
    const folder = draft.argv[index]
    return folder == null ? [] : [searchOf(draft, index, folder, searching)]
  })
}

const SKIPS = '--exclude-dir'
/** A folder of that name, wherever it is. */
const ANYWHERE = /^\*\*\/([^/*?[\]{}]+)\/\*\*$/

/** What the options of grep say about names. */
function searchingByGrep(draft: Draft): Searching {
  const choices: Choice[] = []
  const skips: string[] = []
  for (const { flag, value } of draft.flags) {
    if (value === undefined) continue
    if (flag.names.includes('--include')) choices.push({ pattern: value, opens: true })
    else if (flag.names.includes('--exclude')) choices.push({ pattern: value, opens: false })
    // Which names the file leaves out is not known; but they are the first that are given.
    else if (flag.names.includes('--exclude-from')) choices.push({ pattern: null, opens: false })
    else if (flag.names.includes(SKIPS) && value !== null) skips.push(value)
  }
  return { shown: !sawFlag(draft, ONLY_NAMES), choices, skips }
}

/** Not a blank, and not a comment. */
function saysSomething(glob: Word): boolean {
  return glob === null || !/^\s*(?:#|$)/.test(glob)
}

/** The same for rg and ag, where a pattern that begins with `!` leaves out files and folders. */
function searchingByGlobs(draft: Draft): Searching {
  const given = (name: string) => draft.flags.filter(({ flag }) => flag.names.includes(name))
  // Whatever their order, those in any case count last.
  const globs = [...given('--glob'), ...given('--iglob')].map(({ value = null }) => value).filter(saysSomething)
  const choices = globs.map((value) =>
    value?.startsWith('!') ? { pattern: value.slice(1), opens: false } : { pattern: value, opens: true },
  )
  // A later pattern may let them in again.
  const left = choices.some(({ opens }) => opens) ? [] : choices
  const skips = left.flatMap(({ pattern }) => pattern?.replace(ANYWHERE, '$1').replace(/\/$/, '') ?? [])
  return { shown: !sawFlag(draft, ONLY_NAMES), choices, skips }
}

/** Without a folder to search, they search the current one: `cd secrets && rg x` reads what `rg x secrets` reads. */
export function searchedHere(draft: Draft): void {
  if (placesOf(draft).length === 0) addRead(draft, 0, '.', GUESS | TREE | META)
}

function placesOf(draft: Draft): readonly number[] {
  return draft.operands.slice(sawFlag(draft, draft.table.shift) ? 0 : 1)
}

/**
 * Whether only files of a kind are searched: each pattern has an ending of its own, which is compared with the rules.
 */
function isChosen({ flags, argv }: Draft): boolean {
  let chosen = false
  for (const word of argv) {
    if (word?.startsWith(INCLUDE) !== true) continue
    if (!ENDING.test(word)) return false
    chosen = true
  }
  for (const { flag, value } of flags) {
    if (!flag.names.some((name) => CHOOSES.has(name)) || isLeftOut(value)) continue
    if (!isEnding(flag.names, value)) return false
    chosen = true
  }
  return chosen
}

function isEnding(names: readonly string[], value: Word | undefined): boolean {
  if (value == null) return false
  return names.includes('--type') ? value !== 'all' : ENDING.test(value)
}

function isLeftOut(value: Word | undefined): boolean {
  return value?.startsWith('!') === true
}

/** diff prints what differs, and the whole content of files that are only on one side. */
export function comparedTrees(draft: Draft): void {
  if (!sawFlag(draft, RECURSES) || sawFlag(draft, BRIEF)) return
  for (const index of draft.operands) {
    const folder = draft.argv[index]
    if (folder != null) addContents(draft, index, folder)
  }
  draft.searches = () => {
    const excludes = draft.flags.filter(({ flag }) => flag.names.some((name) => LEAVES_OUT.has(name)))
    const choices = excludes.map(({ value = null }) => ({ pattern: value, opens: false }))
    return searchesOf(draft, draft.operands, { shown: true, choices })
  }
}

const LEAVES_OUT = new Set(['-x', '--exclude'])
const BRIEF = new Set(['-q', '--brief'])
