/**
 * Part of reading calls: makes effects. Effects of one type always have the same fields in the same order, and the two
 * rare types share one set of fields. Code that looks at many effects then meets only four shapes of object, which
 * makes it fast: V8 caches no more than four. What every decision looks at comes first, so that it is mostly in one line
 * of the processor's cache.
 */

import type { Connect, Danger, Effect, FileAccess, Finding, Run, Span, Unknown, Use } from '../engine/effect.ts'
import { handsOutKeys } from '../engine/match/host.ts'
import type { ConnectTarget } from './url.ts'

/** What something that is not understood may do. */
export const EVERYTHING: Unknown['could'] = ['run', 'read', 'write', 'connect']

export function unknownEffect(
  why: string,
  could: Unknown['could'],
  of: number,
  span?: Span,
  {
    certain = true,
    harmless = false,
    finding,
    path,
  }: Partial<Pick<Unknown, 'certain' | 'harmless' | 'finding' | 'path'>> = {},
): Unknown {
  return rareEffect<Unknown>({ type: 'unknown', why, could, path, certain, harmless, of, span, finding })
}

export function connectEffect(
  target: ConnectTarget,
  certain: boolean,
  of: number,
  span?: Span,
  offers?: Connect['offers'],
): Connect {
  const finding = target.internal && handsOutKeys(target.host) ? KEYS : undefined
  return rareEffect<Connect>({ type: 'connect', ...target, certain, harmless: false, of, span, finding, offers })
}

export const KEYS: Finding = {
  says: 'ask',
  code: 'secret-read',
  why: 'Connects to the metadata service of a cloud, which hands out the keys of this machine.',
  nameable: true,
}

type Rare = Unknown | Connect

function rareEffect<T extends Rare>(effect: T): T {
  const { type, certain, harmless, inside, of, span, finding, offers } = effect
  const { why, could } = effect as Partial<Unknown>
  const { scheme, host, port, path, internal } = effect as Partial<Connect>
  const made = {
    type,
    finding,
    harmless,
    of,
    certain,
    why,
    could,
    scheme,
    host,
    port,
    path,
    internal,
    inside,
    span,
    offers,
  }
  return made satisfies Each<Unknown> & Each<Connect> as unknown as T
}

/** Forces a function to name every field of an effect. */
type Each<T> = Readonly<Record<keyof T, unknown>>

/** Fields that are not given are undefined. */
export function runEffect(run: Run): Run {
  const { type, argv, program, trusted, meant, certain, harmless, inside, of, span } = run
  const { forms, why, fed, named, away, finding, offers } = run
  const made = {
    type,
    finding,
    harmless,
    of,
    certain,
    argv,
    program,
    trusted,
    meant,
    forms,
    inside,
    span,
    why,
    fed,
    named,
    away,
    offers,
  }
  return made satisfies Each<Run>
}

/** Fields that are not given are undefined. */
export function useEffect(use: Use): Use {
  const { type, tool, kind, supposed, certain, harmless, inside, of, span } = use
  const { names, server, could, match, finding, offers } = use
  const made = {
    type,
    finding,
    harmless,
    of,
    certain,
    tool,
    kind,
    names,
    could,
    server,
    supposed,
    match,
    inside,
    span,
    offers,
  }
  return made satisfies Each<Use>
}

/** Only for an effect or a danger that nobody else holds yet. */
export function placeAt(found: Effect | Danger, span: Span | undefined): void {
  ;(found as { span?: Span | undefined }).span = span
}

/** The effect with some fields changed, in the same shape; `{ ...effect }` would have another one. */
export function changed<T extends Effect>(effect: T, fields: Partial<T>): T {
  return copyEffect({ ...effect, ...fields }) as T
}

/** A copy of the same shape. */
export function copyEffect(effect: Effect): Effect {
  const { certain, harmless, inside, of, span, finding, offers } = effect
  switch (effect.type) {
    case 'run':
      return runEffect(effect)
    case 'read':
    case 'write': {
      const { type, path, real, how, reach, glob, mayWrite, holds, looked, found } = effect
      const copy = {
        type,
        finding,
        harmless,
        of,
        place: undefined,
        certain,
        path,
        real,
        reach,
        glob,
        mayWrite,
        holds,
        looked,
        found,
        how,
        inside,
        span,
        offers,
      }
      return copy satisfies Each<FileAccess>
    }
    case 'use':
      return useEffect(effect)
    default:
      return rareEffect(effect)
  }
}
