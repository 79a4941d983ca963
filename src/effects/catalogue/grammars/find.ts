/** Part of the command catalogue: find, whose expression is a language of its own. */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import {
  addOperand,
  addRead,
  addWrite,
  type Draft,
  GLOB,
  globAt,
  GUESS,
  isMany,
  META,
  PARTIAL,
  sawFlag,
  short,
  spoil,
  traits,
  TREE,
} from '../draft.ts'
import { addFilter, addNameExpression } from '../filters.ts'
import { addValue } from '../values.ts'
import { actionEnd, narrowedActions, FIND_RUNS } from './find-tests.ts'

const PLAIN = new Set(
  `-a -and -o -or -not ! ( ) , -daystart -depth -d -follow -help --help -ignore_readdir_race -noignore_readdir_race -mount
   -xdev -x -noleaf -nowarn -warn -version --version -empty -executable -false -nogroup -nouser -readable -true -writable
   -print -print0 -ls -prune -quit -H -L -P -E -X -s -O0 -O1 -O2 -O3 -nohidden`.split(/\s+/u),
)
const WITH_VALUE = new Set(
  `-maxdepth -mindepth -regextype -amin -atime -cmin -context -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex
   -iwholename -links -lname -mmin -mtime -name -path -perm -regex -size -type -uid -used -user -wholename -xtype -printf
   -D -flags -Bmin -Btime -birthtime -since`.split(/\s+/u),
)
const WITH_FILE = new Set(['-newer', '-anewer', '-cnewer', '-samefile', '-mnewer'])
const NEWER_XY = /^-newer[aBcm][aBcmt]$/u
const WRITES = new Set(['-fprint', '-fprint0', '-fls', '-fprintf'])

export function findExpression(draft: Draft, from: number): void {
  const { argv } = draft
  const starts: number[] = []
  const names: number[] = []
  const removals: number[] = []
  const pruned = new Pruned()
  let expression = false
  for (let i = from; i < argv.length; i++) {
    const word = argv[i]
    const special =
      word != null && (startsWith(word, '-') || word === '!' || word === '(' || word === ')' || word === ',')
    if (!expression && !special && !mayBeFlag(draft, i)) {
      addOperand(draft, i)
      starts.push(i)
      addValue(draft, 'M', i, word)
      continue
    }
    if (word == null || isMany(draft, i)) {
      spoil(draft, `${short(word ?? 'a dynamic word')} could become an action`)
      draft.unknown = true
      continue
    }
    expression ||= !GLOBAL.has(word)
    pruned.read(word, argv[i - 1] ?? '', names)
    if (PLAIN.has(word)) continue
    if (WITH_VALUE.has(word) || NEWER_XY.test(word) || WITH_FILE.has(word)) {
      i++
      if (i >= argv.length) spoil(draft, `${word} lacks its value`)
      else if (isMany(draft, i) && traits(draft, i).single !== true && !(NAMES.has(word) && isNoAction(draft, i)))
        spoil(draft, `the value of ${word} may be several words`)
      else if (WITH_FILE.has(word)) addValue(draft, 'm', i, argv[i])
      else if (NAMES.has(word) && !NOT.has(argv[i - 2] ?? '')) names.push(i)
      continue
    }
    i = action(draft, i, word, names, removals)
  }
  if (starts.length === 0) addRead(draft, 0, '.', TREE | META)
  if (removals.length > 0) remove(draft, removals, starts)
  if (argv.some((word, index) => index >= from && word != null && FIND_RUNS.has(word))) readContents(draft, starts)
}

/** For `-name .env -prune -o …`: what is left out there is given to no program. */
class Pruned {
  #depth = 0
  #from = 0
  #isLeftOut = false

