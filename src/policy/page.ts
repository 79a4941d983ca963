/**
 * Part of reading policies: the value that is being read, where its parts stand in the text, and the problems found so
 * far.
 */

import type { Layer, Source } from '../engine/rule.ts'
import type { Problem } from './problem.ts'

export interface Place {
  readonly line: number
  readonly col: number
}

export interface Origin {
  /** As it is shown to people. */
  readonly file: string
  readonly layer: Layer
}

/** Finds the key or the value at a path such as `deny[2].rule`; undefined if the policy was not read from text. */
export type Find = (path: string, part: 'key' | 'value') => Place | undefined

interface Complaint {
  readonly message: string
  readonly suggestion?: string | undefined
  /** Whether the name of the field is at fault, not its value. */
  readonly key?: boolean | undefined
  /** Where it stands, if the path does not tell. */
  readonly place?: Place
}

/** More than anybody reads; a hostile file could have a million. */
const SHOWN = 100
const NOWHERE: Place = { line: 0, col: 0 }

export class Page {
  readonly origin: Origin
  readonly #find: Find
  readonly #problems: Problem[] = []
  readonly #told = new Set<string>()
  readonly #unsound = new Set<string>()
  readonly #count = { error: 0, warning: 0 }
  /** The source of everything whose place is not known. */
  readonly #source: Source

  constructor(origin: Origin, find: Find) {
    this.origin = origin
    this.#find = find
    this.#source = { layer: origin.layer, file: origin.file }
  }

  source(path: string): Source {
    const place = this.#find(path, 'value')
    return place === undefined ? this.#source : { ...this.#source, ...place }
  }

  /** Reports only the first error of a place: the others follow from it. */
  error(path: string, complaint: Complaint): void {
    if (this.#told.has(path) && complaint.place === undefined) return
    this.#told.add(path)
    this.#unsound.add(path)
    // A rule with any error in it is wrong as a whole.
    const item = path.indexOf(']')
    if (item >= 0) this.#unsound.add(path.slice(0, item + 1))
    this.#add('error', path, complaint)
  }

  warn(path: string, complaint: Complaint): void {
    this.#add('warning', path, complaint)
  }

  /** Whether no error was found in the field or list item at that path. */
  isSound(path: string): boolean {
    return this.#unsound.size === 0 || !this.#unsound.has(path)
  }

  /** Whether there are more errors than will be shown, so that looking for others is pointless. */
  get isHopeless(): boolean {
    return this.#count.error > SHOWN
  }

  /** Errors and warnings in the order of the text. */
  get problems(): readonly Problem[] {
    const sorted = this.#problems.toSorted((a, b) => a.line - b.line || a.col - b.col)
    for (const severity of ['error', 'warning'] as const) {
      if (this.#count[severity] <= SHOWN) continue
      const message = `there are more ${severity}s than these ${SHOWN}`
      sorted.push({ severity, file: this.origin.file, ...NOWHERE, path: '', message })
    }
    return sorted
  }

  #add(severity: Problem['severity'], path: string, { message, suggestion, key, place }: Complaint): void {
    if (++this.#count[severity] > SHOWN) return
    const { line, col } = place ?? this.#find(path, key ? 'key' : 'value') ?? NOWHERE
    const problem: Problem = { severity, file: this.origin.file, line, col, path, message }
    this.#problems.push(suggestion === undefined ? problem : { ...problem, suggestion })
  }
}
