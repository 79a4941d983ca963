/**
 * Part of the strict shell parser: `${…}`.
 *
 * INVARIANT: the closing brace found here is the one bash finds. Inside an operand, bash's rules for quotes,
 * parentheses and braces differ between contexts and versions, so whatever could be read in two ways is refused.
 */

import * as c from './chars.ts'
import { isSpecial, readDollar } from './expansion.ts'
import type { Reader } from './reader.ts'
import { readBackticks } from './substitution.ts'
import { WordDraft } from './word-draft.ts'
import { readDoubleQuoted } from './words.ts'
import type { Quoting } from './words.ts'

/** Longest first. */
const OPERATORS = ':- := :? :+ ## %% // /# /% ^^ ,, - = ? + # % / ^ ,'.split(' ')

/** `${x@Q}` and the like only reformat a value; `@P` would run what is in it. */
const TRANSFORMS = 'QEUuLKkAa'

export function readParameter(r: Reader, word: WordDraft, quoting: Quoting): void {
  const { text } = r
  const quoted = quoting !== 'none'
  const open = r.at
  let at = open + 2
  const sigil = text.charCodeAt(at)
  const counts = sigil === c.HASH && isParameterStart(text.charCodeAt(at + 1))
  const points = sigil === c.BANG && c.isNameStart(text.charCodeAt(at + 1))
  if (counts || points) at++
  const nameStart = at
  at = parameterEnd(r, at)
  const name = text.slice(nameStart, at)
  if (name === '_') r.draft.repeats = true
  const list = name === '@' || readListSubscript(r, at)
  const subscript = at
  at = readSubscript(r, at)
  const plain = !points && at === subscript
  if (!plain && !list && !points) noteKey(r, name, subscript, at)

  if (counts) {
    if (text.charCodeAt(at) !== c.CLOSE_BRACE) r.refuse('unknown form of ${#…}', at)
    r.draft.measured.push(name)
    word.addExpansion('arithmetic', '', quoted, -1)
    r.at = at + 1
    return
  }
  if (text.charCodeAt(at) === c.CLOSE_BRACE) {
    if (points && !list) r.draft.indirect = true
    const kind = plain ? simpleKind(text, nameStart) : !points && isWholeList(text, subscript) ? 'list' : 'parameter'
    const first = !points && text.startsWith('PIPESTATUS[0]', nameStart)
    word.addExpansion(first ? 'variable' : kind, name, quoted, -1)
    if (list) word.splits = true
    r.at = at + 1
    return
  }
  word.addExpansion('parameter', name, quoted, -1)
  if (list) word.splits = true
  if (points && isPrefixListing(text, at)) {
    word.splits = true
    r.at = at + 2
    return
  }
  if (points) r.draft.indirect = true
  r.at = at
  r.enter()
  readOperation(r, name, quoting, open)
  r.leave()
}

function simpleKind(text: string, nameStart: number): 'variable' | 'special' {
  return c.isNameStart(text.charCodeAt(nameStart)) ? 'variable' : 'special'
}

function isParameterStart(code: number): boolean {
  return c.isNameChar(code) || code === c.AT || code === c.STAR
}

/** `${!name*}`, `${!name@}`: the names with that beginning. */
function isPrefixListing(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code === c.STAR || code === c.AT) && text.charCodeAt(at + 1) === c.CLOSE_BRACE
}

function parameterEnd(r: Reader, at: number): number {
  const code = r.code(at)
  if (c.isNameStart(code)) return r.nameEnd(at)
  if (c.isDigit(code)) return c.digitsEnd(r.text, at)
  if (isSpecial(code)) return at + 1
  return r.refuse('unknown form of ${…}', at)
}

function isWholeList(text: string, at: number): boolean {
  return text.charCodeAt(at) === c.OPEN_BRACKET && text.charCodeAt(at + 1) === c.AT
}

/** Whether `[@]` or `[*]` stands here. */
function readListSubscript(r: Reader, at: number): boolean {
  const index = r.code(at + 1)
  return r.code(at) === c.OPEN_BRACKET && (index === c.AT || index === c.STAR)
}

/**
 * The end of the subscript that starts at `at`, or `at` if none does. bash evaluates a subscript as arithmetic after
 * expanding it, whatever quotes it has, so only names, numbers, `$name` and plain operators pass.
 */
