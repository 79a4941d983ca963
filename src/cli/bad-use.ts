/** Part of the command line: a mistake of the caller, which ends with exit code 2 and without a stack. */

import type { Problem } from '../policy/problem.ts'
import { nearest } from '../vocabulary/closest.ts'

export class BadUse extends Error {
  /** What to do instead, on a line of its own. */
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}

/** A hint about a name that may be mistyped: the most likely name, or else another hint. */
export function meant(given: string, names: readonly string[], otherwise?: string): string | undefined {
  const near = nearest(given, names)
  return near === undefined ? otherwise : `Did you mean ${near}?`
}

/**
 * The errors that store, gate, audit and server throw with words that a person can act on. They are known by name,
 * since importing their classes would load those modules.
 */
const OURS = new Set(['StoreError', 'Refused', 'ProfileError', 'KeyError', 'NotWritten'])

/** Whether the caller can fix it; everything else is a failure of ours. */
export function isMendable(error: unknown): boolean {
  return error instanceof BadUse || (error instanceof Error && OURS.has(error.name))
}

/** For a program that the user named and that cannot be started; undefined for whatever else went wrong. */
export function notStarted(program: string, error: unknown): BadUse | undefined {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'EACCES'
    ? new BadUse(`${program} cannot be started: there is no such program`)
    : undefined
}

/** A policy that cannot be relied on: all of its problems are shown. */
export class BrokenPolicy extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super('the policy is invalid')
    this.problems = problems
  }
}
