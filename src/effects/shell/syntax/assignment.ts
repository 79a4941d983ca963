/**
 * Part of the strict shell parser: `name=value`, `name[i]=value`, `name=(…)`.
 *
 * INVARIANT: an array literal ends in a delimiter (bash reads `a=(x)y` otherwise), and subscripts hold nothing that bash
 * would evaluate beyond names and numbers.
 */

import * as c from './chars.ts'
import { noteFailing, readSubscript } from './parameter.ts'
import type { Reader } from './reader.ts'
import { refuseGluedOperator } from './redirect.ts'
import type { Assign, ShellWord } from './script.ts'
import type { WordDraft } from './word-draft.ts'
import { readWord } from './words.ts'

/** Reads the assignment at `r.at`; undefined, and nothing read, when none starts there. `declared`: as an argument of `declare` or its like. */
export function readAssignment(r: Reader, declared: boolean): Assign | undefined {
  const { text } = r
  const start = r.at
  const nameStop = r.nameEnd(start)
  if (nameStop === start) return undefined
  let at = nameStop
  const after = r.code(at)
  if (after !== c.EQUALS && after !== c.PLUS && after !== c.OPEN_BRACKET) return undefined
  if (after === c.OPEN_BRACKET) at = readSubscript(r, at)
  const append = r.code(at) === c.PLUS
  if (append) at++
  if (r.code(at) !== c.EQUALS) return after === c.OPEN_BRACKET ? r.refuse('array subscript', nameStop) : undefined
  const subscript = after === c.OPEN_BRACKET ? text.slice(nameStop + 1, text.lastIndexOf(']', at)) : undefined
  // No element of a list has `-5` or `@` as its key.
  if ((subscript !== undefined && !/^\d+$/.test(subscript)) || KEPT_BY_BASH.has(text.slice(start, nameStop)))
    noteFailing(r, start)
  r.at = at + 1
  const isArray = r.code(r.at) === c.OPEN
  if (isArray && subscript !== undefined) r.refuse('array subscript', nameStop)
  const array = isArray ? readArray(r, declared) : undefined
  const value = isArray ? undefined : readValue(r)
  return { name: text.slice(start, nameStop), subscript, value, array, append, span: r.span(start, r.at) }
}

/** Numbers that bash sets itself and that cannot be assigned. */
export const KEPT_BY_BASH = new Set(['UID', 'EUID', 'PPID'])

function readValue(r: Reader): WordDraft {
  const start = r.at
  const value = readWord(r, 'value')
  if (!value.tilde) value.tilde = r.text.slice(start, r.at).includes(':~')
  refuseGluedOperator(r, value, start)
  return value
}

function readArray(r: Reader, declared: boolean): ShellWord[] {
  if (r.pending.length > 0) r.refuse('array before a here-document', r.at)
  const { text } = r
  const open = r.at
  const words: ShellWord[] = []
  r.at++
  for (;;) {
    r.skipLines()
    if (r.at >= r.length) r.refuse('unterminated array', r.at)
    const code = r.code(r.at)
    if (code === c.CLOSE) break
    if (code === c.OPEN_BRACKET) skipElementSubscript(r, declared)
    const start = r.at
    const word = readWord(r, 'operand')
    if (r.at === start && r.code(start - 1) !== c.EQUALS) r.refuse('array element', start)
    const end = r.code(r.at)
    if (r.at < r.length && !c.isBlank(end) && end !== c.NEWLINE && end !== c.CLOSE) r.refuse('array element', r.at)
    words.push(word)
  }
  r.at++
  // bash 5.2 misreads `\"` there
  if (r.enclosure !== 'none' && text.slice(open, r.at).includes('\\'))
    r.refuse('backslash in an array in a substitution', open)
  const after = r.code(r.at)
  if (!r.isDelimiter(r.at) || after === c.OPEN || after === c.LESS || after === c.GREATER)
    r.refuse('text after an array', r.at)
  return words
}

/**
 * `[key]=` before an element; the key is plain, or plain in quotes. bash evaluates what the key spells unless the list
 * has names for keys, which only its declaration can say.
 */
function skipElementSubscript(r: Reader, declared: boolean): void {
  const start = r.at
  const quote = r.code(start + 1)
  const quoted = quote === c.SINGLE_QUOTE || quote === c.DOUBLE_QUOTE
  let at = quoted ? start + 2 : start + 1
  const keyStart = at
  while (isKeyChar(r.code(at), quoted)) at++
  if (!quoted && at === keyStart) r.refuse('array subscript', start)
  if (quoted && r.code(at++) !== quote) r.refuse('array subscript', start)
  if (r.code(at) !== c.CLOSE_BRACKET || r.code(at + 1) !== c.EQUALS) r.refuse('array subscript', start)
  if (!declared) {
    r.draft.evaluated.push(...(r.text.slice(keyStart, at).match(NAMES) ?? []))
    r.evaluates(keyStart, at)
  }
  r.at = at + 2
}

const NAMES = /(?<!\w)[A-Za-z_]\w*/gu

function isKeyChar(code: number, quoted: boolean): boolean {
  return c.isNameChar(code) || code === c.DOT || code === c.MINUS || (quoted && code === c.SPACE)
}
