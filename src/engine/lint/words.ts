/**
 * Part of linting: does one shell pattern match everything that another matches?
 *
 * INVARIANT: the answer is yes only if it is proven. A star of the inner pattern may stand for anything, so only a star
 * of the outer one matches it.
 */

import { matchesPieces } from '../match/pieces.ts'
import { notBehindStars } from '../match/shell.ts'
import { programKey } from '../match/program-name.ts'
import type { ShellPattern } from '../match/shell.ts'
import { ANY, isFlag, isPieces, matchesWord } from '../match/token.ts'
import type { Token } from '../match/token.ts'
import type { Way } from './way.ts'

export function coversWords(outer: ShellPattern, inner: ShellPattern, way: Way): boolean {
  if (way === 'permits') return permitsAll(outer, inner)
  const a = outer.tokens('restricts')
  const b = inner.tokens(way === 'restricts' ? 'restricts' : 'permits')
  const [first, ...rest] = b
  // The outer rule leaves the program open, and a restriction also matches a program under other names.
  if (a[0] === ANY)
    return coversTokens(a, first === ANY && way === 'restricts' ? b : [ANY, ...(first === ANY ? b : rest)])
  return restrictsFirst(outer, inner, a[0] as Token, first as Token, way) && coversTokens(a.slice(1), rest)
}

function restrictsFirst(outer: ShellPattern, inner: ShellPattern, a: Token, b: Token, way: Way): boolean {
  if (outer.key !== undefined) return outer.key === inner.key
  if (!isPieces(a) || b === ANY) return false
  if (way === 'restricts') return isPieces(b) && (isOpenName(a) && isOpenName(b) ? coversPieces(a, b) : same(a, b))
  // A permission matches the program's own name, or the word as it is spelled.
  return isOpenName(a) && coversPieces(a, isPieces(b) ? b.map((piece) => piece.toLowerCase()) : programKey(b))
}

/**
 * Whether the pattern is about the program's name. A piece with a slash is about the folder that the program is called
 * from.
 */
function isOpenName(pieces: readonly string[]): boolean {
  return pieces.every((piece) => !piece.includes('/'))
}

function permitsAll(outer: ShellPattern, inner: ShellPattern): boolean {
  const a = outer.tokens('permits')
  const b = inner.tokens('permits')
  const [head, first] = [a[0] as Token, b[0] as Token]
  const not = notBehindStars(outer)
  if (typeof head === 'string') return head === first && coversTokens(a.slice(1), b.slice(1), not)
  // A star for the program covers only trusted programs; a spelled program need not be trusted.
  if (typeof first === 'string') return false
  if (head === ANY) return coversTokens(a, first === ANY ? b : b.slice(1), not)
  return first !== ANY && coversPieces(head, first) && coversTokens(a.slice(1), b.slice(1), not)
}

/** `not`: what the stars of a permission do not stand for, unless the word spells it. */
function coversTokens(a: readonly Token[], b: readonly Token[], not?: RegExp): boolean {
  let [at, from, star, taken] = [0, 0, -1, -1]
  while (from < b.length) {
    const token = a[at]
    if (token === ANY) {
      star = ++at
      taken = from
    } else if (token !== undefined && coversWord(token, b[from] as Token, not)) {
      at++
      from++
    } else if (star >= 0) {
      at = star
      from = ++taken
    } else return false
  }
  while (a[at] === ANY) at++
  return at === a.length
}

function coversWord(a: Exclude<Token, typeof ANY>, b: Token, not: RegExp | undefined): boolean {
  if (b === ANY) return false
  // A restriction compares a flag with the flags, and anything else with the other words.
  if (isFlag(b) && !isFlag(a)) return false
  if (!isPieces(b)) return matchesWord(a, b, not)
  if (!isPieces(a)) return false
  return same(a, b) || (coversPieces(a, b) && not?.test(b.join('*')) !== true)
}

/** Replaces the stars of the inner pattern: a character that no word contains. */
const ANYTHING = '\0'

export function coversPieces(a: readonly string[], b: readonly string[] | string): boolean {
  if (a.some((piece) => piece.includes(ANYTHING))) return false
  return matchesPieces(a, typeof b === 'string' ? b : b.join(ANYTHING))
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.join('*') === b.join('*')
}
