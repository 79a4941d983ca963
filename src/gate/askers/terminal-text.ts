/**
 * Part of asking in a terminal: text from outside, made safe to look at and cut into rows.
 *
 * INVARIANT: no character from outside moves the cursor, changes the writing direction, or is invisible; nothing is
 * left out.
 */

import { columnsOf, UNUSUAL, visible } from '../visible.ts'

/** A combining mark takes no column, but a row of nothing but combining marks must end as well. */
const NO_COLUMN = 0.05

/** Rows of at most `width` columns, from one visible text. */
export function rowsOf(text: string, width: number): string[] {
  const shown = visible(text)
  if (!UNUSUAL.test(shown)) return slices(shown, width)
  const rows: string[] = []
  let row = ''
  let columns = 0
  // How long the row is up to its last blank, in characters and in columns.
  let words = { length: 0, columns: 0 }
  for (const char of shown) {
    const wide = columnsOf(char) || NO_COLUMN
    if (columns + wide > width) {
      const cut = words.columns > width / 2 ? words : { length: row.length, columns }
      rows.push(row.slice(0, cut.length))
      row = row.slice(cut.length)
      columns -= cut.columns
      words = { length: 0, columns: 0 }
    }
    row += char
    columns += wide
    if (char === ' ') words = { length: row.length, columns }
  }
  rows.push(row)
  return rows
}

/** Cuts between two words if possible; the blank stays at the end of its row. */
function slices(text: string, width: number): string[] {
  const rows: string[] = []
  let at = 0
  while (text.length - at > width) {
    const blank = text.lastIndexOf(' ', at + width - 1)
    const end = blank > at + width / 2 ? blank + 1 : at + width
    rows.push(text.slice(at, end))
    at = end
  }
  return [...rows, text.slice(at)]
}