export function readSubscript(r: Reader, at: number): number {
  const { text } = r
  if (text.charCodeAt(at) !== c.OPEN_BRACKET) return at
  if (readListSubscript(r, at)) return text.charCodeAt(at + 2) === c.CLOSE_BRACKET ? at + 3 : refuseSubscript(r, at)
  let end = at + 1
  for (;;) {
    const code = text.charCodeAt(end)
    if (c.isNameStart(code)) {
      const stop = c.nameEnd(text, end)
      r.draft.evaluated.push(text.slice(end, stop))
      end = stop - 1
    } else if (code === c.DOLLAR && c.isNameStart(text.charCodeAt(end + 1))) {
      // The name itself is read next.
    } else if (!c.isDigit(code) && code !== c.PLUS && code !== c.MINUS && code !== c.DOT) break
    end++
  }
  if (end === at + 1 || text.charCodeAt(end) !== c.CLOSE_BRACKET) refuseSubscript(r, end)
  r.evaluates(at + 1, end)
  return end + 1
}

/** `${list[$name]}`, `${list[name]}` */
function noteKey(r: Reader, list: string, at: number, end: number): void {
  const start = r.text.charCodeAt(at + 1) === c.DOLLAR ? at + 2 : at + 1
  if (end > at && c.nameEnd(r.text, start) === end - 1) r.draft.keys.push(`${list}[${r.text.slice(start, end - 1)}`)
}

function refuseSubscript(r: Reader, at: number): never {
  return r.refuse('array subscript', at)
}

function readOperation(r: Reader, name: string, quoting: Quoting, open: number): void {
  const { text } = r
  const code = text.charCodeAt(r.at)
  if (code === c.AT) {
    const known = TRANSFORMS.includes(text.charAt(r.at + 1)) && text.charCodeAt(r.at + 2) === c.CLOSE_BRACE
    if (!known || r.at + 1 >= r.length) r.refuse('parameter transformation', r.at)
    noteFailing(r, open)
    r.at += 3
    return
  }
  const operator = OPERATORS.find((candidate) => text.startsWith(candidate, r.at))
  if (operator === undefined) {
    if (code !== c.COLON) r.refuse('unknown operator in ${…}', r.at)
    r.at++
    return readSlice(r, open)
  }
  const element = text.charCodeAt(r.at - 1) === c.CLOSE_BRACKET
  r.at += operator.length
  const start = r.at
  readOperand(r, quoting, open)
  const sets = operator === '=' || operator === ':='
  if (MAY_FAIL.test(operator) || (sets && element)) noteFailing(r, open)
  if (!sets) return
  r.draft.assigned.push(name)
  if (/^\d+$/.test(text.slice(start, r.at - 1))) r.draft.counted.push(name)
}

/**
 * Operators that fail if the variable is not set, and those that bash 3.2, the version on macOS, does not know; it does
 * not know `@` either.
 */
const MAY_FAIL = /^(?::?\?|\^\^?|,,?)$/

export function noteFailing(r: Reader, open: number): void {
  r.draft.evaluations.push({ scope: r.scope, at: r.source(open), text: undefined })
}

/** `${x:offset:length}`: arithmetic, from a closed set of characters. */
function readSlice(r: Reader, open: number): void {
  const { text, at } = r
  for (;;) {
    if (r.at >= r.length) r.refuse('unterminated ${', open)
    const code = text.charCodeAt(r.at)
    if (code === c.CLOSE_BRACE) break
    if (code === c.DOLLAR) readArithmeticVariable(r)
    else if (c.isNameStart(code)) {
      const end = c.nameEnd(text, r.at)
      r.draft.evaluated.push(text.slice(r.at, end))
      r.at = end - 1
    } else if (!c.isDigit(code) && !' :+-*()'.includes(text.charAt(r.at))) r.refuse('character in a slice', r.at)
    r.at++
  }
  if (!text.slice(at, r.at).includes(':')) r.evaluates(at, r.at)
  else if (!SOUND_SLICE.test(text.slice(at, r.at))) noteFailing(r, open)
  r.at++
}

/** A negative length is an error. */
const SOUND_SLICE = /^ ?(?:0|[1-9]\d*):(?:0|[1-9]\d*)$/

const NUMBER_FOR_NONE = /:?-\d+(?=\})/y

