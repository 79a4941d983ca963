/**
 * Part of reading shell lines: plausible commands in a text that was not understood.
 *
 * Only restrictions look at these, so reading too much is the safe side: every stretch between separators counts as a
 * command, with quotes and escapes dropped.
 */

import { MAX_LENGTH } from '../syntax/reader.ts'
import { simplified } from './simplified.ts'

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
  '-p',
  '--',
  '!',
  '{',
  'function',
])
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]/g
const MOST_COMMANDS = 1000
const MOST_WORDS = 1000

export interface Guesses {
  readonly commands: readonly (readonly string[])[]
  /** The files that it may write to. */
  readonly writes: readonly string[]
  /** What there was more of than is looked at; undefined if nothing was left out. */
  readonly cut: string | undefined
}

/** The text as it is written, and with its simple parts worked out. */
export function guess(source: string, home: string): Guesses {
  const text = source.slice(0, MAX_LENGTH).replace(INVISIBLE, '').replaceAll('\\\n', '')
  const simple = simplified(text, home)
  const texts = simple === text ? [text] : [text, simple]
  const writes = [...new Set(texts.flatMap(guessWrites))]
  const commands = [...new Map(texts.flatMap(guessCommands).map((words) => [words.join('\0'), words])).values()]
  const cut = source.length > MAX_LENGTH ? 'letters' : cutOf(commands, writes)
  return { commands: commands.slice(0, MOST_COMMANDS), writes: writes.slice(0, MOST_COMMANDS), cut }
}

function cutOf(commands: readonly (readonly string[])[], writes: readonly string[]): string | undefined {
  if (commands.length > MOST_COMMANDS || writes.length > MOST_COMMANDS) return 'commands'
  return commands.some(({ length }) => length > MOST_WORDS) ? 'words' : undefined
}

/** `> x`, `>>x`, `>| x`, and zsh's `>! x`. */
const TARGET = />{1,2}[|!&]?\s*((?:"[^"\n]*"|'[^'\n]*'|\\.|[^\s<>;&|(){}`"'\\])+)/gu

function guessWrites(text: string): readonly string[] {
  const found = new Set<string>()
  for (const [, target = ''] of text.matchAll(TARGET)) {
    if (!/^(?:\d+|-)$/u.test(target)) found.add(withoutQuotes(target))
    if (found.size > MOST_COMMANDS) break
  }
  return [...found]
}

function guessCommands(text: string): readonly (readonly string[])[] {
  const found: string[][] = []
  for (const stretch of new Set(text.split(SEPARATORS).flatMap(withoutRedirections))) {
    const words = stretch
      .split(/[\s<>]+/, MOST_WORDS + 1)
      .map(withoutQuotes)
      .filter((word) => word !== '')
    while (words.length > 0 && (LEADING.has(words[0] as string) || /^\w+=/.test(words[0] as string))) words.shift()
    if (words.length > 0) found.push(words)
    // The quotes around what a shell gets are gone.
    for (let at = words.indexOf('-c', 1); at > 0 && at < words.length - 1; at = words.indexOf('-c', at + 1))
      found.push(words.slice(at + 1))
    if (found.length > MOST_COMMANDS) break
  }
  return found
}

/** For `<x rm y`: also with the redirection left in, since what looks like one may be part of a word. */
function withoutRedirections(stretch: string): readonly string[] {
  return /[<>]/u.test(stretch) ? [stretch, stretch.replaceAll(REDIRECTION, ' ')] : [stretch]
}

const REDIRECTION = /\d{0,2}[<>]{1,3}[|!&]?[ \t]{0,8}[^\s<>]+/gu

function withoutQuotes(word: string): string {
  return word.replace(/\\(.)/g, '$1').replace(/["']|\$(?=["'])/g, '')
}
