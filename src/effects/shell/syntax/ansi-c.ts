/** Part of the strict shell parser: `$'…'`, with the escapes whose value is the same in every locale. */

import * as c from './chars.ts'
import type { Reader } from './reader.ts'
import type { WordDraft } from './word-draft.ts'
import { refuseNewline } from './words.ts'

const SIMPLE = new Map<string, string>([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['E', '\x1b'],
  ['f', '\f'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['?', '?'],
])

/** Most digits each numeric escape takes. */
const HEX = new Map<string, number>([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

export function readAnsiC(r: Reader, word: WordDraft): void {
  const { text, length } = r
  const open = r.at
  r.at += 2
  word.quoted = true
  for (;;) {
    if (r.at >= length) r.refuse("unterminated $'", open)
    const code = text.charCodeAt(r.at)
    if (code === c.SINGLE_QUOTE) break
    if (code === c.NEWLINE && r.pending.length > 0) refuseNewline(r, r.at)
    if (code === c.BACKSLASH) word.value += readEscape(r)
    else word.value += text.charAt(r.at++)
  }
  r.at++
}

function readEscape(r: Reader): string {
  const start = r.at
  const letter = r.text.charAt(start + 1)
  const simple = SIMPLE.get(letter)
  if (simple !== undefined) {
    r.at += 2
    return simple
  }
  const hexDigits = HEX.get(letter)
  const point = hexDigits === undefined ? readNumber(r, start + 1, 3, 8) : readNumber(r, start + 2, hexDigits, 16)
  if (point === 0) r.refuse("NUL in $'…'", start)
  // a byte of some character, or a character only some locales have
  if (point > 127) r.refuse("escape above 127 in $'…'", start)
  return String.fromCharCode(point)
}

function readNumber(r: Reader, start: number, most: number, base: number): number {
  let value = 0
  let at = start
  while (at < start + most) {
    const digit = digitValue(r.code(at))
    if (digit < 0 || digit >= base) break
    value = value * base + digit
    at++
  }
  if (at === start) r.refuse("unknown escape in $'…'", r.at)
  r.at = at
  return value
}

function digitValue(code: number): number {
  if (c.isDigit(code)) return code - c.ZERO
  const lower = code | 0x20
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}
