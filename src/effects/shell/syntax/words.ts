/**
 * Part of the strict shell parser: words and their quoting.
 *
 * INVARIANT: a word ends only where bash ends it: at an unquoted blank, newline or operator; `<(` and `>(` are part of it.
 */

import * as c from './chars.ts'
import { readDollar } from './expansion.ts'
import type { Reader } from './reader.ts'
import { readBackticks, readProcess } from './substitution.ts'
import { WordDraft } from './word-draft.ts'

/** Where a word stands: `command` words may turn out to be assignments, a `value` follows the `=` of one. */
export type Place = 'command' | 'operand' | 'value'

/** How the text around an expansion is quoted. */
export type Quoting = 'none' | 'double' | 'here-document'

const PLAIN = 0
const END = 1
const ANGLE = 2
const ESCAPE = 3
const SINGLE = 4
const DOUBLE = 5
const EXPANSION = 6
const COMMAND = 7
const GLOB = 8
const BRACE = 9
const HOME = 10

const CLASS = new Uint8Array(128)
for (const [chars, kind] of [
  [' \t\n;&|()', END],
  ['<>', ANGLE],
  ['\\', ESCAPE],
  ["'", SINGLE],
  ['"', DOUBLE],
  ['$', EXPANSION],
  ['`', COMMAND],
  ['*?[', GLOB],
  ['{', BRACE],
  ['~', HOME],
] as const) {
  for (const char of chars) CLASS[char.charCodeAt(0)] = kind
}

/** Reads the word at `r.at`; an empty span when none starts there. */
export function readWord(r: Reader, place: Place): WordDraft {
  const { text, length, codes } = r
  const start = r.at
  const word = new WordDraft()
  if (r.code(start) === c.HASH && place !== 'value') r.refuse('# at the start of a word', start)
  let run = start
  let at = start
  let braces = 0
  let home = false
  for (;;) {
    let code = 0
    while (at < length) {
      code = codes[at] as number
      if (code > 127 || CLASS[code] !== PLAIN) break
      at++
    }
    if (at >= length) break
    if (code > 127) {
      if (c.isQuotedOnly(code)) r.refuse('odd blank or joiner outside quotes', at)
      at++
      continue
    }
    const kind = CLASS[code]
    if (kind === END) break
    if (kind === GLOB) {
      if (place === 'command' && !word.glob && code === c.OPEN_BRACKET && isNameOnly(text, start, at)) {
        r.refuse('array subscript', at)
      }
      word.glob = true
      at++
      continue
    }
    if (kind === BRACE) {
      if (++braces > MAX_BRACES) r.refuse('too many braces in one word', at)
      at++
      continue
    }
    if (kind === HOME) {
      if (at === start) word.tilde = true
      else home = true
      at++
      continue
    }
    if (kind === ANGLE && r.code(at + 1) !== c.OPEN) break
    if (run < at) word.value += text.slice(run, at)
    r.at = at
    if (kind === SINGLE) readSingleQuoted(r, word)
    else if (kind === DOUBLE) readDoubleQuoted(r, word)
    else if (kind === EXPANSION) readDollar(r, word, 'none')
    else if (kind === COMMAND) readBackticks(r, word, 'none')
    else if (kind === ESCAPE) readEscaped(r, word)
    else readProcess(r, word)
    at = run = r.at
  }
  if (run < at) word.value += text.slice(run, at)
  r.at = at
  if (braces > 0) {
    word.brace = mayExpandBraces(text.slice(start, at))
    word.hides = word.brace && word.quoted && hidesSigns(text.slice(start, at), word)
  }
  if (home && !word.tilde) word.tilde = expandsLaterTilde(text.slice(start, at))
  word.end(r.span(start, at))
  return word
}

function readEscaped(r: Reader, word: WordDraft): void {
  const at = r.at + 1
  if (at >= r.length) r.refuse('trailing backslash', r.at)
  const code = r.code(at)
  if (code === c.NEWLINE) r.refuse('line continuation inside a word', r.at)
  if (c.isQuotedOnly(code)) r.refuse('odd blank or joiner outside quotes', at)
  const end = code >= 0xd800 && code < 0xdc00 ? at + 2 : at + 1
  word.value += r.text.slice(at, end)
  word.quoted = true
  r.at = end
}

