/**
 * Part of the store: reads the columns of one row, which may be damaged: something else than Countersign has written it,
 * or a disk has lost it.
 *
 * INVARIANT: one damaged row costs that row only, so nothing here throws. What cannot be read is replaced by what
 * permits least, and `broken` says so; whoever uses the row must look there before it counts as a yes.
 */

import { messageOf } from '../engine/thrown.ts'

export class RowReader {
  readonly #what: string
  readonly #unread: string[] = []

  /** `what`: the row, for messages. */
  constructor(what: string) {
    this.#what = what
  }

  text(column: string, value: unknown): string {
    if (typeof value === 'string') return value
    this.#unread.push(column)
    return ''
  }

  textOrNull(column: string, value: unknown): string | null {
    return value === null ? null : this.text(column, value)
  }

  oneOf<T extends string>(column: string, value: unknown, among: readonly T[], otherwise: T): T {
    const known = among.find((one) => one === value)
    if (known === undefined) this.#unread.push(column)
    return known ?? otherwise
  }

  whole(column: string, value: unknown): number {
    if (Number.isSafeInteger(value)) return value as number
    this.#unread.push(column)
    return 0
  }

  /** Null as well if it cannot be read. */
  wholeOrNull(column: string, value: unknown): number | null {
    if (value === null || Number.isSafeInteger(value)) return value as number | null
    this.#unread.push(column)
    return null
  }

  json<T>(column: string, text: unknown, isSound: (value: unknown) => value is T, otherwise: T): T {
    let why = ''
    try {
      const value: unknown = JSON.parse(text as string)
      if (isSound(value)) return value
    } catch (error) {
      why = ` (${messageOf(error)})`
    }
    this.#unread.push(`${column}${why}`)
    return otherwise
  }

  /** What is damaged; undefined if all was read. */
  get broken(): string | undefined {
    if (this.#unread.length === 0) return undefined
    return `${this.#what} is damaged in the store: its ${this.#unread.join(' and its ')} cannot be read`
  }
}
