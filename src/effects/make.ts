/**
 * Part of reading calls: makes effects. Each type has all its fields, in one order, whoever makes it: what later looks at
 * many effects then meets few shapes of object, which is most of its speed.
 */

import type { Connect, Effect, FileAccess, Finding, Run, Span, Unknown } from '../engine/effect.ts'
import type { ConnectTarget } from './url.ts'

/** What something that is not understood may hide. */
export const EVERYTHING: Unknown['could'] = ['run', 'read', 'write', 'connect']

export function unknownEffect(
  why: string,
  could: Unknown['could'],
  of: number,
  span?: Span,
  certain = true,
  harmless = false,
  finding?: Finding,
): Unknown {
  return { type: 'unknown', why, could, certain, harmless, of, span, finding }
}

export function connectEffect(
  { scheme, host, port, path, internal }: ConnectTarget,
  certain: boolean,
  of: number,
  span?: Span,
  offers?: Connect['offers'],
): Connect {
  return { type: 'connect', scheme, host, port, path, internal, certain, harmless: false, of, span, offers }
}

/** Says every field of an effect. */
type Each<T> = Readonly<Record<keyof T, unknown>>

/** The same once more, of the same shape, which `{ ...effect }` is not. */
export function copyEffect(effect: Effect): Effect {
  const { certain, harmless, inside, of, span, finding, offers } = effect
  switch (effect.type) {
    case 'run': {
      const { type, argv, program, trusted, forms, why, fed } = effect
      const copy = {
        type,
        argv,
        program,
        trusted,
        certain,
        harmless,
        inside,
        of,
        span,
        forms,
        why,
        fed,
        finding,
        offers,
      }
      return copy satisfies Each<Run>
    }
    case 'read':
    case 'write': {
      const { type, path, real, how, reach, glob } = effect
      const copy = { type, path, real, how, reach, glob, certain, harmless, inside, of, span, finding, offers }
      return copy satisfies Each<FileAccess>
    }
    default:
      return { ...effect }
  }
}
