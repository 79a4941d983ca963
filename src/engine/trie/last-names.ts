/**
 * Part of the rule index: the last names of the paths that rules, or the list of secrets, are about. Most files have
 * none of them, and can be passed over without looking up anything.
 *
 * INVARIANT: of each path that is matched, or lies below one, some name `mayEndOne` of the rules, unless one `isOpen`.
 * Other names may do so, too.
 */

import type { Segment } from '../match/segment.ts'
import { ANY, DEEP, matchSegment, segmentEnds } from '../match/segment.ts'
import { Keyed } from './keyed.ts'

export class LastNames {
  readonly #ignoresCase: boolean
  readonly #names = new Keyed<true>()
  /** Patterns by their last letters, and those that end in a wildcard by their first. */
  readonly #byEnding = new Patterns()
  readonly #byEnd = new Patterns()
  readonly #byStart = new Patterns()
  /** With wildcards at both ends. */
  readonly #others: Segment[] = []
  #isOpen = false

  constructor(ignoresCase: boolean) {
    this.#ignoresCase = ignoresCase
  }

  /** Whether a rule has no such name: any path may be meant. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** The names of a rule, from the top. */
  add(segments: readonly Segment[]): void {
    const last = segments.findLast((segment) => segment !== DEEP && segment !== ANY)
    if (last === undefined) this.#isOpen = true
    else if (typeof last === 'string') this.#names.set(last, true)
    else if (typeof last === 'object') {
      const { start, end } = segmentEnds(last)
      if (end.length >= ENDING) this.#byEnding.add(endingOf(end), start, end)
      else if (end !== '') this.#byEnd.add(end.charCodeAt(end.length - 1), start, end)
      else if (start !== '') this.#byStart.add(start.charCodeAt(0), start, end)
      else this.#others.push(last)
    }
  }

  /** Only for plain names. */
  has(name: string): boolean {
    const folded = this.#ignoresCase ? name.toLowerCase() : name
    const { length } = folded
    return (
      this.#names.get(folded) === true ||
      (length >= ENDING && this.#byEnding.have(endingOf(folded), folded)) ||
      this.#byEnd.have(folded.charCodeAt(length - 1), folded) ||
      this.#byStart.have(folded.charCodeAt(0), folded) ||
      (this.#others.length > 0 && this.#others.some((one) => matchSegment(one, folded, 0, length)))
    )
  }
}

/** Whether a name is the last one of something, or is spelled in a way of which that is not known. */
export function mayEndOne(name: string, all: readonly LastNames[]): boolean {
  if (!isPlain(name)) return true
  for (const names of all) if (names.has(name)) return true
  return false
}

/** Not if its spellings count as one in ways that are not followed here, or if some disk would cut it short. */
function isPlain(name: string): boolean {
  let code = DOT
  for (let at = 0; at < name.length; at++) {
    code = name.charCodeAt(at)
    if (code < BLANK || code > TILDE || code === COLON || code === BACKSLASH) return false
  }
  return code !== DOT && code !== BLANK
}

const BLANK = 0x20
const DOT = 0x2e
const COLON = 0x3a
const BACKSLASH = 0x5c
const TILDE = 0x7e

/** So many letters tell `.ts` from `.jks`. */
const ENDING = 3

function endingOf(name: string): number {
  const at = name.length - ENDING
  return (name.charCodeAt(at) * 31 + name.charCodeAt(at + 1)) * 31 + name.charCodeAt(at + 2)
}

/** What patterns begin and end with, by a number that every name that fits has in common with the pattern. */
class Patterns {
  readonly #tables: (Ends[] | undefined)[] = Array.from({ length: TABLES }, () => undefined)

  add(sign: number, start: string, end: string): void {
    ;(this.#tables[sign & (TABLES - 1)] ??= []).push({ start, end })
  }

  have(sign: number, name: string): boolean {
    const ends = this.#tables[sign & (TABLES - 1)]
    if (ends === undefined) return false
    for (const { start, end } of ends) if (name.endsWith(end) && name.startsWith(start)) return true
    return false
  }
}

/** A power of two. */
const TABLES = 256

interface Ends {
  readonly start: string
  readonly end: string
}
