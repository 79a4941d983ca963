/**
 * Part of the strict shell parser: commands inside words (`$( )`, `<( )`, backticks) and subshells.
 *
 * INVARIANT: their commands land in the same flat list, in a scope of their own.
 */

import * as c from './chars.ts'
import { IN_PARENTHESES, readBlock, readWhole } from './list.ts'
import type { Reader } from './reader.ts'
import { reservedAt } from './reserved.ts'
import type { WordDraft } from './word-draft.ts'
import type { Quoting } from './words.ts'

export function readCommandSubstitution(r: Reader, word: WordDraft, quoted: boolean): void {
  r.at += 2
  word.addExpansion('command', '', quoted, readParenthesised(r, 'substitution'))
}

export function readProcess(r: Reader, word: WordDraft): void {
  r.at += 2
  // bash looks for the end of `<((` by counting, as if it were arithmetic
  if (r.code(r.at) === c.OPEN) r.refuse('<((', r.at)
  word.addExpansion('process', '', true, readParenthesised(r, 'process'))
}

/** Reads a list and its `)`, from just after the `(`; returns the scope of its commands. */
export function readParenthesised(r: Reader, kind: 'subshell' | 'substitution' | 'process'): number {
  if (r.pending.length > 0) r.refuse('commands in parentheses before a here-document', r.at)
  const { scope: outer, enclosure, hadHereDocument } = r
  const scope = r.newScope(kind, -1, -1)
  r.scope = scope
  if (kind !== 'subshell') {
    r.enclosure = 'substitution'
    r.hadHereDocument = false
  }
  r.enter()
  r.skipLines()
  if (kind !== 'subshell' && reservedAt(r) === 'time') r.refuse('time at the start of a substitution', r.at)
  if (r.code(r.at) !== c.CLOSE) readBlock(r, IN_PARENTHESES)
  else if (kind !== 'substitution') r.refuse('nothing in parentheses', r.at)
  if (r.pending.length > 0) r.refuse('here-document body outside its parentheses', r.at)
  r.at++
  r.leave()
  r.scope = outer
  r.enclosure = enclosure
  r.hadHereDocument = hadHereDocument
  return scope
}

/**
 * Reads backticks. bash takes the text up to the next unescaped backtick, removes one level of backslashes, and parses
 * the rest anew; this does the same. `operand`: inside `${…}`, where bash removes them differently, backticks are
 * refused.
 */
export function readBackticks(r: Reader, word: WordDraft, quoting: Quoting | 'operand'): void {
  if (r.pending.length > 0) r.refuse('backticks before a here-document', r.at)
  const start = r.at + 1
  const end = backtickEnd(r, start)
  const raw = r.text.slice(start, end)
  const escaped = raw.includes('\\')
  if (quoting === 'operand' && (escaped || raw.includes('"'))) r.refuse('quotes in backticks in ${…}', start)
  const scope = r.newScope('substitution', -1, -1)
  const inner = escaped ? unescaped(r, start, end, quoting) : r.nestedSlice(start, end)
  inner.scope = scope
  inner.enter()
  readWhole(inner)
  r.at = end + 1
  word.addExpansion('command', '', quoting !== 'none', scope)
}

function backtickEnd(r: Reader, start: number): number {
  let at = start
  for (;;) {
    if (at >= r.length) r.refuse('unterminated backtick', start - 1)
    const code = r.code(at)
    if (code === c.BACKTICK) return at
    if (code === c.BACKSLASH) {
      if (r.code(at + 1) === c.NEWLINE) r.refuse('line continuation in backticks', at)
      at++
    }
    at++
  }
}

/** A reader for the text with one level of backslashes removed, with a map back to the source. */
function unescaped(r: Reader, start: number, end: number, quoting: Quoting | 'operand'): Reader {
  const removable = quoting === 'double' ? '\\`$"' : '\\`$'
  const origin = new Int32Array(end - start + 1)
  let text = ''
  for (let at = start; at < end; at++) {
    origin[text.length] = r.source(at)
    if (r.code(at) === c.BACKSLASH) {
      if (!removable.includes(r.text.charAt(at + 1))) {
        text += '\\'
        origin[text.length] = r.source(at + 1)
      }
      at++
    }
    text += r.text.charAt(at)
  }
  origin[text.length] = r.source(end)
  return r.nested(text, origin, 0)
}
