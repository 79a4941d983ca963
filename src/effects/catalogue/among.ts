/**
 * Part of the catalogue: names written as one text, which is searched as it is. The command line starts for every call,
 * and to make a table of hundreds of names takes longer than to look one or two of them up.
 */

import { codeAt } from '../code-at.ts'

/** Whether the text lists that very name; blanks and line ends stand between names. */
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

/** From so many names on, a table costs less than the searches. */
const FEW = 16

/** Lists of names, for whoever may ask for one name or for thousands: searched at first, then made a table of. */
export class NameLists {
  readonly #lists: readonly string[]
  #asked = 0
  #table: Map<string, number> | undefined

  constructor(lists: readonly string[]) {
    this.#lists = lists
  }

  /** Index of the first list with that name; -1 when none has it. */
  find(name: string): number {
    if (this.#table === undefined && this.#asked++ < FEW) return this.#lists.findIndex((names) => isAmong(name, names))
    this.#table ??= tableOf(this.#lists)
    return this.#table.get(name) ?? -1
  }
}

function tableOf(lists: readonly string[]): Map<string, number> {
  const table = new Map<string, number>()
  lists.forEach((names, index) => {
    for (const name of names.split(/\s+/u)) if (name !== '' && !table.has(name)) table.set(name, index)
  })
  return table
}
