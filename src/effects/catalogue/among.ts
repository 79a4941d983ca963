/**
 * Part of the catalogue: names written as one text, which is searched as it is. The command line starts anew for every
 * call, and building a table of hundreds of names takes longer than looking up one or two of them.
 */

import { codeAt } from '../code-at.ts'

/** Whether the text lists exactly that name; names are separated by blanks and line ends. */
export function isAmong(name: string, names: string): boolean {
  if (name === '') return false
  for (let at = names.indexOf(name); at >= 0; at = names.indexOf(name, at + 1)) {
    const end = at + name.length
    if ((at === 0 || isBlank(names, at - 1)) && (end === names.length || isBlank(names, end))) return !/\s/u.test(name)
  }
  return false
}

function isBlank(text: string, at: number): boolean {
  return codeAt(text, at) <= 32
}

/** After this many lookups, a table costs less than searching. */
const FEW = 16

/** Rows, each with a list of names. The first lookups search the text; if more follow, a table is built. */
export class NameLists<Row> {
  readonly #rows: readonly Row[]
  readonly #namesIn: (row: Row) => string
  #asked = 0
  #table: Map<string, Row> | undefined

  constructor(rows: readonly Row[], namesIn: (row: Row) => string) {
    this.#rows = rows
    this.#namesIn = namesIn
  }

  /** The first row with that name. */
  find(name: string): Row | undefined {
    if (this.#table === undefined && this.#asked++ < FEW)
      return this.#rows.find((row) => isAmong(name, this.#namesIn(row)))
    this.#table ??= this.#tableOf()
    return this.#table.get(name)
  }

  #tableOf(): Map<string, Row> {
    const table = new Map<string, Row>()
    for (const row of this.#rows)
      for (const name of this.#namesIn(row).split(/\s+/u)) if (name !== '' && !table.has(name)) table.set(name, row)
    return table
  }
}
