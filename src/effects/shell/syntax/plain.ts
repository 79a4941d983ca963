/**
 * Part of the strict shell parser: texts that are so plain that a second parser cannot disagree.
 *
 * They have words, quotes, variables, names with wildcards, pipes, lists and outputs, and no command inside a word
 * except `$(…)` with such words, without quotes. `plain.test.ts` checks that the two parsers agree on these.
 */

import { codeAt, includes } from '../../code-at.ts'
import {
  BACKSLASH,
  BACKTICK,
  CLOSE,
  DOLLAR,
  DOUBLE_QUOTE,
  OPEN,
  SINGLE_QUOTE,
  SPACE,
  TILDE,
  isNameChar,
  isNameStart,
} from './chars.ts'

const PLAIN = new Uint8Array(128)
for (let code = 0; code < 128; code++) if (isNameChar(code)) PLAIN[code] = 1
for (const char of './:,@%+=^ |&;*?~>-') PLAIN[char.charCodeAt(0)] = 1

/** Not a character, not even the one with code 0. */
const NOTHING = -1

/**
 * Copies the characters of a text into `codes`, and says whether it is plain. One pass is enough, since most texts are.
 */
export function fillCodes(text: string, codes: Uint16Array): boolean {
  const { length } = text
  let plain = true
  /** The character that ends the quotes or the substitution, and the one that ends what surrounds them. */
  let end = NOTHING
  let outer = NOTHING
  for (let at = 0; at < length; at++) {
    const code = codeAt(text, at)
    codes[at] = code
    if (code === end) {
      end = outer
      outer = NOTHING
    } else if (end === NOTHING || end === CLOSE) {
      if (code < 128 && PLAIN[code] === 1) continue
      if (end === NOTHING && (code === SINGLE_QUOTE || code === DOUBLE_QUOTE)) end = code
      else if (code !== DOLLAR) plain = false
    } else if (code < SPACE || code > TILDE || (end === DOUBLE_QUOTE && (code === BACKTICK || code === BACKSLASH)))
      plain = false
    if (code !== DOLLAR || end === SINGLE_QUOTE) continue
    const next = at + 1 < length ? codeAt(text, at + 1) : 0
    if (next === OPEN && end !== CLOSE) {
      codes[++at] = next
      outer = end
      end = CLOSE
      // The patterns of a `case` end in the same character as the substitution.
      plain &&= !includes(text, 'case')
    } else plain &&= isNameStart(next)
  }
  return plain && end === NOTHING
}
