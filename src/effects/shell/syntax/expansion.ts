/**
 * Part of the strict shell parser: what a `$` starts.
 *
 * INVARIANT: a `$` is literal only where bash leaves it so; every form not known here is refused.
 */

import { readAnsiC } from './ansi-c.ts'
import { readArithmeticExpansion } from './arithmetic.ts'
import * as c from './chars.ts'
import { readParameter } from './parameter.ts'
import type { Reader } from './reader.ts'
import { readCommandSubstitution } from './substitution.ts'
import type { WordDraft } from './word-draft.ts'
import type { Quoting } from './words.ts'
import { refuseSigns, zshEnd } from './zsh.ts'

/** Reads the expansion whose `$` is at `r.at` into the word. */
export function readDollar(r: Reader, word: WordDraft, quoting: Quoting): void {
  const { text } = r
  const dollar = r.at
  const next = r.code(dollar + 1)
  if (c.isNameStart(next)) return readVariable(r, word, quoting)
  if (next === c.OPEN) {
    if (r.code(dollar + 2) === c.OPEN) return readArithmeticExpansion(r, word, quoting !== 'none')
    return readCommandSubstitution(r, word, quoting !== 'none')
  }
  if (next === c.OPEN_BRACE) return readParameter(r, word, quoting)
  if (next === c.SINGLE_QUOTE && quoting === 'none') return readAnsiC(r, word)
  if (next === c.DOUBLE_QUOTE && quoting === 'none') r.refuse('translated string $"…"', dollar)
  if (next === c.OPEN_BRACKET) r.refuse('old arithmetic $[…]', dollar)
  if (next === c.BACKSLASH && r.code(dollar + 2) === c.NEWLINE) r.refuse('line continuation after $', dollar)
  refuseSigns(r, dollar + 1)
  if (isSpecial(next)) {
    // In zsh `$10` is the tenth parameter, in bash the first and a zero.
    r.at = zshEnd(r, c.isDigit(next) ? c.digitsEnd(text, dollar + 1) : dollar + 2, quoting)
    const kind = r.at > dollar + 2 ? 'parameter' : 'special'
    word.addExpansion(kind, text.charAt(dollar + 1), quoting !== 'none', -1)
    if (next === c.AT) word.splits = true
    return
  }
  word.value += '$'
  r.at = dollar + 1
}

function readVariable(r: Reader, word: WordDraft, quoting: Quoting): void {
  const end = r.nameEnd(r.at + 1)
  if (r.code(end) === c.BACKSLASH && r.code(end + 1) === c.NEWLINE) {
    r.refuse('line continuation in an expansion', end)
  }
  const name = r.text.slice(r.at + 1, end)
  if (name === '_') r.draft.repeats = true
  r.at = zshEnd(r, end, quoting)
  word.addExpansion(r.at > end ? 'parameter' : 'variable', name, quoting !== 'none', -1)
}

/** `$1 $@ $* $# $? $$ $! $-` */
export function isSpecial(code: number): boolean {
  return (
    c.isDigit(code) ||
    code === c.AT ||
    code === c.STAR ||
    code === c.HASH ||
    code === c.QUESTION ||
    code === c.DOLLAR ||
    code === c.BANG ||
    code === c.MINUS
  )
}
