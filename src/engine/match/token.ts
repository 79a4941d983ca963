/** Part of matching shell rules: the tokens a rule consists of. */

import { matchesPieces } from './pieces.ts'

/**
 * What is compared with words: a whole word, a word with `*` inside (as its pieces), or `*` alone, which is any run of
 * words.
 */
export type Token = string | readonly string[] | typeof ANY
export const ANY: unique symbol = Symbol('any run of words')

export function isPieces(token: Token): token is readonly string[] {
  return typeof token !== 'string' && token !== ANY
}

/** `not`: what a star must not match. */
export function matchesWord(token: string | readonly string[], word: string, not?: RegExp): boolean {
  if (typeof token === 'string') return token === word
  return matchesPieces(token, word) && (not?.test(word) !== true || not.test(token.join('*')))
}

/** `-f`, `--force`, `--to=*`; but not `-` alone, and not a word that may be anything. */
export function isFlag(token: Token | undefined): token is string | readonly string[] {
  if (typeof token === 'string') return token.length > 1 && token.startsWith('-')
  return token !== undefined && token !== ANY && (token[0] ?? '').startsWith('-')
}
