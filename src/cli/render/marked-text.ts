/**
 * Part of drawing an explanation: a text in rows of a given width, and under each row the marks of its parts.
 *
 * A mark stands exactly under its text, also where characters are wide, combining, or written as escapes.
 */

import type { Span } from '../../engine/effect.ts'
import { columnsOf, visible } from '../../gate/visible.ts'
import type { Piece, Style } from './page.ts'

export interface Mark {
  readonly span: Span
  readonly mark: string
  readonly style: Style
}

export interface Row {
  readonly text: string
  /** Empty when nothing in the row is marked. */
  readonly marks: readonly Piece[]
}

const LONGEST = 4000

/** Later marks cover earlier ones. */
export function markedRows(text: string, marks: readonly Mark[], width: number): Row[] {
  const shown = text.slice(0, LONGEST)
  const above = paint(shown, marks)
  const rows: Row[] = []
  let row = new Draft()
  let offset = 0
  for (const char of shown) {
    const drawn = char === '\n' ? '' : visible(char)
    const columns = drawn === char ? columnsOf(char) : drawn.length
    if (row.columns + columns > width) {
      rows.push(row.finish())
      row = new Draft()
    }
    row.add(drawn, columns, above[offset])
    offset += char.length
    if (char !== '\n') continue
    rows.push(row.finish())
    row = new Draft()
  }
  if (row.columns > 0 || rows.length === 0) rows.push(row.finish())
  if (text.length > LONGEST) rows.push({ text: `… (${text.length - LONGEST} more characters)`, marks: [] })
  return rows
}

/** For each offset of the text, the mark that is visible there. */
function paint(text: string, marks: readonly Mark[]): (Mark | undefined)[] {
  const above = Array.from<Mark | undefined>({ length: text.length })
  for (const mark of marks) above.fill(mark, mark.span.start, Math.min(mark.span.end, text.length))
  return above
}

class Draft {
  columns = 0
  #text = ''
  #marks: { mark: string; style: Style | undefined }[] = []

  add(text: string, columns: number, mark: Mark | undefined): void {
    this.#text += text
    this.columns += columns
    const drawn = (mark?.mark ?? ' ').repeat(columns)
    const last = this.#marks.at(-1)
    if (last !== undefined && last.style === mark?.style) last.mark += drawn
    else this.#marks.push({ mark: drawn, style: mark?.style })
  }

  finish(): Row {
    const marked = this.#marks.some(({ style }) => style !== undefined)
    const pieces = this.#marks.map(({ mark, style }): Piece => (style === undefined ? mark : [mark, style]))
    return { text: this.#text, marks: marked ? pieces : [] }
  }
}
