/**
 * Part of matching: `/`-separated globs. `**` is any number of whole segments, `*` `?` `[a-z]` stay within one,
 * `{a,b}` are alternatives, `\` takes the next character as it is. Names that begin with a dot are names like any other.
 *
 * INVARIANT: one pass over the path, with the set of live pattern positions as a bit mask: time is linear in the
 * length of the path, whatever the pattern.
 */

import { expandBraces } from './braces.ts'
import { foldCase, foldExact } from './fold.ts'
import { PatternError } from './pattern-error.ts'
import { ANY, DEEP, compileSegment, matchSegment } from './segment.ts'
import type { Segment } from './segment.ts'

export { PatternError }

/** What a walk found out about a path; the values are combined as bits. */
export const HERE = 1
/** A directory above the path matches. */
export const ABOVE = 2
/** Everything directly below the path matches. */
export const CHILDREN = 4
/** Everything below the path matches, at any depth. */
export const ALL_BELOW = 8
/** Something below the path could match. */
export const SOME_BELOW = 16

export interface Glob {
  /** Walks `text` from `from`, which is its end or a `/`. */
  walk(text: string, from: number): number
}

/** Positions are bits of a 32-bit integer, one of which is the end. */
const MOST_SEGMENTS = 30

/** Compiles already split segments. A trailing `**` stands for at least one segment: `src/**` is not `src`. */
export function compileSegments(written: readonly Segment[]): Glob {
  const segments = tidySegments(written)
  const count = segments.length
  const end = 1 << count
  const reachable = closures(segments)
  const children = positionsWhere(segments, (rest) => rest.every(isOpen) && countAny(rest) <= 1)
  const allBelow = positionsWhere(segments, (rest) => rest.every(isOpen) && countAny(rest) <= 1 && rest.includes(DEEP))

  const step = (live: number, text: string, start: number, stop: number): number => {
    let next = 0
    for (let bits = live & ~end; bits !== 0; bits &= bits - 1) {
      const at = 31 - Math.clz32(bits & -bits)
      const segment = segments[at]
      if (segment === undefined) continue
      if (segment === DEEP) next |= reachable[at] ?? 0
      else if (matchSegment(segment, text, start, stop)) next |= reachable[at + 1] ?? 0
    }
    return next
  }

  return {
    walk(text, from) {
      let live = reachable[0] ?? 0
      let above = 0
      for (let at = from; at < text.length;) {
        if ((live & end) !== 0) above = ABOVE
        const slash = text.indexOf('/', at + 1)
        const stop = slash < 0 ? text.length : slash
        live = step(live, text, at + 1, stop)
        if (live === 0) return above
        at = stop
      }
      let found = above
      if ((live & end) !== 0) found |= HERE
      if ((live & children) !== 0) found |= CHILDREN
      if ((live & allBelow) !== 0) found |= ALL_BELOW
      if ((live & ~end) !== 0) found |= SOME_BELOW
      return found
    },
  }
}

/** The segments as they are walked; throws `PatternError` if there are more than a walk can handle. */
export function tidySegments(written: readonly Segment[]): readonly Segment[] {
  const segments = written.filter((segment, at) => segment !== DEEP || written[at + 1] !== DEEP)
  if (segments.at(-1) === DEEP) segments.push(ANY)
  if (segments.length > MOST_SEGMENTS)
    throw new PatternError(`a pattern may have at most ${MOST_SEGMENTS} segments after its fixed part`)
  return segments
}

/**
 * `secrets/**` as a restriction covers `secrets` itself, too: a match above a path counts anyway, so the tail can be
 * dropped.
 */
export function withoutTail(rest: readonly Segment[]): readonly Segment[] {
  const last = rest.findLastIndex((segment) => segment !== DEEP)
  return rest.slice(0, last + 1)
}

export interface GlobOptions {
  readonly caseInsensitive?: boolean
  /** What a walk must find: one of these bits, by default `HERE`. */
  readonly finding?: number
}

/** A plain matcher of whole relative paths. Throws `PatternError`. */
export function compileGlob(
  pattern: string,
  { caseInsensitive = false, finding = HERE }: GlobOptions = {},
): (path: string) => boolean {
  const fold = caseInsensitive ? foldCase : foldExact
  const globs = expandBraces(fold(pattern)).map((one) => compileSegments(one.split('/').map(compileSegment)))
  return (path) => {
    const text = `/${fold(path)}`
    return globs.some((glob) => (glob.walk(text, 0) & finding) !== 0)
  }
}

/** For every position, the positions reachable from it without reading a segment. */
function closures(segments: readonly Segment[]): number[] {
  const found = Array.from({ length: segments.length + 1 }, (_, at) => 1 << at)
  for (let at = segments.length - 1; at >= 0; at--) {
    if (segments[at] === DEEP) found[at] = (found[at] ?? 0) | (found[at + 1] ?? 0)
  }
  return found
}

function positionsWhere(segments: readonly Segment[], holds: (rest: readonly Segment[]) => boolean): number {
  let found = 0
  for (let at = 0; at < segments.length; at++) if (holds(segments.slice(at))) found |= 1 << at
  return found
}

function isOpen(segment: Segment): boolean {
  return segment === DEEP || segment === ANY
}

function countAny(segments: readonly Segment[]): number {
  return segments.filter((segment) => segment === ANY).length
}
