/**
 * Part of reading shell lines: names of files that a search prints, and that others take apart at blanks: `| xargs`, `$(…)`,
 * `| while read`. Whether they stay whole only the disk tells. It is asked in a second reading, which is made where the first
 * leaves something to ask a person about.
 *
 * INVARIANT: what the second reading says counts only where it is proven: each search whose names were taken for whole was met, and the disk
 * has no other names below; who is given names takes them for files, in the folder of the search; and the line does nothing but look, so
 * that it makes none.
 */

import type { Names, Word } from '../../../engine/effect.ts'
import { isExpression } from '../../catalogue/grammars/find-expression.ts'
import { testsOf } from '../../catalogue/grammars/find-filter.ts'
import type { FindTests } from '../../catalogue/grammars/find-filter.ts'
import { foldersLeftOut, namesFound } from '../../catalogue/grammars/find-names.ts'
import type { Surroundings } from '../../context.ts'
import { folderAt } from '../../file.ts'
import { isPlainName, PlainNames } from '../../paths/plain-names.ts'
import { readOf } from '../../present/met.ts'
import { Notable } from '../../present/notable.ts'
import type { ShellWord, SimpleCommand } from '../syntax/script.ts'
import type { Folders } from '../variables/state.ts'
import { isName, isSilencing, isWritten } from '../words/plain.ts'
import { takesNames } from '../words/takes-files.ts'
import { listerOf } from './exact-names.ts'
import type { Lister } from './exact-names.ts'
import { isLower, printsFound, printsGrepped, ripgrepped } from './found-names.ts'

/**
 * Words without blanks and without a leading dash: paths below a folder, or below the one in which it runs, whose last
 * name fits one of the patterns.
 */
export interface Named {
  readonly begins: string | undefined
  readonly ends: readonly string[]
  /** Which of those names, if a find expression says it. */
  readonly tests?: readonly FindTests[] | undefined
}

/** What comes between the folder that is searched and the names. */
export const DEPTH = '/**/'

/** The patterns, one of which each whole path fits. */
export function patternsOf({ begins = '.', ends }: Named): readonly string[] {
  return ends.map((name) => begins + DEPTH + name)
}

interface NameSearch extends Named {
  /** As they are spelled. */
  readonly roots: readonly string[]
  /** Names of folders that it does not enter; with `./` in front, only at the start. */
  readonly skips: readonly string[]
  /** The names themselves; then none of them may matter to a rule, and there are no patterns. */
  readonly exact?: Lister
}

const ANY = ['*']
const NONE: readonly never[] = []

export class WholeNames {
  /**
   * Only in the second reading. In the first, no name is assumed to be whole; it is only noted that a second reading
   * may help.
   */
  readonly #disk: Disk | undefined
  /** Undefined at first, since most lines have no such search. */
  #asked: Set<SimpleCommand> | undefined
  #met: Map<SimpleCommand, NameSearch> | undefined
  /** The folders of the first search, in which all commands that get names must run. */
  #folders: Folders | undefined
  #isBroken = false

  constructor(around: Surroundings | undefined, tool: string) {
    this.#disk = around && { around, names: new PlainNames(around.fs), tool }
  }

  get areAssumed(): boolean {
    return this.#disk !== undefined && this.#asked !== undefined
  }

