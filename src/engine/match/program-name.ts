/** Part of matching shell rules: the name by which restrictions know a program. */

import { matchesPieces } from './pieces.ts'

/**
 * Restrictions compare the file name, whatever folder or letter case the program is called by; a versioned name counts
 * as the program, and `.` as `source`.
 */
export function programKey(word: string): string {
  if (isKey(word)) return word
  const name = word.slice(word.lastIndexOf('/') + 1).toLowerCase()
  const { length } = name
  const last = length === 0 ? 0 : name.charCodeAt(length - 1)
  if (last >= ZERO && last <= NINE) return name.replace(RELEASE, '$1')
  if (length === 1 && last === DOT) return 'source'
  return length >= 4 && name.charCodeAt(length - 4) === DOT ? name.replace(/\.(?:exe|cmd|bat)$/u, '') : name
}

/** Whether the word has only small letters, as most names of programs do; then it needs no work. */
function isKey(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    if (code < SMALL_A || code > SMALL_Z) return false
  }
  return true
}

const SMALL_A = 0x61
const SMALL_Z = 0x7a
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
/**
 * `python3.11`, `php8.2`, `gcc-12`. `pip3` is `pip`, but `python3` is not `python`: people who deny `python` may want
 * `python3` used.
 */
const RELEASE = /^(python[23]|pip|ruby|php|perl|lua|node|java|gcc|g\+\+|clang(?:\+\+)?)[.-]?\d[\d.]*$/u

/**
 * The same for a name with stars in it. If the name is nothing but a star, the folder that the program is called from
 * counts instead, wherever that folder lies: such pieces contain slashes.
 */
export function programPieces(pieces: readonly string[]): readonly string[] {
  const folded = pieces.map((piece) => piece.toLowerCase())
  const slashed = folded.findLastIndex((piece) => piece.includes('/'))
  const name = slashed < 0 ? folded : [programKey(folded[slashed] as string), ...folded.slice(slashed + 1)]
  if (name.some((piece) => piece !== '')) return name
  const [head = '', ...rest] = folded
  return ['', head.replace(/^(?:\.?\/)*/u, '/'), ...rest]
}

export function isCalled(pieces: readonly string[], word: string, program: string | null): boolean {
  if (pieces.some((piece) => piece.includes('/'))) return matchesPieces(pieces, `/${word.toLowerCase()}`)
  return matchesPieces(pieces, programKey(word)) || (program !== null && matchesPieces(pieces, program.toLowerCase()))
}
