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

export function guessCommands(text: string): readonly (readonly string[])[] {
  const found: string[][] = []
  for (const stretch of text.slice(0, MOST_TEXT).replace(INVISIBLE, '').replaceAll('\\\n', '').split(SEPARATORS)) {
    const words = stretch
      .split(/[\s<>]+/, MOST_WORDS)
      .map((word) => word.replace(/\\(.)/g, '$1').replace(/["']|\$(?=["'])/g, ''))
      .filter((word) => word !== '')
    while (words.length > 0 && (LEADING.has(words[0] as string) || /^\w+=/.test(words[0] as string))) words.shift()
    if (words.length > 0) found.push(words)
    if (found.length >= MOST_COMMANDS) break
  }
  return found
}
