/**
 * Part of the strict shell parser: texts so plain that a second parser has nothing to say.
 *
 * Words, quotes, variables, names with wildcards, pipes, lists and outputs, and no command inside a word. `plain.test.ts`
 * holds the two parsers to agree on these.
 */

import { codeAt } from '../../code-at.ts'
import { DOLLAR, isNameChar, isNameStart } from './chars.ts'

const PLAIN = new Uint8Array(128)
for (let code = 0; code < 128; code++) if (isNameChar(code)) PLAIN[code] = 1
for (const char of './:,@%+=^ |&;\'"*?~>-') PLAIN[char.charCodeAt(0)] = 1

/** Puts the characters of a text into `codes`, and says whether it is plain: one pass, since most texts are. */
export function fillCodes(text: string, codes: Uint16Array): boolean {
  const { length } = text
  let plain = true
  for (let at = 0; at < length; at++) {
    const code = codeAt(text, at)
    codes[at] = code
    if (code < 128 && PLAIN[code] === 1) continue
    plain &&= code === DOLLAR && at + 1 < length && isNameStart(codeAt(text, at + 1))
  }
  return plain
}
