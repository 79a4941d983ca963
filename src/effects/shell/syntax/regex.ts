/**
 * Part of the strict shell parser: the right side of `=~`, which is not an ordinary word: `(`, `)` and `|` are part of
 * it.
 */

import * as c from './chars.ts'
import type { Reader } from './reader.ts'

const PLAIN = new Uint8Array(128)
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_^.*+?|[]{}-/:=,@%~()') {
  PLAIN[char.charCodeAt(0)] = 1
}

/** Consumes a regular expression with groups made of plain characters; false, and nothing read, for any other word. */
export function readRegex(r: Reader): boolean {
  const { text } = r
  const start = r.at
  let at = start
  let open = 0
  let bracket = false
  let special = false
  while (at < r.length) {
    const code = text.charCodeAt(at)
    if (code === c.BACKSLASH && isEscaped(text.charCodeAt(at + 1))) {
      at += 2
      continue
    }
    if (code === c.DOLLAR) {
      if (!endsBranch(text.charCodeAt(at + 1))) break
    } else if (code > 127 || (PLAIN[code] !== 1 && !(code === c.HASH && at > start))) break
    if (code === c.OPEN_BRACKET) bracket = true
    if (code === c.CLOSE_BRACKET) bracket = false
    if (code === c.OPEN || code === c.CLOSE || code === c.PIPE) {
      if (bracket && code !== c.PIPE) return false
      // In `[[ x =~ a|reboot ]]`, a sh that does not know `[[` runs what follows the `|`.
      if (code === c.PIPE && open === 0 && isProgramStart(text.charCodeAt(at + 1)))
        r.refuse('word that a plain sh runs', at + 1)
      special = true
      open += code === c.OPEN ? 1 : code === c.CLOSE ? -1 : 0
      if (open < 0) return false
    }
    at++
  }
  if (!special || open !== 0 || bracket || !c.isBlank(text.charCodeAt(at))) return false
  r.at = at
  return true
}

function isProgramStart(code: number): boolean {
  return c.isNameChar(code) || code === c.DOT || code === c.SLASH
}

/** Whether a `$` here can only be the anchor. */
function endsBranch(code: number): boolean {
  return code === c.CLOSE || code === c.PIPE || c.isBlank(code)
}

/** Whether the escaped character is a blank or a special character. */
function isEscaped(code: number): boolean {
  return code >= c.SPACE && code < 127 && !c.isNameChar(code) && !isQuoting(code)
}

function isQuoting(code: number): boolean {
  return code === c.SINGLE_QUOTE || code === c.DOUBLE_QUOTE || code === c.BACKTICK || code === c.DOLLAR
}
