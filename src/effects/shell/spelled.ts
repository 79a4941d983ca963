/**
 * Part of reading shell lines: a word that nobody knows whole, as it is written: without its quotes, its variables in place.
 *
 * For restrictions only: `bash -c "rm -rf ~ $X"` removes a home whatever the variable holds, or nearly so.
 */

import type { Part, ShellWord } from './syntax/script.ts'
import { bracedWords } from './words.ts'

/** Aligned with what the words become; undefined for those that are known. */
export function spelledWords(words: readonly ShellWord[], source: string): readonly (string | undefined)[] {
  return words.flatMap((word) => {
    if (word.dynamic) return [spelledWord(word, source)]
    if (word.brace) return bracedWords(word)?.map(() => undefined) ?? [undefined]
    return [word.tilde ? word.value : undefined]
  })
}

/** What a text reads like to whom it is given. */
export function spelledWord(word: ShellWord, source: string): string {
  if (!word.dynamic) return word.value
  const { parts, span } = word
  return parts.every(isPlain)
    ? parts
        .map(({ kind, text }) => (kind === 'text' ? text : kind === 'variable' ? `\${${text}}` : `$${text}`))
        .join('')
    : source.slice(span.start, span.end).replaceAll('"', '')
}

/** Of the others only the source has the text. */
function isPlain({ kind }: Part): boolean {
  return kind === 'text' || kind === 'variable' || kind === 'special'
}
