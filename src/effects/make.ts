/**
 * Part of reading calls: makes effects. Each type has all its fields, in one order, whoever makes it: what later looks at
 * many effects then meets few shapes of object, which is most of its speed.
 */

import type { Connect, Finding, Span, Unknown } from '../engine/effect.ts'
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
