/**
 * Part of showing text of strangers: cuts the text where something must be marked.
 *
 * INVARIANT: the pieces contain the whole text. Only a `plain` piece can have a character that cannot be seen, and then
 * only line ends, if lines were asked for.
 */

import { visible } from '../../../src/gate/visible.ts'
import { alikesOf } from './alike.ts'

export interface Mark {
  readonly start: number
  readonly end: number
  /** A class of the style sheet. */
  readonly as: string
}

export interface Piece {
  readonly text: string
  readonly seems: 'plain' | 'unseen' | 'alike' | 'tab' | 'newline'
  /** What the character is, for `unseen` and `alike`. */
  readonly note?: string
  readonly mark?: Mark | undefined
}

/** Later marks cover earlier ones. `lines`: line ends stay line ends, tabs stay tabs. */
export function piecesOf(text: string, marks: readonly Mark[] = [], lines = false): Piece[] {
  if (marks.length === 0 && isPlain(text, lines)) return text === '' ? [] : [{ text, seems: 'plain' }]
  const alikes = alikesOf(text)
  const above = paint(text.length, marks)
  const pieces: Piece[] = []
  let plain = ''
  let mark: Mark | undefined
  const flush = () => {
    if (plain !== '') pieces.push({ text: plain, seems: 'plain', mark })
    plain = ''
  }
  let offset = 0
  for (const char of text) {
    const here = above?.[offset]
    if (here !== mark) {
      flush()
      mark = here
    }
    const special = specialOf(char, alikes.get(offset), lines)
    if (special === undefined) plain += char
    else {
      flush()
      pieces.push({ ...special, mark })
    }
    offset += char.length
  }
  flush()
  return pieces
}

/** A sentence that says how many characters are not what they seem; undefined if there are none. */
export function warnOf(text: string): string | undefined {
  if (isPlain(text, true)) return undefined
  let unseen = 0
  for (const char of text) if (char !== '\n' && char !== '\t' && visible(char) !== char) unseen++
  const alike = alikesOf(text).size
  if (unseen === 0 && alike === 0) return undefined
  const parts = [
    ...(unseen === 0 ? [] : [`${charactersOf(unseen)} that cannot be seen`]),
    ...(alike === 0 ? [] : [`${charactersOf(alike)} that ${alike === 1 ? 'looks' : 'look'} like another`]),
  ]
  return `Holds ${parts.join(' and ')}; marked here.`
}

function charactersOf(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'}`
}

function specialOf(char: string, like: string | undefined, lines: boolean): Piece | undefined {
  if (lines && char === '\n') return undefined
  if (char === '\n') return { text: '↵', seems: 'newline', note: 'a line end' }
  if (lines && char === '\t') return { text: '\t', seems: 'tab' }
  const shown = char < ' ' || char > '~' ? visible(char) : char
  if (shown !== char) return { text: shown, seems: 'unseen', note: `not to be seen: ${codeOf(char)}` }
  if (like === undefined) return undefined
  return { text: char, seems: 'alike', note: `looks like “${like}” and is ${codeOf(char)}` }
}

function codeOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

const PLAIN = /^[ -~]*$/
const PLAIN_LINES = /^[ -~\n]*$/

function isPlain(text: string, lines: boolean): boolean {
  return (lines ? PLAIN_LINES : PLAIN).test(text)
}

/** For each offset, the mark that is visible there. */
function paint(length: number, marks: readonly Mark[]): (Mark | undefined)[] | undefined {
  if (marks.length === 0) return undefined
  const above = Array.from<Mark | undefined>({ length })
  for (const mark of marks) above.fill(mark, Math.max(0, mark.start), Math.min(mark.end, length))
  return above
}
