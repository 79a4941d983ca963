/** Part of matching shell rules: turns the text of a rule into words and wildcards. */

import { PatternError } from './pattern-error.ts'
import { ANY } from './token.ts'
import type { Token } from './token.ts'

/** `npm run:*` into words, and whether more may follow them. */
export function tokenize(specifier: string): { tokens: readonly Token[]; prefix: boolean } {
  const colon = specifier.endsWith(':*')
  const words = splitWords(colon ? specifier.slice(0, -2) : specifier)
  const prefix = colon || words.at(-1) === ANY
  if (prefix && !colon) words.pop()
  return { tokens: words, prefix }
}

/** Characters that do not stand for themselves in a word. */
const SPECIAL = /["'*\\]/u
const BLANKS = /[ \t\n]/u

/** Words as a shell would split them, quotes removed; an unquoted `*` is a wildcard. */
function splitWords(text: string): Token[] {
  if (!SPECIAL.test(text)) return text.split(BLANKS).filter((word) => word !== '')
  const words: Token[] = []
  let pieces: string[] | undefined
  let quote = ''
  const close = () => {
    if (pieces === undefined) return
    if (pieces.length === 1) words.push(pieces[0] as string)
    else words.push(pieces.every((piece) => piece === '') ? ANY : pieces)
    pieces = undefined
  }
  const add = (char: string) => {
    pieces ??= ['']
    pieces[pieces.length - 1] += char
  }
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string
    if (quote !== '') {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"' && i + 1 < text.length) add(text[++i] as string)
      else add(char)
    } else if (char === "'" || char === '"') {
      quote = char
      pieces ??= ['']
    } else if (char === '\\' && i + 1 < text.length) add(text[++i] as string)
    else if (char === ' ' || char === '\t' || char === '\n') close()
    else if (char === '*') (pieces ??= ['']).push('')
    else add(char)
  }
  if (quote !== '') throw new PatternError(`the quote ${quote} is not closed`)
  close()
  return words
}
