/**
 * Part of matching: could a path pattern of a rule and a pattern that the shell still expands name the same file?
 *
 * INVARIANT: no is only said when no file name satisfies both; letters outside what is compared (classes) count as met.
 */

import { ANY, DEEP, compileSegment, segmentTokens } from './segment.ts'
import type { Segment } from './segment.ts'

/** 0 never, 1 something below could, 2 the path itself or a folder above it could. */
export function mayMeet(pattern: readonly Segment[], path: string): 0 | 1 | 2 {
  let live = open(pattern, new Set([0]))
  for (const text of path.split('/')) {
    if (text === '') continue
    if (live.has(pattern.length)) return 2
    const glob = compileShellSegment(text)
    const next = new Set<number>()
    for (const at of live) {
      const segment = pattern[at]
      if (segment === undefined) continue
      if (segment === DEEP) next.add(at)
      else if (segmentsMeet(segment, glob, text)) next.add(at + 1)
    }
    if (next.size === 0) return 0
    live = open(pattern, next)
  }
  return live.has(pattern.length) ? 2 : 1
}

/** A `**` may also stand for nothing. */
function open(pattern: readonly Segment[], live: Set<number>): Set<number> {
  for (const at of live) if (pattern[at] === DEEP) live.add(at + 1)
  return live
}

/** The shell's own patterns; what is malformed there is literal, and is taken for anything here. */
function compileShellSegment(text: string): Segment {
  try {
    const segment = compileSegment(text)
    return segment === DEEP ? ANY : segment
  } catch {
    return ANY
  }
}

const DOT = 0x2e

/** Names that begin with a dot, whatever follows it. */
export function isHidden(segment: Segment | undefined): boolean {
  return segment !== undefined && segmentTokens(segment)[0] === DOT
}

function segmentsMeet(rule: Segment, glob: Segment, text: string): boolean {
  // A wildcard of the shell does not match a leading dot.
  if (isHidden(rule) && (text.startsWith('*') || text.startsWith('?') || text.startsWith('['))) return false
  const a = segmentTokens(rule)
  const b = segmentTokens(glob)
  // row[j]: can the first i tokens of a and the first j of b stand for the same text?
  let row = b.map(() => false)
  row.unshift(true)
  for (let j = 0; j < b.length && b[j] === 'star'; j++) row[j + 1] = true
  for (const left of a) {
    const next = [left === 'star' && row[0] === true]
    for (let j = 0; j < b.length; j++) {
      const right = b[j]
      const skipLeft = left === 'star' && row[j + 1] === true
      const skipRight = right === 'star' && next[j] === true
      const extend = (left === 'star' && next[j] === true) || (right === 'star' && row[j + 1] === true)
      const both =
        row[j] === true && (left === 'one' || right === 'one' || left === 'star' || right === 'star' || left === right)
      next.push(skipLeft || skipRight || extend || both)
    }
    row = next
  }
  return row.at(-1) === true
}
