/**
 * Part of reading shell lines: variables that hold a single number, digits and nothing else, in each round of a loop.
 *
 * INVARIANT: nothing else in the line sets such a variable.
 */

import { SET_BY_SHELL } from './setters.ts'
import type { Printed } from '../output/printed.ts'
import { isInside } from '../syntax/inside.ts'
import type { Loop, Repeated, Script, ShellWord, Span } from '../syntax/script.ts'

const NOTHING: ReadonlyMap<string, Span> = new Map()

/**
 * For each name, where it holds. `read` are the variables that a `read` sets, `once` those that the line sets in one
 * other place.
 */
export function countersOf(
  { loops, repeated, commands, assigned }: Script,
  read: ReadonlySet<string>,
  once: ReadonlySet<string>,
  printed: ReadonlyMap<number, Printed>,
): ReadonlyMap<string, Span> {
  if (repeated.length === 0) return NOTHING
  const found = new Map<string, Span>()
  for (const loop of loops) {
    const body = once.has(loop.name) && isCounted(loop, printed) ? bodyOf(loop, repeated) : undefined
    if (body !== undefined) found.set(loop.name, body)
  }
  for (const { counter, span } of repeated) {
    if (counter === undefined || read.has(counter.name) || SET_BY_SHELL.has(counter.name)) continue
    if (assigned.filter((name) => name === counter.name).length > counter.times) continue
    if (loops.some(({ name }) => name === counter.name)) continue
    if (commands.some(({ assigns }) => assigns.some(({ name }) => name === counter.name))) continue
    found.set(counter.name, span)
  }
  return found
}

const RANGE = /^\{\d+\.\.\d+(?:\.\.\d+)?\}$/

/** `in 1 2 3`, `in {1..9}`, `in $(seq 9)` */
export function isCounted({ kind, words }: Loop, printed: ReadonlyMap<number, Printed>): boolean {
  return kind === 'for' && words?.every((word) => isDigits(word) || isPrinted(word, printed)) === true
}

function isDigits({ dynamic, quoted, brace, value }: ShellWord): boolean {
  return !dynamic && (brace ? !quoted && RANGE.test(value) : /^\d+$/.test(value))
}

function isPrinted({ parts, splits }: ShellWord, printed: ReadonlyMap<number, Printed>): boolean {
  return parts.length === 1 && splits && printed.get(parts[0]?.scope ?? -1) === 'digits'
}

/** The body of the loop. */
export function bodyOf({ span, scope }: Loop, repeated: readonly Repeated[]): Span | undefined {
  const around = repeated.filter((one) => one.scope === scope && isInside(span, one.span))
  return around.sort((a, b) => b.span.start - a.span.start)[0]?.span
}
