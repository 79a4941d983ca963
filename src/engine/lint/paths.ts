/**
 * Part of linting: does one path pattern match everything that another matches?
 *
 * INVARIANT: the answer is yes only if it is proven. `**` and `*` of the inner pattern may stand for anything, so only
 * `**` and `*` of the outer one match them.
 */

import { foldsFor } from '../match/fold.ts'
import type { Anchors, PathPattern } from '../match/path.ts'
import { ANY, DEEP, matchSegment, segmentTokens } from '../match/segment.ts'
import type { Segment } from '../match/segment.ts'
import type { Way } from './way.ts'
import { coversPieces } from './words.ts'

type Segments = readonly Segment[]

/** `read`: the rules are about reading, so searching a folder counts. */
export function coversPaths(
  outer: PathPattern,
  inner: PathPattern,
  way: Way,
  { read, anchors }: { readonly read: boolean; readonly anchors: Anchors },
): boolean {
  const a = outer.segments(way === 'permits' ? 'permits' : 'restricts')
  const b = inner.segments(way === 'restricts' ? 'restricts' : 'permits')
  if (way === 'beats' && !foldsAlike(a, anchors)) return false
  const isSought = (one: Segments, other: Segments) => !one.includes(DEEP) || other.includes(DEEP)
  return b.every((one) =>
    a.some((other) => {
      // Searching a folder is asked about because of files that a rule places in it, not because of files that may lie
      // anywhere.
      if (read && way === 'restricts' && !isSought(other, one)) return false
      return coversSegments(closed(other), closed(one), way !== 'permits')
    }),
  )
}

/** `above`: a match of a folder above is enough. */
function coversSegments(a: Segments, b: Segments, above: boolean): boolean {
  let live = reached(a, 0)
  for (const segment of b) {
    if (above && live.has(a.length)) return true
    const next = new Set<number>()
    for (const at of live) {
      if (a[at] === DEEP) for (const one of reached(a, at)) next.add(one)
      else if (at < a.length && coversSegment(a[at] as Segment, segment))
        for (const one of reached(a, at + 1)) next.add(one)
    }
    live = next
  }
  return live.has(a.length)
}

/** That position, and those after it that can be reached because a `**` may stand for nothing. */
function reached(segments: Segments, from: number): Set<number> {
  const found = new Set([from])
  for (let at = from; segments[at] === DEEP; at++) found.add(at + 1)
  return found
}

function coversSegment(a: Segment, b: Segment): boolean {
  if (b === DEEP) return false
  if (a === ANY || a === b) return true
  if (typeof a !== 'object' || b === ANY) return false
  if (typeof b === 'string') return matchSegment(a, b, 0, b.length)
  if (JSON.stringify(a) === JSON.stringify(b)) return true
  const [outer, inner] = [piecesOf(a), piecesOf(b)]
  return outer !== undefined && inner !== undefined && coversPieces(outer, inner)
}

/** Undefined if the segment has wildcards other than stars. */
function piecesOf(segment: Segment): readonly string[] | undefined {
  const pieces = ['']
  for (const token of segmentTokens(segment)) {
    if (token === 'one') return undefined
    if (token === 'star') pieces.push('')
    else pieces[pieces.length - 1] += String.fromCharCode(token)
  }
  return pieces
}

/** A trailing `**` stands for at least one name. */
function closed(segments: Segments): Segments {
  return segments.at(-1) === DEEP ? [...segments, ANY] : segments
}

/**
 * Permissions and restrictions may treat letters differently where case is ignored, but not the letters of these
 * patterns.
 */
function foldsAlike(places: readonly Segments[], anchors: Anchors): boolean {
  const { narrow, wide } = foldsFor(anchors)
  return narrow === wide || places.every((place) => place.every(isAscii))
}

function isAscii(segment: Segment): boolean {
  return segmentTokens(segment).every((token) => typeof token !== 'number' || token < 128)
}

/** The pattern never spells what it permits: its last name is open, and it names no hidden folder. */
export function namesNothing(pattern: PathPattern): boolean {
  return pattern
    .segments('permits')
    .every(
      (place) => isOpen(place.at(-1)) && place.every((segment) => typeof segment !== 'string' || segment[0] !== '.'),
    )
}

/** The pattern always spells what it permits: its last name is that of the file. */
export function namesEverything(pattern: PathPattern): boolean {
  return pattern.segments('permits').every((place) => !isOpen(place.at(-1)))
}

function isOpen(segment: Segment | undefined): boolean {
  return segment === undefined || segment === DEEP || segment === ANY
}
