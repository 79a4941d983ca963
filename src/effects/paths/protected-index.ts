/**
 * Part of the built-in checks: the list of protected paths, indexed by names.
 *
 * INVARIANT: a look-up takes one table access for each segment of the path, however long the list is; only texts that a
 * policy added and that begin with a wildcard are tried one by one.
 */

import type { Fold } from '../../engine/match/fold.ts'
import { readSpecifier } from '../../engine/match/path-specifier.ts'
import { DEEP, compileSegment, matchSegment } from '../../engine/match/segment.ts'
import type { Segment } from '../../engine/match/segment.ts'
import { codeAt } from '../code-at.ts'

export interface Entry<T> {
  readonly text: string
  /** Names that are not protected after all. */
  readonly except?: readonly string[]
  /** Whether only the path itself is meant, and not the folder around it. */
  readonly itself?: boolean
  readonly value: T
}

/** Finds the entry that covers a path; with `tree` also one that lies below it. `home` ends without a slash. */
export type Lookup<T> = (path: string, home: string, tree: boolean) => T | undefined

interface Compiled<T> {
  readonly from: 'any' | 'top' | 'home'
  readonly segments: readonly Segment[]
  readonly directory: boolean
  readonly except: readonly Segment[]
  readonly itself: boolean
  readonly value: T
}

/** An entry, compiled when a path first meets it: a start needs few of the hundreds there are. */
type Listed<T> = () => Compiled<T>

/** Texts whose first name is known without compiling them. */
const NAMED_FIRST = /^(?:~?\/)?(?!\.{1,2}(?:\/|$))([\w.-]+)(?:\/(?!.*\.\.)|$)/u

/** Indexes entries that are known to be readable (`readSpecifier`), compared as folded by `fold`. */
export function indexEntries<T>(entries: readonly Entry<T>[], fold: Fold): Lookup<T> {
  const byName = new Map<string, Listed<T>[]>()
  const byStart = new Map<string, Listed<T>[]>()
  const byEnding = new Map<string, Listed<T>[]>()
  const others: Listed<T>[] = []
  for (const entry of entries) {
    const text = fold(entry.text)
    const listed = lately(entry, text, fold)
    const first = NAMED_FIRST.exec(text)?.[1]
    if (first !== undefined) put(byName, first, listed)
    else if (/^\.\w+\.\*$/u.test(text)) put(byStart, text.slice(0, -1), listed)
    else if (/^\*[\w-]*\.\w[\w-]*$/u.test(text)) put(byEnding, text.slice(text.lastIndexOf('.')), listed)
    else if (typeof listed().segments[0] === 'string') put(byName, listed().segments[0] as string, listed)
    else others.push(listed)
  }
  const names = new Uint8Array(SIGNS)
  for (const name of byName.keys()) names[signOf(name, 0, name.length)] = 1
  const endings = new Uint8Array(SIGNS)
  for (const ending of byEnding.keys()) endings[signOf(ending, 0, ending.length)] = 1
  return (path, home, tree) => {
    const asked: Asked = { path, home, tree }
    const { length } = path
    for (let start = 1; start <= length;) {
      const slash = path.indexOf('/', start)
      const end = slash < 0 ? length : slash
      let found: T | undefined
      if (names[signOf(path, start, end)] === 1) found = firstThat(byName.get(path.slice(start, end)), asked, start)
      if (found === undefined && end > start && codeAt(path, start) === DOT) {
        const second = path.indexOf('.', start + 1)
        if (second > 0 && second < end) found = firstThat(byStart.get(path.slice(start, second + 1)), asked, start)
      }
      if (found === undefined && slash < 0) {
        const dot = lastDot(path, start)
        if (dot >= start && endings[signOf(path, dot, end)] === 1)
          found = firstThat(byEnding.get(path.slice(dot)), asked, start)
      }
      if (found === undefined && others.length > 0) found = firstThat(others, asked, start)
      if (found !== undefined) return found
      start = end + 1
    }
    return undefined
  }
}

/** Where a Mac really keeps /etc, /tmp and /var. */
const PRIVATE = '/private/'
const DOT = 0x2e
const SIGNS = 4096

/** An index before `from` if there is none. */
function lastDot(path: string, from: number): number {
  let at = path.length - 1
  while (at >= from && codeAt(path, at) !== DOT) at--
  return at
}

/** A number that equal names share and most others do not, so that few names have to be cut out and looked up. */
function signOf(text: string, start: number, end: number): number {
  if (end <= start) return 0
  return (codeAt(text, start) * 61 + codeAt(text, end - 1) * 7 + (end - start)) & (SIGNS - 1)
}

interface Asked {
  readonly path: string
  readonly home: string
  readonly tree: boolean
}

function put<T>(table: Map<string, Listed<T>[]>, key: string, entry: Listed<T>): void {
  const there = table.get(key)
  if (there === undefined) table.set(key, [entry])
  else there.push(entry)
}

function firstThat<T>(entries: readonly Listed<T>[] | undefined, asked: Asked, start: number): T | undefined {
  if (entries === undefined) return undefined
  for (const listed of entries) {
    const entry = listed()
    if (covers(entry, asked, start)) return entry.value
  }
  return undefined
}

function covers<T>(entry: Compiled<T>, { path, home, tree }: Asked, start: number): boolean {
  if (entry.from === 'top' && start !== 1 && !(start === PRIVATE.length && path.startsWith(PRIVATE))) return false
  if (entry.from === 'home' && (start !== home.length + 1 || !path.startsWith(home))) return false
  let at = start
  for (const segment of entry.segments) {
    if (at > path.length) return tree && !entry.itself
    const slash = path.indexOf('/', at)
    const end = slash < 0 ? path.length : slash
    if (!matchSegment(segment, path, at, end)) return false
    at = end + 1
  }
  if (!entry.directory && at <= path.length) return false
  if (entry.except.length === 0) return true
  const last = path.lastIndexOf('/') + 1
  return !entry.except.some((name) => matchSegment(name, path, last, path.length))
}

function lately<T>(entry: Entry<T>, text: string, fold: Fold): Listed<T> {
  let compiled: Compiled<T> | undefined
  return () => (compiled ??= compileEntry(entry, text, fold))
}

/** `text`: the entry's text, folded. */
function compileEntry<T>({ except = [], itself = false, value }: Entry<T>, text: string, fold: Fold): Compiled<T> {
  const { from, names, rest } = readSpecifier(text)
  const directory = rest.at(-1) === DEEP
  const body = directory ? rest.slice(0, -1) : rest
  const start = body[0] === DEEP ? 1 : 0
  return {
    from: from === 'top' ? 'top' : from === 'home' ? 'home' : 'any',
    segments: [...names, ...body.slice(start)],
    directory,
    except: except.map((name) => compileSegment(fold(name))),
    itself,
    value,
  }
}
