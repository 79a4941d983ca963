/**
 * Part of the strict shell parser: texts so plain that a second parser has nothing to say.
 *
 * Words, quotes, variables, names with wildcards, pipes, lists and outputs, and no command inside a word but `$(…)` of such
 * words, without quotes. `plain.test.ts` holds the two parsers to agree on these.
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

/** No sign at all, not even that of number 0. */
const NOTHING = -1

/** Puts the characters of a text into `codes`, and says whether it is plain: one pass, since most texts are. */
export function fillCodes(text: string, codes: Uint16Array): boolean {
  const { length } = text
  let plain = true
  /** The sign that ends the quotes or the substitution, and the one that ends what that stands in. */
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
      // Its patterns end in the sign that the substitution ends in.
      plain &&= !includes(text, 'case')
    } else plain &&= isNameStart(next)
  }
  return plain && end === NOTHING
}
