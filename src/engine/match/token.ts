/** Part of matching shell rules: what a rule is made of. */

import { matchesPieces } from './pieces.ts'

/** A word to compare: the whole word, a word with `*` inside (its pieces), or `*` alone, any run of words. */
export type Token = string | readonly string[] | typeof ANY
export const ANY: unique symbol = Symbol('any run of words')

export function isPieces(token: Token): token is readonly string[] {
  return typeof token !== 'string' && token !== ANY
}

/** `not`: what a star may not stand for. */
export function matchesWord(token: string | readonly string[], word: string, not?: RegExp): boolean {
  if (typeof token === 'string') return token === word
  return matchesPieces(token, word) && (not?.test(word) !== true || not.test(token.join('*')))
}

/** `-f`, `--force`, `--to=*`; neither `-` alone nor a word that may be anything. */
export function isFlag(token: Token | undefined): token is string | readonly string[] {
  if (typeof token === 'string') return token.length > 1 && token.startsWith('-')
  return token !== undefined && token !== ANY && (token[0] ?? '').startsWith('-')
}
