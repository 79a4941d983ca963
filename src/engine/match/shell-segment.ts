/**
 * Part of matching: one name of a path, as a shell reads it as a pattern.
 *
 * It is no longer known what was quoted in it. So a `[` may stand for itself, and a class may end at any later `]`, not
 * only at the first; the brackets in `[[.e.]]`, `[[=e=]]` and `[[:alpha:]]` do not end it either. The content of a
 * class does not matter: a class counts as any letter.
 */

import { ANY, DEEP, ONE, STAR, WILD, matchSegment, segmentOf } from './segment.ts'
import type { Segment } from './segment.ts'

/** With more brackets than this, the different readings are merged into one wider pattern. */
const MOST_BRACKETS = 6
const OPEN = '['.charCodeAt(0)

/** One pattern that covers every reading of the text. */
export function compileShellSegment(text: string): Segment {
  const plain = withoutClasses(text)
  if (plain !== undefined) return plain
  const open = text.indexOf('[')
  const close = text.lastIndexOf(']')
  const behind = close < open ? [] : tokensOf(text.slice(close + 1))
  return segmentOf([...tokensOf(text.slice(0, open)), STAR, ...behind])
}

/** The different readings of the text. */
export function readShellSegment(text: string): readonly Segment[] {
  const plain = withoutClasses(text)
  if (plain !== undefined) return [plain]
  let brackets = 0
  for (let at = 0; at < text.length; at++) if (text[at] === '[' || text[at] === ']') brackets++
  return brackets > MOST_BRACKETS ? [compileShellSegment(text)] : waysOf(text).map((tokens) => segmentOf(tokens))
}

type Patterns = readonly (string | undefined)[]
type Readings = readonly (readonly Segment[] | undefined)[]

/** Kept, since many rules may ask about the patterns of one command. */
const known = new WeakMap<Patterns, Readings>()

export function readingsOf(patterns: Patterns): Readings {
  const ready = known.get(patterns) ?? patterns.map((text) => (text === undefined ? undefined : readShellSegment(text)))
  known.set(patterns, ready)
  return ready
}

/** Whether a pattern may become that word; an unknown pattern may. */
export function mayStandFor(readings: readonly Segment[] | undefined, word: string): boolean {
  return readings === undefined || readings.some((segment) => matchSegment(segment, word, 0, word.length))
}

function withoutClasses(text: string): Segment | undefined {
  if (text === '**') return DEEP
  if (text === '*') return ANY
  if (!WILD.test(text)) return text
  return text.includes('[') ? undefined : segmentOf(tokensOf(text))
}

function waysOf(text: string): readonly (readonly number[])[] {
  const open = text.indexOf('[')
  if (open < 0) return [tokensOf(text)]
  const before = tokensOf(text.slice(0, open))
  const ways = waysOf(text.slice(open + 1)).map((behind) => [...before, OPEN, ...behind])
  // The first character of a class always belongs to it, even if it is a `]`.
  for (let at = text.indexOf(']', open + 2); at >= 0; at = text.indexOf(']', at + 1))
    for (const behind of waysOf(text.slice(at + 1))) ways.push([...before, ONE, ...behind])
  return ways
}

function tokensOf(text: string): number[] {
  const tokens: number[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '?') tokens.push(ONE)
    else if (char !== '*' && (char !== '\\' || ++at < text.length)) tokens.push(text.charCodeAt(at))
    else if (tokens.at(-1) !== STAR) tokens.push(STAR)
  }
  return tokens
}
