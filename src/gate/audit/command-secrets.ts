/**
 * Part of the audit: secrets that can be recognised only by their place in a command line: `mysql -phunter2`, `--token
 * x`.
 */

import { baseName } from '../../effects/catalogue/dangers/input.ts'
import { secrecyOf } from './secret-name.ts'
import { SECRET_OPTIONS } from './secrets.ts'
import type { SecretOption } from './secrets.ts'

export const REDACTED = '[redacted]'

/** The words of one command, with the secret ones redacted; the very same list when there are none. */
export function redactWords<W extends string | null>(words: readonly W[]): readonly (W | string)[] {
  let redacted: (W | string)[] | undefined
  /**
   * The secret options of all programs found so far: a program may start another one, whose options then come first.
   */
  const rows = new Set<SecretOption>()
  const seen = new Set<string>()
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    for (const row of SECRET_OPTIONS.get(baseName(word)) ?? []) rows.add(row)
    const next = words[at + 1]
    const row = rows.size === 0 ? undefined : [...rows].findLast((row) => fits(row, word, seen))
    seen.add(word)
    if (row !== undefined && !isAlone(row, word)) {
      redacted ??= [...words]
      redacted[at] = row.option + hidden(word.slice(row.option.length), row)
    } else if (
      typeof next === 'string' &&
      (row !== undefined || (!next.startsWith('-') && (isSecretFlag(word) || isSetting(words, at))))
    ) {
      redacted ??= [...words]
      redacted[at + 1] = hidden(next, row)
      at++
    }
  }
  return redacted ?? words
}

function fits(row: SecretOption, word: string, seen: ReadonlySet<string>): boolean {
  const { option, attached, after } = row
  if (after !== undefined && !seen.has(after)) return false
  if (isAlone(row, word)) return attached !== 'only'
  return attached !== false && (option === '' ? !word.startsWith('-') : word.startsWith(option))
}

/** Whether the option's value is the next word. */
function isAlone({ option, behind }: SecretOption, word: string): boolean {
  if (word === option) return true
  return behind?.test(word.slice(0, -1)) === true && word.endsWith(option.slice(1))
}

function isSecretFlag(word: string): boolean {
  return word.startsWith('--') && !word.includes('=') && secrecyOf(word) !== undefined
}

/** `npm config set …:_authToken x`, `aws configure set --profile a aws_secret_access_key x`. */
function isSetting(words: readonly (string | null)[], at: number): boolean {
  const word = words[at] ?? ''
  if (word.includes('=') || secrecyOf(word) === undefined) return false
  const isOption = (place: number) => words[place]?.startsWith('--') === true
  let before = at - 1
  while (words[before] !== SET && (isOption(before) || isOption(before - 1))) before--
  return words[before] === SET
}

const SET = 'set'

function hidden(value: string, row: SecretOption | undefined): string {
  if (isReference(value)) return value
  if (row?.keeps === undefined) return REDACTED
  const sign = value.indexOf(row.keeps)
  return sign < 0 ? value : value.slice(0, sign + 1) + REDACTED
}

/** `$TOKEN` and `$(…)` say where a secret is, not what it is. */
export function isReference(value: string): boolean {
  return /^["']?\$(?:\(|\{?\w*\}?["']?$)/.test(value)
}

const PROGRAM = new RegExp(
  `(?<![\\w.-])(?:${[...SECRET_OPTIONS.keys(), SET].map((name) => name.replace('-', '\\-')).join('|')})(?![\\w.-])`,
  'g',
)
/** One piece of a line: blanks, the end of a command, or a word with its quotes. Alternatives differ in their first character. */
const PIECE = /(?:[ \t]|\\\r?\n)+|[;|&\n]|(?:"(?:[^"\\]|\\[^])*"?|'[^']*'?|\\(?!\r?\n)[^]?|[^\s;|&"'\\])+|\s/y
/** A backslash at the end of a line counts as a blank. */
const BLANK = /^(?:\s|\\\r?\n)+$/

/** Redacts commands in running text. */
export function redactCommands(text: string): string {
  let done = ''
  let from = 0
  PROGRAM.lastIndex = 0
  for (let match = PROGRAM.exec(text); match !== null; match = PROGRAM.exec(text)) {
    const { pieces, end } = piecesFrom(text, match.index)
    const words = pieces.filter((piece) => !BLANK.test(piece))
    const redacted = redactWords(words)
    if (redacted !== words) {
      let word = 0
      const written = pieces.map((piece) => (BLANK.test(piece) ? piece : (redacted[word++] ?? '')))
      done += text.slice(from, match.index) + written.join('')
      from = end
    }
    PROGRAM.lastIndex = Math.max(end, match.index + 1)
  }
  return from === 0 ? text : done + text.slice(from)
}

/** From a program's name to the end of its command. */
function piecesFrom(text: string, start: number): { pieces: string[]; end: number } {
  const pieces: string[] = []
  PIECE.lastIndex = start
  for (let match = PIECE.exec(text); match !== null; match = PIECE.exec(text)) {
    if (/^[;|&\n]/.test(match[0])) return { pieces, end: match.index }
    pieces.push(match[0])
    if (PIECE.lastIndex >= text.length) break
  }
  return { pieces, end: Math.max(start, PIECE.lastIndex === 0 ? text.length : PIECE.lastIndex) }
}
