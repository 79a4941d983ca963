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

/** Reserved words, and what they are spelled of, by their first character. */
const BY_FIRST = Array.from({ length: 128 }, (_, code) => {
  const words = WORDS.filter((word) => word.charCodeAt(0) === code)
  const spelled = words.map((word) => ({ word, codes: Array.from(word, (char) => char.charCodeAt(0)) }))
  return spelled.length > 0 ? spelled : undefined
})

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
