/**
 * Part of matching: one path segment of a glob (`*.ts`, `[a-z]?`), compiled to tokens and matched without regexes.
 *
 * INVARIANT: matching takes at most (characters × tokens) steps. Only the last `*` is ever retried.
 */

import { classEnd } from './braces.ts'
import { PatternError } from './pattern-error.ts'

/** `**`: any number of whole segments. */
export const DEEP = Symbol('**')
/** `*`: any one segment. */
export const ANY = Symbol('*')

/** The token for any run of letters. */
export const STAR = -1
/** The token for any one letter. */
export const ONE = -2
/** Tokens from here downwards are indices into `classes`. */
const FIRST_CLASS = -3

interface CharClass {
  readonly negated: boolean
  /** Pairs of inclusive code point bounds. */
  readonly ranges: readonly number[]
}

interface Wild {
  /** UTF-16 code units to match as they are, or one of the negative markers above. */
  readonly tokens: readonly number[]
  readonly classes: readonly CharClass[]
  /** The last token, since most names already fail there. */
  readonly last: number
}

export type Segment = string | Wild | typeof DEEP | typeof ANY

/** Characters that may stand for others in a segment. */
export const WILD = /[*?[\\]/u

/** Compiles one segment; a string means it is literal. Throws `PatternError`. */
export function compileSegment(text: string): Segment {
  if (text === '**') return DEEP
  if (text === '*') return ANY
  if (!WILD.test(text)) return text
  const tokens: number[] = []
  const classes: CharClass[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '*') {
      if (tokens.at(-1) === STAR) throw new PatternError(`"**" must be a whole path segment in "${text}"; write **/*`)
      tokens.push(STAR)
    } else if (char === '?') tokens.push(ONE)
    else if (char === '[') {
      const end = classEnd(text, at)
      if (end < 0) throw new PatternError(`"[" without "]" in "${text}"; write \\[ for the character itself`)
      tokens.push(FIRST_CLASS - classes.length)
      classes.push(compileClass(text.slice(at + 1, end)))
      at = end
    } else {
      if (char === '\\' && ++at === text.length) throw new PatternError(`"${text}" ends in a lone backslash`)
      tokens.push(text.charCodeAt(at))
    }
  }
  return segmentOf(tokens, classes)
}

export function segmentOf(tokens: readonly number[], classes: readonly CharClass[] = []): Segment {
  if (tokens.every((token) => token >= 0)) return String.fromCharCode(...tokens)
  return { tokens, classes, last: tokens.at(-1) ?? STAR }
}

/** Whether `text` from `start` to `end` is the segment. */
export function matchSegment(segment: Segment, text: string, start: number, end: number): boolean {
  if (typeof segment === 'string') return end - start === segment.length && text.startsWith(segment, start)
  if (segment === ANY || segment === DEEP) return end > start
  const { tokens, classes, last } = segment
  if (last >= 0 && (end === start || text.charCodeAt(end - 1) !== last)) return false
  let at = start
  let token = 0
  let retryToken = -1
  let retryAt = -1
  while (at < end) {
    const wanted = token < tokens.length ? tokens[token] : undefined
    if (wanted === STAR) {
      retryToken = ++token
      retryAt = at
      continue
    }
    const width = wanted === undefined ? 0 : consumes(wanted, classes, text, at, end)
    if (width > 0) {
      at += width
      token++
      continue
    }
    if (retryToken < 0) return false
    token = retryToken
    retryAt += charWidth(text, retryAt, end)
    at = retryAt
  }
  while (tokens[token] === STAR) token++
  return token === tokens.length
}

/**
 * A segment as a list to compare with another: letters, `one` for any letter or class, `star` for any run of letters.
 */
export function segmentTokens(segment: Segment): readonly (number | 'one' | 'star')[] {
  if (segment === ANY || segment === DEEP) return ['star']
  if (typeof segment === 'string') return Array.from({ length: segment.length }, (_, at) => segment.charCodeAt(at))
  return segment.tokens.map((token) => (token >= 0 ? token : token === STAR ? 'star' : 'one'))
}

/** How many tokens a segment has; for a literal one, how many letters. */
export function tokenCount(segment: string | Wild): number {
  return typeof segment === 'string' ? segment.length : segment.tokens.length
}

/** A letter, `STAR`, or a number below that, which stands for any letter or for one of a class. */
export function tokenAt(segment: string | Wild, at: number): number {
  return typeof segment === 'string' ? segment.charCodeAt(at) : (segment.tokens[at] ?? STAR)
}

/** The letters before the first wildcard, and those behind the last. */
export function segmentEnds({ tokens }: Wild): { readonly start: string; readonly end: string } {
  const first = tokens.findIndex((token) => token < 0)
  const last = tokens.findLastIndex((token) => token < 0)
  return { start: String.fromCharCode(...tokens.slice(0, first)), end: String.fromCharCode(...tokens.slice(last + 1)) }
}

/** For `*.name`, the ending; undefined for anything else. */
export function segmentEnding(segment: Segment): string | undefined {
  if (typeof segment !== 'object' || segment.tokens[0] !== STAR) return undefined
  const letters = segment.tokens.slice(1)
  if (letters.some((token) => token < 0)) return undefined
  const text = String.fromCharCode(...letters)
  const dot = text.lastIndexOf('.')
  return dot < 0 ? undefined : text.slice(dot)
}

/** How many code units the token takes at `at`; 0 if it does not match. */
function consumes(token: number, classes: readonly CharClass[], text: string, at: number, end: number): number {
  if (token >= 0) return token === text.charCodeAt(at) ? 1 : 0
  const width = charWidth(text, at, end)
  if (token === ONE) return width
  const found = classes[FIRST_CLASS - token]
  if (found === undefined) return 0
  const code = width === 2 ? (text.codePointAt(at) ?? 0) : text.charCodeAt(at)
  return inRanges(found.ranges, code) === found.negated ? 0 : width
}

function charWidth(text: string, at: number, end: number): number {
  const high = text.charCodeAt(at) >> 10 === 0x36
  return high && at + 1 < end && text.charCodeAt(at + 1) >> 10 === 0x37 ? 2 : 1
}

function inRanges(ranges: readonly number[], code: number): boolean {
  for (let at = 0; at < ranges.length; at += 2) {
    if (code >= (ranges[at] ?? 0) && code <= (ranges[at + 1] ?? -1)) return true
  }
  return false
}

function compileClass(body: string): CharClass {
  const negated = body.startsWith('!') || body.startsWith('^')
  const chars = Array.from(negated ? body.slice(1) : body)
  const ranges: number[] = []
  let at = 0
  const take = (): number => {
    if (chars[at] === '[' && /^[:.=]$/u.test(chars[at + 1] ?? ''))
      throw new PatternError(`"[${body}]": named classes are not supported`)
    if (chars[at] === '\\') at++
    return chars[at++]?.codePointAt(0) ?? 0
  }
  while (at < chars.length) {
    const low = take()
    if (chars[at] !== '-' || at + 1 >= chars.length) {
      ranges.push(low, low)
      continue
    }
    at++
    const high = take()
    if (high < low) throw new PatternError(`"[${body}]": the range is backwards`)
    ranges.push(low, high)
  }
  return { negated, ranges }
}
