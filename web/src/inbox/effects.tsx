/** Part of the inbox and the history: what a call would do, as a list beside its text. */

import { shortPath, shortPaths } from '../parts/format.ts'
import { lookOf } from '../text/marks.ts'
import type { Effects } from '../text/marks.ts'
import { Sentence, Strange } from '../text/strange.tsx'

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
