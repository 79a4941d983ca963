/**
 * Part of reading shell lines: a word that is not fully known, as it is written: without its quotes, its variables left
 * in place.
 *
 * For restrictions only: `bash -c "rm -rf ~ $X"` removes a home whatever the variable holds, or nearly so.
 */

import type { ShellWord } from '../syntax/script.ts'
import { bracedWords } from '../words/braces.ts'

/** In the order of the resulting words; undefined for words that are known. */
export function spelledWords(words: readonly ShellWord[], source: string): readonly (string | undefined)[] {
  const spelled: (string | undefined)[] = []
  for (const word of words) {
    if (word.dynamic) spelled.push(spelledWord(word, source))
    else if (!word.brace) spelled.push(word.tilde ? word.value : undefined)
    else for (let left = bracedWords(word)?.length ?? 1; left > 0; left--) spelled.push(undefined)
  }
  return spelled
}

/** The text as it is read by the program that gets it. */
export function spelledWord(word: ShellWord, source: string): string {
  if (!word.dynamic) return word.value
  let spelled = ''
  for (const { kind, text } of word.parts) {
    if (kind === 'text') spelled += text
    else if (kind === 'variable') spelled += `\${${text}}`
    else if (kind === 'special') spelled += `$${text}`
    // For other parts, only the source has the text.
    else return source.slice(word.span.start, word.span.end).replaceAll('"', '')
  }
  return spelled
}