function readSingleQuoted(r: Reader, word: WordDraft): void {
  const start = r.at + 1
  const end = r.text.indexOf("'", start)
  if (end < 0) r.refuse('unterminated single quote', r.at)
  const quoted = r.text.slice(start, end)
  if (r.pending.length > 0 && quoted.includes('\n')) refuseNewline(r, r.at)
  word.value += quoted
  word.quoted = true
  r.at = end + 1
}

/** Reads `"…"`, adding its text and expansions to the word. */
export function readDoubleQuoted(r: Reader, word: WordDraft): void {
  const { text, length } = r
  const open = r.at
  let run = open + 1
  let at = run
  word.quoted = true
  for (;;) {
    if (at >= length) r.refuse('unterminated double quote', open)
    const code = r.code(at)
    if (code === c.DOUBLE_QUOTE) break
    if (code === c.BACKSLASH) {
      const next = r.code(at + 1)
      if (next === c.NEWLINE && r.pending.length > 0) refuseNewline(r, at)
      if (isEscapable(next) || next === c.NEWLINE) {
        word.value += text.slice(run, at)
        if (next !== c.NEWLINE) word.value += text.charAt(at + 1)
        run = at + 2
      }
      at += 2
      continue
    }
    if (code === c.DOLLAR || code === c.BACKTICK) {
      word.value += text.slice(run, at)
      r.at = at
      if (code === c.DOLLAR) readDollar(r, word, 'double')
      else readBackticks(r, word, 'double')
      at = run = r.at
      continue
    }
    if (code === c.NEWLINE && r.pending.length > 0) refuseNewline(r, at)
    at++
  }
  word.value += text.slice(run, at)
  r.at = at + 1
}

/** What a backslash escapes inside double quotes. */
function isEscapable(code: number): boolean {
  return code === c.DOLLAR || code === c.BACKTICK || code === c.DOUBLE_QUOTE || code === c.BACKSLASH
}

/** bash would take the here-document from the middle of the quote. */
export function refuseNewline(r: Reader, at: number): never {
  return r.refuse('newline in a quote before a here-document', at)
}

/** Other parsers take very long for words with more opening braces than this. */
const MAX_BRACES = 512

/** Rather true too often than too seldom: quoting inside the braces is not considered. */
function mayExpandBraces(raw: string): boolean {
  const open = raw.indexOf('{')
  const close = raw.lastIndexOf('}')
  const comma = raw.indexOf(',', open)
  if (comma > open && comma < close) return true
  const dots = raw.indexOf('..', open)
  return dots > open && dots < close
}

/** `a\{b,c}`, `{a","b,c}`: in `\*.{a,b}` the star is all that is quoted, and no pattern stands beside it. */
function hidesSigns(raw: string, { value, glob }: WordDraft): boolean {
  // In a range such as `{1..9}` nothing may be quoted, and after a dollar quotes mean something else.
  if (value.includes('..') || raw.includes('$')) return true
  const others = glob ? NO_SIGN_OF_PATTERNS : NO_SIGN_OF_BRACES
  return value.replace(others, '') !== raw.replace(QUOTED, '').replace(others, '')
}

const QUOTED = /\\.|'[^']*'|"(?:[^"\\]|\\.)*"/gs
const NO_SIGN_OF_BRACES = /[^{},]/g
const NO_SIGN_OF_PATTERNS = /[^{},*?[\]\\]/g

/** In `name=~/a:~/b` bash expands after the `=` and each colon, also in an argument. */
function expandsLaterTilde(raw: string): boolean {
  let equals = c.nameEnd(raw, 0)
  if (equals > 0 && raw.charCodeAt(equals) === c.OPEN_BRACKET) equals = raw.indexOf(']', equals) + 1
  if (raw.charCodeAt(equals) === c.PLUS) equals++
  if (equals === 0 || raw.charCodeAt(equals) !== c.EQUALS) return false
  return raw.includes('=~') || raw.includes(':~')
}

function isNameOnly(text: string, start: number, end: number): boolean {
  return start < end && c.nameEnd(text, start) >= end
}
