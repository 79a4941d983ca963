/** Part of showing a call: which parts of its text are marked, and how. */

import type { ApprovalView } from '../../../src/server/api.ts'
import type { Mark } from './pieces.ts'

export type Effects = ApprovalView['shown']['effects']
type Dangers = ApprovalView['shown']['dangers']
export type Look = 'harmless' | 'acts' | 'unsure'

/** From the mildest to the gravest. */
const LOOKS: readonly Mark['as'][] = ['harmless', 'acts', 'unsure']

/**
 * Wide marks come first, so that narrow ones inside them are drawn over them. If several are about the same text, the
 * gravest is visible; dangers are drawn over everything.
 */
export function marksOf(effects: Effects, dangers: Dangers, length: number): Mark[] {
  const marks = effects.flatMap((effect): Mark[] => {
    if (effect.span !== undefined && effect.type !== 'use') return [{ ...effect.span, as: lookOf(effect) }]
    return effect.type === 'unknown' ? [{ start: 0, end: length, as: 'unsure' }] : []
  })
  const over = dangers.flatMap(({ span }): Mark[] => (span === undefined ? [] : [{ ...span, as: 'danger' }]))
  const gravity = ({ as }: Mark) => LOOKS.indexOf(as)
  return [...marks.toSorted((a, b) => b.end - b.start - (a.end - a.start) || gravity(a) - gravity(b)), ...over]
}

export function lookOf({ harmless, certain, type }: Effects[number]): Look {
  if (harmless) return 'harmless'
  return certain && type !== 'unknown' ? 'acts' : 'unsure'
}