/** `$name`, `$1`, `${name}`, `${name:-0}`, `${#name}` where bash evaluates the value; leaves `r.at` on the last character. */
export function readArithmeticVariable(r: Reader): void {
  const { text } = r
  const start = r.at
  const next = text.charCodeAt(start + 1)
  if (c.isNameStart(next)) {
    const end = c.nameEnd(text, start + 1)
    if (text.charCodeAt(end) === c.BACKSLASH) r.refuse('line continuation in an expansion', end)
    r.draft.evaluated.push(text.slice(start + 1, end))
    r.at = end - 1
    return
  }
  if (c.isDigit(next) || next === c.HASH || next === c.QUESTION) {
    if (c.isDigit(next)) r.draft.evaluated.push('')
    r.at = start + 1
    return
  }
  if (next !== c.OPEN_BRACE) r.refuse('expansion in arithmetic', start)
  const nameStart = text.charCodeAt(start + 2) === c.HASH ? start + 3 : start + 2
  const nameStop = Math.max(c.nameEnd(text, nameStart), c.digitsEnd(text, nameStart))
  if (nameStop === nameStart) r.refuse('expansion in arithmetic', start)
  const isLength = nameStart === start + 3
  const behind = readSubscript(r, nameStop)
  NUMBER_FOR_NONE.lastIndex = behind
  const end = !isLength && NUMBER_FOR_NONE.test(text) ? NUMBER_FOR_NONE.lastIndex : behind
  if (text.charCodeAt(end) !== c.CLOSE_BRACE) r.refuse('expansion in arithmetic', start)
  // A length is a number; elements of a list are not followed.
  if (!isLength) r.draft.evaluated.push(behind === nameStop ? text.slice(nameStart, nameStop) : '')
  r.at = end
}

/** The word after an operator, up to the closing brace. */
function readOperand(r: Reader, quoting: Quoting, open: number): void {
  const { text } = r
  const scratch = new WordDraft()
  for (;;) {
    if (r.at >= r.length) r.refuse('unterminated ${', open)
    const code = text.charCodeAt(r.at)
    if (code === c.CLOSE_BRACE) break
    if (code === c.DOLLAR && quoting !== 'none' && skipEscapes(r)) continue
    if (code === c.DOLLAR) readDollar(r, scratch, quoting)
    else if (code === c.BACKTICK) readBackticks(r, scratch, 'operand')
    else if (code === c.BACKSLASH) skipEscape(r)
    else if (code === c.SINGLE_QUOTE || code === c.DOUBLE_QUOTE) skipQuoted(r, scratch, code, quoting)
    else if (isAmbiguous(code)) r.refuse('brace, parenthesis or newline in ${…}', r.at)
    else if (c.isQuotedOnly(code)) r.refuse('odd blank or joiner outside quotes', r.at)
    else r.at++
  }
  r.at++
}

const ESCAPES = /\$'(?:[\w ,;:.+=/-]|\\[abefnrtv])*'/y

/** For `"${PATH//:/$'\n'}"`: whether bash reads it as a quote or as plain text, the brace after it is the same. */
function skipEscapes(r: Reader): boolean {
  ESCAPES.lastIndex = r.at
  if (!ESCAPES.test(r.text)) return false
  r.at = ESCAPES.lastIndex
  return true
}

function isAmbiguous(code: number): boolean {
  return code === c.OPEN_BRACE || code === c.NEWLINE || code === c.OPEN || code === c.CLOSE
}

function skipEscape(r: Reader): void {
  const next = r.code(r.at + 1)
  if (next === c.NEWLINE || r.at + 1 >= r.length) r.refuse('line continuation in an expansion', r.at)
  r.at += 2
}

function skipQuoted(r: Reader, scratch: WordDraft, code: number, quoting: Quoting): void {
  if (quoting !== 'none') r.refuse('quote inside a quoted ${…}', r.at)
  if (code === c.DOUBLE_QUOTE) return readDoubleQuoted(r, scratch)
  const end = r.text.indexOf("'", r.at + 1)
  if (end < 0) r.refuse('unterminated single quote', r.at)
  if (r.pending.length > 0 && r.text.slice(r.at, end).includes('\n')) r.refuse('newline in a quote', r.at)
  r.at = end + 1
}
