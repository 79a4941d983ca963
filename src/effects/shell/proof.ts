/** Part of reading shell lines: what is proven about a command, and what is held against it. */

import type { Effect, Finding } from '../../engine/effect.ts'
import type { Found } from '../catalogue/dangers.ts'
import type { CommandReading } from '../catalogue/read.ts'
import type { Unwrapped } from '../catalogue/wrappers.ts'
import type { Program } from './program.ts'
import type { Setting } from './setting.ts'

/**
 * Whether it is a wrapper whose whole grammar was followed: then the command inside is what counts, and guesses about
 * it are for restrictions. A script is not followed if it may see variables (`told`), because nobody has looked at what
 * they hold there.
 */
export function isTransparent(inner: readonly Unwrapped[], told: boolean): boolean {
  return (
    inner.some((one) => one.strict) &&
    inner.every((one) => (one.strict && !(told && one.kind === 'script')) || one.guess === true)
  )
}

/** A file command whose files all lie inside a working directory. */
export function isInside(readings: readonly CommandReading[], owned: readonly Effect[]): boolean {
  for (const reading of readings) if (!reading.fileCommand) return false
  for (const effect of owned) if (effect.inside !== true) return false
  return true
}

export function isReadOnly(readings: readonly CommandReading[]): boolean {
  for (const reading of readings) if (!reading.readOnly) return false
  return true
}

/** `own`: why an agent may not run it at all. */
export function findingOf(own: string | undefined, dangers: readonly Found[]): Finding | undefined {
  if (own !== undefined) return { says: 'deny', code: 'self-protection', why: own }
  if (dangers.length === 0) return undefined
  const danger = dangers.find(({ safety }) => safety)
  return danger === undefined ? undefined : { says: 'safety', code: `danger-${danger.category}`, why: danger.why }
}

/** Why a `cd` that has been followed is not harmless. */
export function whyAway({ apart, guess, environment }: Setting): string {
  if (apart) return 'there it is a program, and none that is known here'
  return guess || environment.folders === null ? MAY_LEAD_AWAY : LEADS_OUT
}

export const LEADS_OUT = 'leads out of the working directories'
export const BEGINS_OUTSIDE = 'the call runs outside the working directories'

export const MAY_LEAD_AWAY = 'may lead out of the working directories: where to only shows when it runs'

export const RUNS_OTHERS = 'runs other commands'

/** Why it is not known to be harmless, for a person. `astray`: why it is not harmless in this place. */
export function whyNot(
  { name, trusted, moves, wrapper }: Program,
  readings: readonly CommandReading[],
  proven: boolean,
  astray: string | undefined,
  wraps: boolean,
): string | undefined {
  if (!trusted) return 'called by a path, where any program may lie'
  if (proven || moves) return astray
  if (wrapper !== undefined && !readings.some(({ known }) => known))
    return name === 'env' && !wraps ? 'shows every variable' : RUNS_OTHERS
  return readings.find(({ why }) => why !== undefined)?.why
}
