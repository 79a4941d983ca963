/**
 * Part of the strict shell parser: where zsh, which many agents run, reads on after a `$` expansion that ends earlier
 * for bash.
 *
 * The parser reads for bash. But in zsh the same text may name another file (`$x:t`, `$x[2,-1]`), or run what a
 * variable holds (`$x[a]`, `$~x`). Forms that only change the value leave it unknown; forms that evaluate it are
 * refused.
 */

import * as c from './chars.ts'
import type { Reader } from './reader.ts'
import type { Quoting } from './words.ts'

const SIGNS = /[=^~+#]+[\w@*]/y

/** `$=x $^x $~x $+x $#x`: in zsh, a value that is split, distributed, used as a pattern, tested or measured. */
export function refuseSigns(r: Reader, at: number): void {
  SIGNS.lastIndex = at
  if (SIGNS.test(r.text)) r.refuse('a sign that zsh knows before a name', at)
}

const NUMBERS = /\[[\d,.+-]+\]/y
/** `[^:]`, `[[:space:]]`, `[ =:]`, `[]`: an error in zsh. */
const NO_SUBSCRIPT = /\[(?:\]|(?:\^(?:\[:)?|\[:| *[=:])[\w,.:;/ =+-]*\])/y
/** `"$x['\"]"`: an error to zsh as well, unless the list has names for keys. Outside quotes they would begin some. */
const QUOTES = /\[\^?(?:'|\\")+\]/y
const MODIFIER = /:[fw]*[aAcehlPqQrtu]/y
/** `:s/a/b/`, with any sign for the slash, those that take an expression, and those that leave a part of a path. */
const REPLACING = /:(?:[fw]*[ehrt](?!\w)|[fwg]*s(?:(\w)[^\s"'`]*?\1|([^\w\s"'`])[^"'`\n]*?\2)|[FW][^\w\s"'])/y

/** Where zsh ends the subscript and the modifiers that stand at `at`; `at` itself if there are none. */
export function zshEnd(r: Reader, at: number, quoting: Quoting): number {
  const { text } = r
  let end = at
  if (r.code(at) === c.OPEN_BRACKET) {
    NO_SUBSCRIPT.lastIndex = NUMBERS.lastIndex = QUOTES.lastIndex = at
    if (NO_SUBSCRIPT.test(text)) return at
    const subscript = quoting === 'double' && QUOTES.test(text) ? QUOTES : NUMBERS
    if (subscript === NUMBERS && !NUMBERS.test(text)) r.refuse('subscript that zsh evaluates', at)
    end = subscript.lastIndex
  }
  while (r.code(end) === c.COLON) {
    REPLACING.lastIndex = MODIFIER.lastIndex = end
    if (REPLACING.test(text)) r.refuse('modifier that zsh knows', end)
    if (!MODIFIER.test(text)) break
    end = MODIFIER.lastIndex
  }
  return end
}
