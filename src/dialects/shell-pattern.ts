/**
 * Part of carrying shell rules over: one of our specifiers as words, and whether they are plain enough for other
 * systems.
 */

import { PatternError } from '../engine/match/pattern-error.ts'

export interface ShellPattern {
  /** Words as written, without quotes; a word may contain `*`. */
  readonly words: readonly string[]
  /** Any words may follow. */
  readonly prefix: boolean
  /** No star except at the end, and no character that a shell would interpret. */
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

/** Whether the words mean the same to every system that compares them as text. */
export function isPlainCommand(text: string): boolean {
  return text !== '' && text.split(' ').every((word) => PLAIN.test(word))
}
