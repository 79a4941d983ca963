/**
 * Part of the built-in checks: a path that the shell still expands, held against the list of protected paths. Its wildcards may stand
 * for most names, so the list is gone through; what cannot fit is left out by a letter or two.
 */

import { compileMeeting, compileNames, isHidden } from '../../engine/match/meet.ts'
import { readSpecifier } from '../../engine/match/path-specifier.ts'
import { DEEP } from '../../engine/match/segment.ts'
import type { Segment } from '../../engine/match/segment.ts'
import type { Entry } from './protected-index.ts'

/** Finds an entry that a name which fits the pattern, or a folder above it, may be; of a `tree`, one below it as well. */
export type PatternLookup<T> = (pattern: string, home: string, tree?: boolean) => T | undefined

interface Listed<T> {
  /** The last of its names, or what stands for it. */
  readonly name: Segment
  readonly segments: readonly Segment[]
  /** Its name begins with a dot. */
  readonly hidden: boolean
  /** Its name begins with a wildcard. */
  readonly open: boolean
  /** It lies in one place, wherever that is looked for from; or in hidden folders of that name, in each of which it is. */
  readonly placed: 'once' | 'hidden' | undefined
  readonly value: T
}

/** `entries` can be read (`readSpecifier`), and are asked for when the first pattern is. `shows`: all that fits is read. */
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
    // A pattern that ends in `*` says nothing of what its names end in.
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

/** `/proc/self/*`, `~/.docker/*`: in a place of its own, what lies there is among all names. */
function placedIn<T>(spelled: string, listed: readonly Listed<T>[], tree: boolean): T | undefined {
  const meets = compileMeeting(spelled)
  // Below any folder there may be hidden ones.
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
