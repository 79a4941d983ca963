/**
 * Part of reading texts: a text that was read as a value, with the place of every part and every problem found so far.
 */

import type { Source } from '../../engine/rule.ts'
import type { Find } from '../../policy/page.ts'
import { below, quoted } from '../../policy/problem.ts'
import type { Problem } from '../../policy/problem.ts'
import { isMapping } from '../../policy/shape.ts'
import type { Where } from '../dialect.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface Item {
  readonly value: string
  readonly path: string
}

export interface Slip {
  readonly message: string
  readonly line: number
  readonly col: number
}

/** A text as it was read. */
interface Read {
  readonly value: unknown
  readonly find: Find
  readonly slips: readonly Slip[]
  /** Some readers of this form merge into a mapping what stands under its key `<<`; here nothing is merged. */
  readonly merges?: boolean
}

const MOST = 100

export class Sheet {
  readonly where: Where
  readonly value: unknown
  readonly #find: Find
  readonly #merges: boolean
  readonly #problems: Problem[] = []

  constructor(where: Where, { value, find, slips, merges = false }: Read) {
    this.where = where
    this.value = value
    this.#find = find
    this.#merges = merges
    for (const slip of slips) this.#add({ ...slip, path: '' })
  }

  get problems(): readonly Problem[] {
    return this.#problems.toSorted((a, b) => a.line - b.line || a.col - b.col)
  }

  get isBroken(): boolean {
    return this.#problems.length > 0
  }

  source(path: string): Source {
    return { layer: this.where.layer, file: this.where.file, ...(this.#find(path, 'value') ?? this.#find(path, 'key')) }
  }

  error(path: string, message: string): undefined {
    const { line = 0, col = 0 } = this.source(path)
    this.#add({ path, message, line, col })
  }

  /** The fields of a mapping; empty if there is no value. */
  fields(value: unknown, path: string): Fields {
    if (value === undefined || value === null) return {}
    if (isMapping(value)) {
      if (this.#merges && Object.hasOwn(value, '<<'))
        this.error(below(path, '<<'), 'what `<<` brings in is not read; write it out')
      return value
    }
    this.error(path, `expected an object, found ${named(value)}`)
    return {}
  }

  /** The texts of a list; empty if there is no value. */
  texts(value: unknown, path: string): Item[] {
    return this.items(value, path).flatMap((item) => {
      if (typeof item.value === 'string') return [{ value: item.value, path: item.path }]
      this.error(item.path, `expected a text, found ${named(item.value)}`)
      return []
    })
  }

  items(value: unknown, path: string): { readonly value: unknown; readonly path: string }[] {
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value.map((item: unknown, index) => ({ value: item, path: below(path, index) }))
    this.error(path, `expected a list, found ${named(value)}`)
    return []
  }

  text(value: unknown, path: string): string | undefined {
    if (value === undefined || value === null || typeof value === 'string') return value ?? undefined
    return this.error(path, `expected a text, found ${named(value)}`)
  }

  flag(value: unknown, path: string): boolean | undefined {
    if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined
    return this.error(path, `expected true or false, found ${named(value)}`)
  }

  choice<T extends string>(value: unknown, path: string, among: readonly T[]): T | undefined {
    const text = this.text(value, path)
    if (text === undefined || (among as readonly string[]).includes(text)) return text as T | undefined
    return this.error(path, `${quoted(text)} is none of ${among.join(', ')}`)
  }

  #add(problem: Pick<Problem, 'path' | 'message' | 'line' | 'col'>): void {
    if (this.#problems.length < MOST) this.#problems.push({ severity: 'error', file: this.where.file, ...problem })
  }
}

/** The field names of a mapping that are not known. */
export function strangeIn(fields: Fields, known: readonly string[]): string[] {
  return Object.keys(fields).filter((name) => !known.includes(name))
}

function named(value: unknown): string {
  if (typeof value === 'string') return `the text ${quoted(value)}`
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Date) return 'a date'
  return typeof value === 'object' ? 'an object' : `the ${typeof value} ${JSON.stringify(value) ?? ''}`
}
