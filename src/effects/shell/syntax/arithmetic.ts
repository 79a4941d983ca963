/**
 * Part of the strict shell parser: `$(( ))`, `(( ))` and `for (( ))`.
 *
 * bash ignores quotes in arithmetic (`$(( '$(x)' ))` runs x), and falls back to reading `$((` as a subshell when the
 * parentheses do not pair up. INVARIANT: only a closed set of characters passes, the parentheses pair up by bash's naive
 * count, and every command substitution inside is listed.
 */

import * as c from './chars.ts'
import { readArithmeticVariable } from './parameter.ts'
import type { Reader } from './reader.ts'
import { readCommandSubstitution } from './substitution.ts'
import { WordDraft } from './word-draft.ts'

const OPERATORS = new Uint8Array(128)
for (const char of ' \t\n+-*/%<>=!&|^~?:,') OPERATORS[char.charCodeAt(0)] = 1

export function readArithmeticExpansion(r: Reader, word: WordDraft, quoted: boolean): void {
  const start = r.at + 3
  r.at = start
  readExpression(r)
  r.evaluates(start, r.at - 2)
  word.addExpansion('arithmetic', '', quoted, -1)
}

/** Reads from just after the `((` to just after its `))`; returns how many `;` are in between. */
export function readExpression(r: Reader): number {
  const { text } = r
  const start = r.at
  let parentheses = 0
  let brackets = 0
  let semicolons = 0
  let assigns = false
  for (;;) {
    if (r.at >= r.length) r.refuse('unterminated ((', start)
    const code = text.charCodeAt(r.at)
    const next = text.charCodeAt(r.at + 1)
    if (code === c.CLOSE && parentheses-- === 0) break
    if (c.isNameStart(code)) {
      const end = c.nameEnd(text, r.at)
      r.draft.evaluated.push(text.slice(r.at, end))
      r.at = end - 1
    } else if (c.isDigit(code)) skipNumber(r)
    else if (code === c.OPEN) parentheses++
    else if (code === c.OPEN_BRACKET && c.isNameChar(text.charCodeAt(r.at - 1))) brackets++
    else if (code === c.CLOSE_BRACKET && brackets > 0) brackets--
    else if (code === c.SEMICOLON && parentheses === 0) semicolons++
    else if (code === c.DOLLAR && next === c.OPEN) readInnerCommand(r)
    else if (code === c.DOLLAR) readArithmeticVariable(r)
    // `10#$x`: the value that follows is listed by itself.
    else if (code !== c.CLOSE && !(code === c.HASH && c.isDigit(text.charCodeAt(r.at - 1)))) {
      if (code > 127 || OPERATORS[code] !== 1) r.refuse('character in arithmetic', r.at)
      if (next === c.OPEN && (code === c.LESS || code === c.GREATER)) r.refuse('<( in arithmetic', r.at)
      if (code === c.NEWLINE && r.pending.length > 0) r.refuse('newline before a here-document', r.at)
      if (code === c.EQUALS || (code === next && (code === c.PLUS || code === c.MINUS))) assigns = true
    }
    r.at++
  }
  if (text.charCodeAt(r.at + 1) !== c.CLOSE) r.refuse('(( that may be a subshell', r.at)
  if (brackets > 0) r.refuse('array subscript', r.at)
  if (assigns) noteNames(r, start, r.at)
  r.at += 2
  return semicolons
}

const NUMBER = /0[xX][\da-fA-F]+|\d+#[\w@]+|\d+/y

/** `0xff`, `16#ff`: these letters are not names; leaves `r.at` on the last digit. */
function skipNumber(r: Reader): void {
  NUMBER.lastIndex = r.at
  if (NUMBER.test(r.text)) r.at = NUMBER.lastIndex - 1
}

/** Leaves `r.at` on the closing parenthesis. */
function readInnerCommand(r: Reader): void {
  const start = r.at
  if (r.code(start + 2) === c.OPEN) r.refuse('expansion in arithmetic', start)
  r.draft.evaluated.push(`$${r.draft.scopes.length}`)
  readCommandSubstitution(r, new WordDraft(), true)
  r.at--
  if (!pairsUpNaively(r.text.slice(start + 2, r.at))) r.refuse('command with parentheses in arithmetic', start)
}

/**
 * bash counts parentheses outside quotes, knows no comments there, and counts after printing the commands back, which
 * turns the `(x)` of a case into `x)`. If this count might go wrong, the answer is no.
 */
function pairsUpNaively(inner: string): boolean {
  if (inner.includes('esac')) return false
  let open = 0
  let quotes = false
  let parentheses = false
  for (let at = 0; at < inner.length; at++) {
    const code = inner.charCodeAt(at)
    if (code === c.NEWLINE || code === c.HASH || code === c.BACKTICK) return false
    if (code === c.SINGLE_QUOTE || code === c.DOUBLE_QUOTE || code === c.BACKSLASH) quotes = true
    else if (code === c.OPEN || code === c.CLOSE) {
      parentheses = true
      open += code === c.OPEN ? 1 : -1
      if (open < 0) return false
    }
  }
  return open === 0 && !(quotes && parentheses)
}

/** If an expression assigns, any name in it may be the one that is assigned. */
function noteNames(r: Reader, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    const stop = r.nameEnd(at)
    if (stop > at) {
      const name = r.text.slice(at, stop)
      r.draft.assigned.push(name)
      r.draft.counted.push(name)
    }
    at = Math.max(at, stop)
  }
}
