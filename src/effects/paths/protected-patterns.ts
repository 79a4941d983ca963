/**
 * Part of the built-in checks: compares a path that the shell still expands with the list of protected paths. Its
 * wildcards may stand for most names, so the whole list is searched; entries that cannot fit are skipped after a letter
 * or two.
 */

import { compileMeeting, compileNames, isHidden } from '../../engine/match/meet.ts'
import { readSpecifier } from '../../engine/match/path-specifier.ts'
import { DEEP } from '../../engine/match/segment.ts'
import type { Segment } from '../../engine/match/segment.ts'
import type { Entry } from './protected-index.ts'

/** Finds an entry that a fitting name, or a folder above it, may be; with `tree` also an entry below it. */
export type PatternLookup<T> = (pattern: string, home: string, tree?: boolean) => T | undefined

interface Listed<T> {
  /** The last name of the entry, or the pattern in its place. */
  readonly name: Segment
  readonly segments: readonly Segment[]
  /** Whether its first name begins with a dot. */
  readonly hidden: boolean
  /** Whether its first name begins with a wildcard. */
  readonly open: boolean
  /** `once`: it is in one fixed place. `hidden`: it is in hidden folders of that name, in each of them. */
  readonly placed: 'once' | 'hidden' | undefined
  readonly value: T
}

/**
 * `entries` are known to be readable (`readSpecifier`), and are requested when the first pattern comes. `shows`:
 * everything that fits is read.
 */
export function listEntries<T>(entries: () => readonly Entry<T>[], shows: boolean): PatternLookup<T> {
  let listed: readonly Listed<T>[] = []
  let plain: readonly Listed<T>[] = []
  let listedFor: string | undefined
  return (spelled, home, tree = false) => {
    if (home !== listedFor) {
      listed = entries().map((entry) => compileEntry(entry, home))
      plain = listed.filter(({ hidden }) => !hidden)
      listedFor = home
    }
    // `*` alone names nothing in particular.
    const pattern = spelled.replace(/\/\*+(?=\/|$)/g, '/\0')
    // A pattern that ends in `*` says nothing about the ending of its names.
    const anything = pattern.endsWith('*')
    const mayName = compileNames(pattern)
    const meets = compileMeeting(pattern)
    for (const { name, segments, open, value } of pattern.includes('/.') ? listed : plain)
      if (!(open && anything) && mayName(name) && meets(segments) === 2) return value
    if (!shows || !(tree || pattern.includes('\0'))) return undefined
    // Behind a star among the folders a file is named after all.
    const last = tree || pattern.endsWith('\0') ? undefined : spelled.slice(spelled.lastIndexOf('/') + 1)
    const among = last === undefined ? listed : listed.filter(({ name }) => name === last)
    return placedIn(spelled, among, tree)
  }
}

/** For `/proc/self/*` or `~/.docker/*`: if the entry is in one place, it is among all the names there. */
function placedIn<T>(spelled: string, listed: readonly Listed<T>[], tree: boolean): T | undefined {
  const meets = compileMeeting(spelled)
  // There may be hidden folders below any folder.
  const fits = ({ placed, segments }: Listed<T>) =>
    tree ? placed === 'once' && meets(segments) >= 1 : placed !== undefined && meets(segments) === 2
  return listed.find(fits)?.value
}

function compileEntry<T>({ text, value }: Entry<T>, home: string): Listed<T> {
  const { from, names, rest } = readSpecifier(text.endsWith('/') ? text.slice(0, -1) : text)
  const segments: readonly Segment[] = [...names, ...rest]
  const first = names[0] ?? rest.find((segment) => segment !== DEEP)
  const houses = home.split('/').filter((name) => name !== '')
  const isOnce = (from === 'top' || from === 'home') && segments[0] !== DEEP
  return {
    name: segments.at(-1) ?? DEEP,
    segments: from === 'top' ? segments : from === 'home' ? [...houses, ...segments] : [DEEP, ...segments],
    hidden: isHidden(first),
    open: typeof first !== 'string' && !isHidden(first),
    placed: isOnce ? 'once' : isHidden(first) && segments.length > 1 ? 'hidden' : undefined,
    value,
  }
}
