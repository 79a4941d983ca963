/** Part of the inbox and the history: what a call would do, as marks in its text and as a list beside it. */

import type { ApprovalView } from '../../../src/server/api.ts'
import { shortPath, shortPaths } from '../parts/format.ts'
import type { Mark } from '../text/pieces.ts'
import { Sentence, Strange } from '../text/strange.tsx'

type Effects = ApprovalView['shown']['effects']
type ShownEffect = Effects[number]
type Dangers = ApprovalView['shown']['dangers']

/** Wide ones first: what is inside goes over them. Dangers go over all. */
export function marksOf(effects: Effects, dangers: Dangers, length: number): Mark[] {
  const marks = effects.flatMap((effect): Mark[] => {
    if (effect.span !== undefined && effect.type !== 'use') return [{ ...effect.span, as: lookOf(effect) }]
    return effect.type === 'unknown' ? [{ start: 0, end: length, as: 'unsure' }] : []
  })
  const over = dangers.flatMap(({ span }): Mark[] => (span === undefined ? [] : [{ ...span, as: 'danger' }]))
  return [...marks.toSorted((a, b) => b.end - b.start - (a.end - a.start)), ...over]
}

export function lookOf({ harmless, certain, type }: ShownEffect): 'harmless' | 'unsure' | 'acts' {
  if (harmless) return 'harmless'
  return certain && type !== 'unknown' ? 'acts' : 'unsure'
}

const MOST = 60
const WORDS = { harmless: 'only looks', unsure: 'not certain', acts: 'acts' } as const

export function EffectList({ effects }: { readonly effects: Effects }) {
  const told = effects.filter(({ type }) => type !== 'use')
  if (told.length === 0) return null
  return (
    <ul class="effects">
      {told.slice(0, MOST).map((effect, at) => (
        <li key={at} class={lookOf(effect)}>
          <span class="type">{effect.type}</span>
          <span class="what">
            <Sentence text={shortPaths(effect.text)} />
            {effect.real === undefined ? null : (
              <>
                , which really is{' '}
                <code>
                  <Strange text={shortPath(effect.real)} />
                </code>
              </>
            )}
          </span>
          <span class="state">{WORDS[lookOf(effect)]}</span>
        </li>
      ))}
      {told.length > MOST ? <li>… and {told.length - MOST} more</li> : null}
    </ul>
  )
}
