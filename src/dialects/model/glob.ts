/** Part of the evaluators: texts with `*`, without the time of a backtracking pattern. */

import { matchesPieces } from '../../engine/match/pieces.ts'

/** `*` stands for any characters, also blanks and slashes. */
export function starMatcher(pattern: string): (text: string) => boolean {
  const pieces = pattern.split('*')
  return (text) => matchesPieces(pieces, text)
}

/**
 * The same with `?` for any one character. Only the latest star is retried, so the time is at most the product of both
 * lengths.
 */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
  if (!pattern.includes('?')) return starMatcher(pattern)
  return (text) => {
    let p = 0
    let t = 0
    let star = -1
    let from = 0
    while (t < text.length) {
      if (p < pattern.length && (pattern[p] === '?' || (pattern[p] === text[t] && pattern[p] !== '*'))) {
        p++
        t++
      } else if (pattern[p] === '*') {
        star = p++
        from = t
      } else if (star >= 0) {
        p = star + 1
        t = ++from
      } else return false
    }
    while (pattern[p] === '*') p++
    return p === pattern.length
  }
}