  /** The disk is asked last, when all other conditions are met. */
  conclude(): Names | undefined {
    if (this.#asked === undefined) return undefined
    return this.#isProven() ? 'whole' : 'split'
  }

  #isProven(): boolean {
    const [disk, met, folders] = [this.#disk, this.#met, this.#folders ?? null]
    if (disk === undefined || met === undefined || folders === null || this.#isBroken) return false
    if (![...(this.#asked ?? NONE)].every((one) => met.has(one))) return false
    return folders.every((folder) => [...met.values()].every((search) => arePlainIn(folder, search, disk)))
  }

  /**
   * What the search prints, one name per line, assumed to be whole; undefined in a first reading, and for a command
   * that is not a search.
   */
  printedBy(command: SimpleCommand): Named | undefined {
    return isByZero(command) ? undefined : this.#ask(command)
  }

  /** The same for `find … -print0`. */
  printedByZero(command: SimpleCommand): Named | undefined {
    return isByZero(command) ? this.#ask(command) : undefined
  }

  #ask(command: SimpleCommand): Named | undefined {
    const search = searchBy(command)
    if (search === undefined) return undefined
    this.#asked = (this.#asked ?? new Set()).add(command)
    return this.#disk && search
  }

  /** Must be called for each command of the line where it is read. */
  meet(command: SimpleCommand, folders: Folders): void {
    if (this.#disk === undefined || this.#isBroken) return
    const search = searchBy(command)
    if (search === undefined && this.#folders === undefined && !isGiven(command)) return
    this.#folders ??= folders
    this.#isBroken = folders === null || folders.join('\0') !== this.#folders?.join('\0')
    if (search !== undefined) this.#met = (this.#met ?? new Map()).set(command, search)
  }

  /** Must be called for each command that runs, also if another command starts it. */
  give(argv: readonly Word[]): void {
    if (this.#disk !== undefined && argv.includes(null) && !takesNames(argv)) this.#isBroken = true
  }
}

/** Whether something in it is known only when it runs. */
function isGiven({ words, redirects, assigns }: SimpleCommand): boolean {
  return assigns.length > 0 || words.some(({ dynamic }) => dynamic) || redirects.some(({ target }) => target?.dynamic)
}

interface Disk {
  readonly around: Surroundings
  readonly names: PlainNames
  readonly tool: string
}

function arePlainIn(folder: string, { roots, begins, ends, skips, exact }: NameSearch, disk: Disk): boolean {
  const { around, names } = disk
  if (exact !== undefined) return areFreeIn(folder, exact, disk)
  const within = folderAt('.', folder, around)?.real
  const anywhere = skips.filter((name) => !name.startsWith('./'))
  return roots.every((root) => {
    // With `.//` as the root, the names begin with `.//`.
    const skipsFirst = root === '.' || root === './' ? skips.filter((name) => name.startsWith('./')) : NONE
    const search = {
      endings: ends.map(endingOf),
      skips: anywhere,
      skipsFirst: skipsFirst.map((name) => name.slice(2)),
      isBare: begins === undefined && roots.length === 1,
    }
    // Through a link, or through /proc, the shell may reach another folder than we do.
    const found = folderAt(root, folder, around)
    const isStraight =
      found !== undefined && (found.real === found.path || found.real === inReal(found.path, folder, within))
    return isStraight && names.areAllBelow(found.real, search)
  })
}

/** Whether each name is one plain word, and none is that of a link, a secret, or a file that a rule is about. */
function areFreeIn(folder: string, exact: Lister, { around, tool }: Disk): boolean {
  const { restricts, protectedPaths, root, home, fs } = around
  const within = folderAt('.', folder, around)
  const names = within && exact(within.real, around)
  if (within === undefined || names === undefined || names.length === 0 || restricts === undefined) return false
  const mayMatter = new Notable(around, tool).below(within)
  return names.every((name) => {
    if (!isPlainName(name)) return false
    const [path, real] = [`${within.path}/${name}`, `${within.real}/${name}`]
    if (folderAt(name, folder, around)?.real !== real) return false
    if (!mayMatter(name)) return true
    if (restricts(readOf(path, real), tool)) return false
    return protectedPaths.secretRead(path, real, { root, home, caseInsensitive: fs.caseInsensitive }) === undefined
  })
}

function inReal(path: string, folder: string, real: string | undefined): string | undefined {
  return real !== undefined && path.startsWith(`${folder}/`) ? real + path.slice(folder.length) : undefined
}

/** The ending `.ts` of a pattern `*.ts`; empty for patterns that say less. */
function endingOf(pattern: string): string {
  return /^\*?([^*?[\]\\]*)$/.exec(pattern)?.[1] ?? ''
}

function searchBy({ words, assigns, redirects, compound }: SimpleCommand): NameSearch | undefined {
  if (compound || assigns.length > 0 || !redirects.every((one) => one.fd === 2 && isSilencing(one))) return undefined
  const isLister = words.every(words[0]?.value === 'ls' ? isPlainOrStar : isWritten)
  const exact = isLister ? listerOf(words.map(({ value }) => value)) : undefined
  if (exact !== undefined) return { roots: NONE, begins: undefined, ends: NONE, skips: NONE, exact }
  const read = SEARCHES.get(words[0]?.value ?? '')
  if (read === undefined || !words.every(isWritten)) return undefined
  const search = read(words.slice(1).map(({ value }) => value))
  if (search === undefined || !search.roots.every((root) => ROOT.test(root))) return undefined
  return search.roots.length === 1 || search.roots.every(isLower) ? search : undefined
}

/** For `*.ts`, which the shell expands. */
function isPlainOrStar(word: ShellWord): boolean {
  return isWritten(word) || (!word.dynamic && !word.brace && !word.tilde && /^[\w*.@/-]+$/.test(word.value))
}

const BY_ZERO = '-print0'

function isByZero({ words }: SimpleCommand): boolean {
  return words.at(-1)?.value === BY_ZERO
}

/** Not with a blank, not a flag and not an address. */
const ROOT = /^(?:[\w.]|\/(?!dev\b)\w)[\w./@-]*$/

type SearchReader = (words: readonly string[]) => NameSearch | undefined

/** If several folders are searched, the files that are found lie below the folder around them. */
function below(roots: readonly string[], ends: readonly string[], skips: readonly string[] = NONE): NameSearch {
  return { roots, ends, skips, begins: roots.length === 1 ? roots[0]?.replace(/(?<=.)\/+$/, '') : undefined }
}

const find: SearchReader = (given) => {
  const words = given.at(-1) === BY_ZERO ? given.slice(0, -1) : given
  const ends = namesFound(['find', ...words])
  if (printsFound(words) === undefined || ends === undefined) return undefined
  const end = words.findIndex(isExpression)
  const search = below(end < 0 ? words : words.slice(0, end), ends, foldersLeftOut(['find', ...words]))
  return { ...search, tests: testsOf(['find', ...given], false) }
}

const grep: SearchReader = (words) => {
  // It would follow links, to places that nobody has looked at.
  if (printsGrepped(words) === undefined || words.some((word) => /^-\w*R/.test(word))) return undefined
  // With `--exclude`, a file that fits neither kind of pattern may be searched, too.
  const isLeftOut = words.some((word) => word.startsWith('--exclude='))
  const included = words.flatMap((word) => INCLUDED.exec(word)?.[1] ?? [])
  const skips = words.flatMap((word) => EXCLUDED.exec(word)?.[1] ?? [])
  return below(words.filter(isName).slice(1), isLeftOut ? ANY : among(included), skips)
}

const INCLUDED = /^--include=(.*)$/s
const EXCLUDED = /^--exclude-dir=([\w.@-]+)$/

/** Without a folder it prints names relative to the one in which it runs, with nothing before them. */
const rg: SearchReader = (words) => {
  const { folders, globs } = ripgrepped(words) ?? {}
  if (folders === undefined || globs === undefined) return undefined
  const ends = among(globs.filter((glob) => !glob.startsWith('!')))
  return folders.length > 0 ? below(folders, ends) : { ...below(['.'], ends), begins: undefined }
}

/** The patterns, if all of them are for names alone, and there are some. */
function among(patterns: readonly string[]): readonly string[] {
  return patterns.length > 0 && patterns.every((one) => /^[^/\\{}!]+$/.test(one)) ? patterns : ANY
}

const SEARCHES: ReadonlyMap<string, SearchReader> = new Map([
  ['find', find],
  ['grep', grep],
  ['rg', rg],
])
