/**
 * Part of reading shell lines: a word that nobody knows whole, as it is written: without its quotes, its variables in place.
 *
 * For restrictions only: `bash -c "rm -rf ~ $X"` removes a home whatever the variable holds, or nearly so.
 */

import type { ShellWord } from '../syntax/script.ts'
import { bracedWords } from '../words/braces.ts'

/** Aligned with what the words become; undefined for those that are known. */
export function spelledWords(words: readonly ShellWord[], source: string): readonly (string | undefined)[] {
  const spelled: (string | undefined)[] = []
  for (const word of words) {
    if (word.dynamic) spelled.push(spelledWord(word, source))
    else if (!word.brace) spelled.push(word.tilde ? word.value : undefined)
    else for (let left = bracedWords(word)?.length ?? 1; left > 0; left--) spelled.push(undefined)
  }
  return spelled
}

/** What a text reads like to whom it is given. */
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
