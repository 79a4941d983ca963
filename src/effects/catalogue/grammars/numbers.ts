/**
 * Part of the command catalogue: numbers that builtins are given. zsh evaluates each as an expression: names in it are
 * looked up and set, and a command in a subscript is run, whoever wrote the value. So a number must be written out, or
 * be known to consist of digits.
 */

import type { Word } from '../../../engine/effect.ts'
import { type Draft, type WordTraits, spoil } from '../draft.ts'

export const EVALUATED_NUMBER = 'a shell may evaluate a number'

/**
 * Written out: with a sign, a fraction, or as hexadecimal; after a quote, a letter stands for its code. An empty word
 * is zero.
 */
const NUMBER = /^(?:[-+]?(?:\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+|0[xX][\da-fA-F]+))?$|^['"]/u

export function isPlainNumber(argv: readonly Word[], at: number, words: readonly WordTraits[]): boolean {
  const word = argv[at] ?? words[at]?.digits
  return at >= argv.length || (word !== undefined && NUMBER.test(word))
}

/** `exit 1`, `shift 2`. */
export function onlyNumbers(draft: Draft): void {
  const { argv, words } = draft
  if (!draft.operands.every((index) => isPlainNumber(argv, index, words))) spoil(draft, EVALUATED_NUMBER)
}