  read(word: string, before: string, names: number[]): void {
    if (word === '(') this.#depth++
    else if (word === ')') this.#depth--
    else if (word === '-prune') this.#isLeftOut ||= !NOT.has(before)
    else if (OR.has(word) && this.#depth === 0) {
      if (this.#isLeftOut) names.length = Math.min(names.length, this.#from)
      this.#from = names.length
      this.#isLeftOut = false
    }
  }
}

const OR = new Set(['-o', '-or'])
const NAMES = new Set(['-name', '-iname', '-path', '-ipath', '-wholename', '-iwholename', '-lname'])
const NOT = new Set(['-not', '!'])
const GLOBAL = new Set(['-H', '-L', '-P', '-E', '-X', '-s', '-d', '-x', '-O0', '-O1', '-O2', '-O3'])

/** `-name *.ts`: the first name that fits is the value; if there are others, find stops before it starts. */
function isNoAction(draft: Draft, index: number): boolean {
  const word = draft.argv[index]
  const { splits, brace } = traits(draft, index)
  return word != null && !splits && !brace && NO_ACTION.test(word)
}

/** It begins with a letter, or contains a dot: no action does. */
const NO_ACTION = /^(?:[\w./]|[^[\]]*\.[A-Za-z])/u

function mayBeFlag(draft: Draft, index: number): boolean {
  const word = draft.argv[index]
  const { splits, glob, brace, prefix, undashed } = traits(draft, index)
  if (word == null) return splits || (undashed !== true && (!prefix || startsWith(prefix, '-')))
  // No action contains a slash.
  const placed = word.lastIndexOf('/') > word.lastIndexOf(']')
  return splits || ((brace || (glob && !placed)) && /^[*?[{]/u.test(word))
}

/** An action that does more than look; returns the index of the last word it takes. */
function action(draft: Draft, index: number, word: string, names: readonly number[], removals: number[]): number {
  spoil(draft, startsWith(word, '-') ? `find ${short(word)}` : `unexpected word ${short(word)}`)
  if (word === '-delete' || word === '-rm') {
    removals.push(index)
    return index
  }
  if (WRITES.has(word)) {
    addValue(draft, 'w', index + 1, draft.argv[index + 1])
    return word === '-fprintf' ? index + 2 : index + 1
  }
  if (word === '-files0-from') {
    addValue(draft, 'r', index + 1, draft.argv[index + 1])
    return index + 1
  }
  if (!FIND_RUNS.has(word)) return index
  for (const name of names) addFilter(draft, name, draft.argv[name] ?? '')
  return actionEnd(draft.argv, index + 1)
}

/** A program is given the names, so it may read what is in the files. */
function readContents(draft: Draft, starts: readonly number[]): void {
  if (starts.length === 0) addRead(draft, 0, '.', GUESS | TREE)
  for (const index of starts) {
    const value = draft.argv[index]
    if (value != null) addRead(draft, index, value, GUESS | TREE | globAt(draft, index))
  }
}

/** Everything below the starting points; if there is a test before each removal, only some of it. */
function remove(draft: Draft, removals: readonly number[], starts: readonly number[]): void {
  draft.writes = true
  const narrowed = narrowedActions(draft.argv)
  const some = removals.every((index) => narrowed.has(index)) && !draft.words.some((_, index) => isMany(draft, index))
  if (starts.length === 0) addWrite(draft, 'delete', 0, '.', GUESS | TREE | (some ? PARTIAL : 0))
  for (const index of starts) {
    const value = draft.argv[index]
    if (value == null) draft.unknown = true
    else addWrite(draft, 'delete', index, value, GUESS | TREE | globAt(draft, index) | (some ? PARTIAL : 0))
  }
}

const EXECUTES = new Set(['-x', '-X'])

/** fd: with `-x`, the files whose names fit are given to a program, which may read their content. */
export function foundAndRun(draft: Draft): void {
  if (!sawFlag(draft, EXECUTES)) return
  const [first, ...starts] = draft.operands
  const placed = draft.flags.filter(({ flag }) => flag.names.includes('--search-path'))
  readContents(draft, [...starts, ...placed.map(({ index }) => index)])
  if (first !== undefined) addFitting(draft, first, draft.argv[first])
  for (const { flag, index, value } of draft.flags) {
    if (flag.names.includes('--and')) addFitting(draft, index, value)
    if (flag.names.includes('-e') && value != null) addEnding(draft, index, `.${value.toLowerCase()}`)
  }
}

const AS_GLOB = new Set(['-g'])

/** The expression may fit anywhere in a name: `env` fits in `.env`, and so does `e.v`. */
function addFitting(draft: Draft, index: number, expression: Word | undefined): void {
  if (expression == null) return
  addNameExpression(draft, index, expression)
  const small = expression.toLowerCase()
  if (small !== expression) addNameExpression(draft, index, small)
  if (sawFlag(draft, AS_GLOB)) return
  const body = small.replace(/^\^|\$$/gu, '').replace(/\\(.)|\.\*?/gu, (whole: string, sign: string | undefined) => {
    return sign ?? (whole === '.' ? '?' : '*')
  })
  if (!/[\w-].|.[\w-]/u.test(body)) return
  if (expression.endsWith('$') && ENDING.test(body)) return addEnding(draft, index, body)
  const star = expression.endsWith('$') ? '' : '*'
  for (const before of expression.startsWith('^') ? [''] : ['*', '', '.'])
    addFilter(draft, index, `${before}${body}${star}`)
}

const ENDING = /^\.[\w.-]+$/u

/** All files with this ending, and the file that has it as its name. */
function addEnding(draft: Draft, index: number, ending: string): void {
  addFilter(draft, index, `*${ending}`)
  addRead(draft, index, `*${ending}`, GUESS | GLOB)
}

/** ag: `-G` chooses files by a regular expression. */
export function fileExpressions(draft: Draft): void {
  for (const { flag, index, value } of draft.flags)
    if (value != null && flag.names.includes('-G')) addNameExpression(draft, index, value)
}
