/**
 * Part of reading shell lines: names of files that a search prints, and that others take apart at blanks: `| xargs`, `$(…)`,
 * `| while read`. Whether they stay whole only the disk tells. It is asked in a second reading, which is made where the first
 * leaves something to ask a person about.
 *
 * INVARIANT: what the second reading says counts only where it is `proven`: each search whose names were taken for whole was met in its
 * folder, the disk has no other names below, and the line does nothing but look, so that it makes none.
 */

import { isExpression, namesFound } from '../../catalogue/grammars/find-names.ts'
import type { Names } from '../../../engine/effect.ts'
import type { FileSystem } from '../../paths/file-system.ts'
import { PlainNames } from '../../paths/plain-names.ts'
import type { SimpleCommand } from '../syntax/script.ts'
import type { Folders } from '../variables/state.ts'
import { isName, isSilencing, isWritten } from '../words/plain.ts'
import { isLower, printsFound, printsGrepped, ripgrepped } from './found-names.ts'

/** Words without blanks, none with a leading dash: paths below a folder, or below the one it runs in, whose last name fits one of the patterns. */
export interface Named {
  readonly begins: string | undefined
  readonly ends: readonly string[]
}

/** What stands between the folder that is searched and the names. */
export const DEPTH = '/**/'

/** The patterns of which each whole path fits one. */
export function patternsOf({ begins = '.', ends }: Named): readonly string[] {
  return ends.map((name) => begins + DEPTH + name)
}

interface NameSearch extends Named {
  readonly roots: readonly string[]
  /** Names of folders that it does not go into; behind `./` only where it begins. */
  readonly skips: readonly string[]
}

const ANY = ['*']
const NONE: readonly never[] = []

export class WholeNames {
  /** In the second reading. In the first nothing is taken for whole, only noted that a second may help. */
  readonly #disk: PlainNames | undefined
  /** Most lines have no such search. */
  #asked: Set<SimpleCommand> | undefined
  #met: Set<SimpleCommand> | undefined
  #isBroken = false

  constructor(disk: FileSystem | undefined) {
    this.#disk = disk && new PlainNames(disk)
  }

  get areAssumed(): boolean {
    return this.#disk !== undefined && this.#asked !== undefined
  }

  get outcome(): Names | undefined {
    if (this.#asked === undefined) return undefined
    const isProven = this.areAssumed && !this.#isBroken && [...this.#asked].every((one) => this.#met?.has(one))
    return isProven ? 'whole' : 'split'
  }

  /** What the search prints, one to a line, taken for whole; undefined in a first reading, and for a command that is none. */
  printedBy(command: SimpleCommand): Named | undefined {
    return isByZero(command) ? undefined : this.#ask(command)
  }

  /** The same of `find … -print0`. */
  printedByZero(command: SimpleCommand): Named | undefined {
    return isByZero(command) ? this.#ask(command) : undefined
  }

  #ask(command: SimpleCommand): Named | undefined {
    const search = searchBy(command)
    if (search === undefined) return undefined
    this.#asked = (this.#asked ?? new Set()).add(command)
    return this.#disk && search
  }

  /** To be called for each command where it is read. */
  meet(command: SimpleCommand, folders: Folders): void {
    const disk = this.#isBroken ? undefined : this.#disk
    const search = disk && searchBy(command)
    if (search === undefined) return
    this.#met = (this.#met ?? new Set()).add(command)
    this.#isBroken = folders === null || !folders.every((folder) => arePlainIn(folder, search, disk))
  }
}

function arePlainIn(folder: string, { roots, ends, skips }: NameSearch, disk: PlainNames | undefined): boolean {
  const endings = ends.map((name) => /^\*?([^*?[\]\\]*)$/.exec(name)?.[1] ?? '')
  const [first, anywhere] = [skips.filter(isFirst), skips.filter((name) => !isFirst(name))]
  return roots.every((root) => {
    const skipsFirst = root === '.' ? first.map((name) => name.slice(2)) : NONE
    const path = root.startsWith('/') ? root : `${folder}/${root}`
    return disk?.areAllBelow(path, { endings, skips: anywhere, skipsFirst }) === true
  })
}

function isFirst(skip: string): boolean {
  return skip.startsWith('./')
}

function searchBy({ words, assigns, redirects, compound }: SimpleCommand): NameSearch | undefined {
  const read = SEARCHES.get(words[0]?.value ?? '')
  if (read === undefined || compound || assigns.length > 0 || !words.every(isWritten)) return undefined
  if (!redirects.every((one) => one.fd === 2 && isSilencing(one))) return undefined
  const search = read(words.slice(1).map(({ value }) => value))
  if (search === undefined || !search.roots.every((root) => ROOT.test(root))) return undefined
  return search.roots.length === 1 || search.roots.every(isLower) ? search : undefined
}

const BY_ZERO = '-print0'

