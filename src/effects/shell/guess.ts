/**
 * Part of reading shell lines: plausible commands in a text that was not understood.
 *
 * Only restrictions look at these, so reading too much is the safe side: every stretch between separators is taken for
 * a command, with quotes and escapes dropped.
 */

const SEPARATORS = /[\n\r;&|(){}`]|\$\(|<\(|>\(/
const LEADING = new Set([
  'if',
  'then',
  'else',
  'elif',
  'do',
  'while',
  'until',
  'for',
  'case',
  'in',
  'time',
  '!',
  '{',
  'function',
])
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]/g
const MOST_COMMANDS = 200
const MOST_WORDS = 60
const MOST_TEXT = 65_536

/** `> x`, `>>x`, `>| x`, and zsh's `>! x`. */
const TARGET = />{1,2}[|!&]?\s*((?:"[^"\n]*"|'[^'\n]*'|\\.|[^\s<>;&|(){}`"'\\])+)/gu

/** The files that it may write to. */
export function guessWrites(text: string): readonly string[] {
  const found = new Set<string>()
  for (const [, target = ''] of text.slice(0, MOST_TEXT).replace(INVISIBLE, '').matchAll(TARGET)) {
    if (!/^(?:\d+|-)$/u.test(target)) found.add(withoutQuotes(target))
    if (found.size >= MOST_COMMANDS) break
  }
  return [...found]
}

export function guessCommands(text: string): readonly (readonly string[])[] {
  const found: string[][] = []
  for (const stretch of text.slice(0, MOST_TEXT).replace(INVISIBLE, '').replaceAll('\\\n', '').split(SEPARATORS)) {
    const words = stretch
      .split(/[\s<>]+/, MOST_WORDS)
      .map(withoutQuotes)
      .filter((word) => word !== '')
    while (words.length > 0 && (LEADING.has(words[0] as string) || /^\w+=/.test(words[0] as string))) words.shift()
    if (words.length > 0) found.push(words)
    if (found.length >= MOST_COMMANDS) break
  }
  return found
}

function withoutQuotes(word: string): string {
  return word.replace(/\\(.)/g, '$1').replace(/["']|\$(?=["'])/g, '')
}
