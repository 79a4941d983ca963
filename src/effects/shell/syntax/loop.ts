/** Part of the strict shell parser: `for` and `select`, up to their `do`. */

import { readExpression } from './arithmetic.ts'
import * as c from './chars.ts'
import { isEndless } from './endless.ts'
import type { Reader } from './reader.ts'
import { reservedAt } from './reserved.ts'
import type { Repeated, ShellWord } from './script.ts'
import { readWord } from './words.ts'

/** What the head of a loop says about it. */
export interface LoopHead {
  /** Whether it comes to an end, as a list of words surely does. */
  readonly ends: 'surely' | 'maybe' | 'never'
  readonly counter: Repeated['counter']
}

const PLAIN_HEAD: LoopHead = { ends: 'surely', counter: undefined }

export function readLoopHead(r: Reader, kind: 'for' | 'select', conditional: boolean): LoopHead {
  r.skipBlanks()
  if (kind === 'for' && r.text.startsWith('((', r.at)) return readArithmeticHead(r)
  const start = r.at
  const stop = r.nameEnd(start)
  if (stop === start || !r.isDelimiter(stop)) r.refuse('loop variable', start)
  const name = r.text.slice(start, stop)
  r.at = stop
  r.skipLines()
  const words = reservedAt(r) === 'in' ? readLoopWords(r) : undefined
  r.draft.loops.push({ kind, name, words, scope: r.scope, conditional, span: r.span(start, r.at) })
  if (words === undefined && r.code(r.at) === c.SEMICOLON) r.at++
  return PLAIN_HEAD
}

/** Starts at a number and only steps up; the condition sets nothing. */
const COUNTS_UP =
  /^\(\(\s*([A-Za-z_]\w*)\s*=\s*\d{1,9}\s*;(?!.*(?:<<|>>))(?:[^;=+-]|[<>!=]=|-(?![-=])|\+(?![+=]))*;\s*(?:\1\s*\+\+|\+\+\s*\1|\1\s*\+=\s*\d{1,9})\s*\)\)$/

/** Starts at a number and steps down while it is above another number: inside the loop it is never negative. */
const COUNTS_DOWN =
  /^\(\(\s*([A-Za-z_]\w*)\s*=\s*\d{1,9}\s*;\s*\1\s*>=?\s*\d{1,9}\s*;\s*(?:\1\s*--|--\s*\1|\1\s*-=\s*\d{1,9})\s*\)\)$/

function readArithmeticHead(r: Reader): LoopHead {
  const start = r.at
  const before = r.draft.assigned.length
  r.at += 2
  if (readExpression(r) !== 2) r.refuse('for (( without three parts', start)
  const head = r.text.slice(start, r.at)
  const name = (COUNTS_UP.exec(head) ?? COUNTS_DOWN.exec(head))?.[1]
  r.skipBlanks()
  if (r.code(r.at) === c.SEMICOLON) r.at++
  const times = r.draft.assigned.slice(before).filter((one) => one === name).length
  const ends = isEndless('for', head) ? 'never' : 'maybe'
  return { ends, counter: name === undefined ? undefined : { name, times } }
}

function readLoopWords(r: Reader): ShellWord[] {
  const words: ShellWord[] = []
  r.at += 2
  for (;;) {
    r.skipBlanks()
    if (r.at >= r.length) r.refuse('unexpected end', r.at)
    const code = r.code(r.at)
    if (code === c.HASH) {
      r.skipComment()
      continue
    }
    if (code === c.SEMICOLON) {
      r.at++
      return words
    }
    if (code === c.NEWLINE) {
      r.newline()
      return words
    }
    const start = r.at
    const word = readWord(r, 'operand')
    const after = r.code(r.at)
    if (r.at === start || after === c.OPEN || after === c.LESS || after === c.GREATER) r.refuse('words of a loop', r.at)
    words.push(word)
  }
}
