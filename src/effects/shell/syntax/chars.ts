/**
 * Part of the strict shell parser: characters.
 *
 * This check runs before parsing. Characters that a reader cannot see (controls, bidi, zero-width) are refused wherever
 * they stand; odd blanks and emoji joiners are left to the words, which accept them only inside quotes.
 */

import { codeAt } from '../../code-at.ts'

export const TAB = 9
export const NEWLINE = 10
export const SPACE = 32
export const BANG = 33
export const DOUBLE_QUOTE = 34
export const HASH = 35
export const DOLLAR = 36
export const AMPERSAND = 38
export const SINGLE_QUOTE = 39
export const OPEN = 40
export const CLOSE = 41
export const STAR = 42
export const PLUS = 43
export const MINUS = 45
export const DOT = 46
export const SLASH = 47
export const ZERO = 48
export const NINE = 57
export const COLON = 58
export const SEMICOLON = 59
export const LESS = 60
export const EQUALS = 61
export const GREATER = 62
export const QUESTION = 63
export const AT = 64
export const OPEN_BRACKET = 91
export const BACKSLASH = 92
export const CLOSE_BRACKET = 93
export const BACKTICK = 96
export const OPEN_BRACE = 123
export const PIPE = 124
export const CLOSE_BRACE = 125
export const TILDE = 126

const BLANK_BIT = 1
const META_BIT = 2
const NAME_START_BIT = 4
const DIGIT_BIT = 8
const OPERATOR_BIT = 16

const TRAITS = new Uint8Array(128)
for (const char of ' \t') mark(char, BLANK_BIT | META_BIT)
mark('\n', META_BIT)
for (const char of ';&|()<>') mark(char, META_BIT | OPERATOR_BIT)
for (const char of '0123456789') mark(char, DIGIT_BIT)
mark('_', NAME_START_BIT)
for (let code = 0; code < 26; code++) {
  mark(String.fromCharCode(65 + code), NAME_START_BIT)
  mark(String.fromCharCode(97 + code), NAME_START_BIT)
}

function mark(char: string, bits: number): void {
  const code = char.charCodeAt(0)
  TRAITS[code] = (TRAITS[code] ?? 0) | bits
}

/** Each takes a character's code; 0, or NaN past the end, has no trait. */
export const isBlank = (code: number): boolean => code === SPACE || code === TAB
/** Ends a word. */
export const isMeta = (code: number): boolean => hasTrait(code, META_BIT)
export const isOperator = (code: number): boolean => hasTrait(code, OPERATOR_BIT)
export const isDigit = (code: number): boolean => code >= ZERO && code <= NINE
export const isNameStart = (code: number): boolean => hasTrait(code, NAME_START_BIT)
export const isNameChar = (code: number): boolean => hasTrait(code, NAME_START_BIT | DIGIT_BIT)

function hasTrait(code: number, bits: number): boolean {
  return code < 128 && ((TRAITS[code] ?? 0) & bits) !== 0
}

/** The characters of a text, as numbers, since they are examined many times. */
export function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length)
  for (let at = 0; at < codes.length; at++) codes[at] = codeAt(text, at)
  return codes
}

/** The end of the name that starts at `at`; `at` itself if no name starts there. */
export function nameEnd(text: string, at: number): number {
  if (!isNameStart(text.charCodeAt(at))) return at
  let end = at + 1
  while (end < text.length && isNameChar(text.charCodeAt(end))) end++
  return end
}

export function digitsEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && isDigit(text.charCodeAt(end))) end++
  return end
}

/** Offset of the first character that is refused wherever it stands, or -1. */
export function forbiddenAt(codes: Uint16Array, length: number): number {
  for (let at = 0; at < length; at++) {
    const code = codes[at] as number
    if (code >= 0x20 && code < 0x7f) continue
    if (code === NEWLINE || code === TAB) continue
    if (code < 0xa0) return at
    if (code >= 0xd800 && code <= 0xdfff) {
      const low = at + 1 < length ? (codes[at + 1] as number) : 0
      if (!isPair(code, low) || isInvisibleAstral((code - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000)) return at
      at++
      continue
    }
    if (isQuotedOnly(code)) {
      if (!isPlausible(at === 0 ? 0 : (codes[at - 1] as number), code)) return at
      continue
    }
    if (isInvisible(code)) return at
  }
  return -1
}

const NO_BREAK_SPACE = 0xa0
const ZERO_WIDTH_JOINER = 0x200d
const NARROW_NO_BREAK_SPACE = 0x202f
const IDEOGRAPHIC_SPACE = 0x3000
const TEXT_STYLE = 0xfe0e
const EMOJI_STYLE = 0xfe0f

/** Ordinary inside quotes (typography, emoji), but never outside, where it would look like a blank, or like nothing. */
export function isQuotedOnly(code: number): boolean {
  if (code < NO_BREAK_SPACE) return false
  return (
    code === NO_BREAK_SPACE ||
    code === ZERO_WIDTH_JOINER ||
    code === NARROW_NO_BREAK_SPACE ||
    code === IDEOGRAPHIC_SPACE ||
    code === TEXT_STYLE ||
    code === EMOJI_STYLE
  )
}

/** A joiner or a style must follow a character that it can join or style. */
function isPlausible(before: number, code: number): boolean {
  if (code !== ZERO_WIDTH_JOINER && code !== TEXT_STYLE && code !== EMOJI_STYLE) return true
  if (code !== ZERO_WIDTH_JOINER && (isDigit(before) || before === HASH || before === STAR)) return true
  return before >= 0xa9 && before !== ZERO_WIDTH_JOINER
}

function isPair(high: number, low: number): boolean {
  return high < 0xdc00 && low >= 0xdc00 && low <= 0xdfff
}

/** Tags, supplementary variation selectors, musical and shorthand format controls. */
function isInvisibleAstral(point: number): boolean {
  return (
    (point >= 0xe0000 && point <= 0xe0fff) ||
    (point >= 0x1d173 && point <= 0x1d17a) ||
    (point >= 0x1bca0 && point <= 0x1bca3)
  )
}

/** Blanks, fillers, zero-width and bidi controls of the basic plane, as inclusive ranges in order. */
const INVISIBLE: readonly (readonly [number, number])[] = [
  [0xa0, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xfffe, 0xffff],
]

function isInvisible(code: number): boolean {
  for (const [first, last] of INVISIBLE) {
    if (code < first) return false
    if (code <= last) return true
  }
  return false
}
