/** Part of carrying shell rules: a specifier of ours as words, and whether its words are plain enough for others. */

import { PatternError } from '../engine/match/pattern-error.ts'

export interface ShellPattern {
  /** Words as written, quotes removed; a word may hold `*`. */
  readonly words: readonly string[]
  /** Any words may follow. */
  readonly prefix: boolean
  /** No star but the one at the end, and nothing in any word that a shell would read. */
  readonly plain: boolean
}

const PLAIN = /^[\w./:=@%+,^-]+$/u

export function shellPattern(specifier: string): ShellPattern {
  const colon = specifier.endsWith(':*')
  const body = colon ? specifier.slice(0, -2) : specifier
  const words = body.split(/[ \t\n]+/u).filter((word) => word !== '')
  const star = !colon && words.at(-1) === '*'
  if (star) words.pop()
  if (words.length === 0) throw new PatternError('it names no command')
  return { words, prefix: colon || star, plain: words.every((word) => PLAIN.test(word)) }
}

/** Words that mean the same to everybody, whoever compares them as text. */
export function isPlainCommand(text: string): boolean {
  return text !== '' && text.split(' ').every((word) => PLAIN.test(word))
}