function isByZero({ words }: SimpleCommand): boolean {
  return words.at(-1)?.value === BY_ZERO
}

/** No blank, no flag and no address. */
const ROOT = /^(?:[\w.]|\/(?!dev\b)\w)[\w./@-]*$/

type SearchReader = (words: readonly string[]) => NameSearch | undefined

/** Of several folders, what is found lies below the one around them. */
function below(given: readonly string[], ends: readonly string[], skips: readonly string[] = NONE): NameSearch {
  const roots = given.map((root) => root.replace(/(?<=.)\/+$/, ''))
  return { roots, ends, skips, begins: roots.length === 1 ? roots[0] : undefined }
}

const find: SearchReader = (given) => {
  const words = given.at(-1) === BY_ZERO ? given.slice(0, -1) : given
  const ends = namesFound(['find', ...words])
  if (printsFound(words) === undefined || ends === undefined) return undefined
  const end = words.findIndex(isExpression)
  const [roots, tests] = end < 0 ? [words, NONE] : [words.slice(0, end), words.slice(end)]
  // What is not understood may undo it.
  return below(roots, ends, ends.includes('*') ? NONE : [...leftOut(tests), ...pruned(tests)])
}

/** `-not -path '*\/node_modules/*'`, as one of tests that all must pass. */
function leftOut(tests: readonly string[]): readonly string[] {
  if (tests.some((test) => OR.has(test) || test === '(')) return NONE
  return tests.flatMap((test, at) =>
    NOT.has(test) && tests[at + 1] === '-path' ? (INSIDE.exec(tests[at + 2] ?? '')?.[1] ?? []) : [],
  )
}

/** `-path ./dist -prune -o …`, `-type d \( -name a -o -name b \) -prune -o …`, one behind the other. */
function pruned(tests: readonly string[]): readonly string[] {
  const skips: string[] = []
  for (let at = 0; ;) {
    const end = tests.indexOf('-prune', at)
    const names = end < 0 || !OR.has(tests[end + 1] ?? '') ? undefined : foldersIn(tests.slice(at, end))
    if (names === undefined) return skips
    skips.push(...names)
    at = end + 2
  }
}

/** The folders that pass such tests, all of them by name; undefined where it is more than that. */
function foldersIn(tests: readonly string[]): readonly string[] | undefined {
  const named = tests[0] === '-type' && tests[1] === 'd' ? tests.slice(2) : tests
  const isGroup = named[0] === '(' && named.at(-1) === ')'
  const each = isGroup ? named.slice(1, -1) : named
  if (each.length % 3 !== 2 || (each.length > 2 && !isGroup)) return undefined
  const names: string[] = []
  for (let at = 0; at < each.length; at += 3) {
    const form = each[at] === '-path' ? ITSELF : each[at] === '-name' ? BY_NAME : undefined
    const name = form?.exec(each[at + 1] ?? '')?.[1]
    if (name === undefined || (at > 0 && !OR.has(each[at - 1] ?? ''))) return undefined
    names.push(name)
  }
  return names
}

const OR: ReadonlySet<string> = new Set(['-o', '-or'])
const NOT: ReadonlySet<string> = new Set(['-not', '!'])
const INSIDE = /^(?:\*\/|(?=\.\/))((?:\.\/)?[\w.@-]+)\/\*$/
const ITSELF = /^(?:\*\/|(?=\.\/))((?:\.\/)?[\w.@-]+)$/
const BY_NAME = /^([\w.@-]+)$/

const grep: SearchReader = (words) => {
  // Behind links lies what nobody has looked at.
  if (printsGrepped(words) === undefined || words.some((word) => /^-\w*R/.test(word))) return undefined
  const included = words.flatMap((word) => (word.startsWith('--include=') ? [word.slice('--include='.length)] : []))
  const skips = words.flatMap((word) => EXCLUDED.exec(word)?.[1] ?? [])
  return below(words.filter(isName).slice(1), among(included), skips)
}

const EXCLUDED = /^--exclude-dir=([\w.@-]+)$/

/** Without a folder it tells names from the one it runs in, with nothing before them. */
const rg: SearchReader = (words) => {
  const { folders, globs } = ripgrepped(words) ?? {}
  if (folders === undefined || globs === undefined) return undefined
  const ends = among(globs.filter((glob) => !glob.startsWith('!')))
  return folders.length > 0 ? below(folders, ends) : { ...below(['.'], ends), begins: undefined }
}

/** The patterns, where all are for names alone, and there are some. */
function among(patterns: readonly string[]): readonly string[] {
  return patterns.length > 0 && patterns.every((one) => /^[^/\\{}!]+$/.test(one)) ? patterns : ANY
}

const SEARCHES: ReadonlyMap<string, SearchReader> = new Map([
  ['find', find],
  ['grep', grep],
  ['rg', rg],
])
