/** Part of the strict shell parser: reserved words, which count only unquoted and where a command may start. */

import * as c from './chars.ts'
import type { Reader } from './reader.ts'

export type Reserved =
  | 'if'
  | 'then'
  | 'elif'
  | 'else'
  | 'fi'
  | 'for'
  | 'select'
  | 'while'
  | 'until'
  | 'do'
  | 'done'
  | 'in'
  | 'case'
  | 'esac'
  | 'function'
  | 'coproc'
  | 'time'
  | '{'
  | '}'
  | '!'
  | '[['
  | ']]'

const WORDS: readonly Reserved[] = [
  ...(['if', 'then', 'elif', 'else', 'fi', 'for', 'select', 'while', 'until', 'do', 'done', 'in'] as const),
  ...(['case', 'esac', 'function', 'coproc', 'time', '{', '}', '!', '[[', ']]'] as const),
]

interface Spelled {
  readonly word: Reserved
  readonly codes: readonly number[]
}

/** Reserved words, with the codes of their characters, by their first character. */
const BY_FIRST = byFirst()

function byFirst(): readonly (readonly Spelled[] | undefined)[] {
  const table = Array.from<Spelled[] | undefined>({ length: 128 })
  for (const word of WORDS)
    (table[word.charCodeAt(0)] ??= []).push({ word, codes: Array.from(word, (char) => char.charCodeAt(0)) })
  return table
}

/** The reserved word at `r.at`, not consumed. */
export function reservedAt(r: Reader): Reserved | undefined {
  const code = r.code(r.at)
  const candidates = code < 128 ? BY_FIRST[code] : undefined
  if (candidates === undefined) return undefined
  for (const { word, codes } of candidates) {
    if (!r.hasAt(r.at, codes) || !r.isDelimiter(r.at + codes.length)) continue
    if (word === '!' && r.code(r.at + 1) === c.OPEN) r.refuse('!( may be a pattern', r.at)
    return word
  }
  return undefined
}

/** Consumes that reserved word, after any newlines, or refuses. */
export function expectReserved(r: Reader, word: Reserved): void {
  r.skipLines()
  if (reservedAt(r) !== word) r.refuse(`expected ${word}`, r.at)
  r.at += word.length
}
