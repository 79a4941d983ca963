/** Part of the inbox: until when, and how often, a lasting answer holds. */

import type { Signal } from '@preact/signals'
import { serverNow } from '../state/now.ts'

export interface Limits {
  /** Milliseconds from now; 0 for no end. */
  readonly lasts: number
  /** 0 for any number. */
  readonly uses: number
}

export const NO_LIMITS: Limits = { lasts: 0, uses: 0 }

const HOUR = 3_600_000
const TIMES: readonly (readonly [string, number])[] = [
  ['no end', 0],
  ['15 minutes', HOUR / 4],
  ['1 hour', HOUR],
  ['8 hours', 8 * HOUR],
  ['7 days', 7 * 24 * HOUR],
  ['30 days', 30 * 24 * HOUR],
]

export function LimitFields({ limits }: { readonly limits: Signal<Limits> }) {
  return (
    <div class="limits">
      <label>
        Ends after{' '}
        <select
          value={`${limits.value.lasts}`}
          onChange={({ currentTarget }) => (limits.value = { ...limits.value, lasts: Number(currentTarget.value) })}
        >
          {TIMES.map(([text, ms]) => (
            <option key={ms} value={`${ms}`}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label>
        Uses{' '}
        <input
          type="number"
          min="0"
          max="10000"
          placeholder="any"
          value={limits.value.uses === 0 ? '' : `${limits.value.uses}`}
          onInput={({ currentTarget }) => {
            const uses = Math.floor(Number(currentTarget.value))
            limits.value = { ...limits.value, uses: Number.isSafeInteger(uses) && uses > 0 ? uses : 0 }
          }}
        />
      </label>
      {limits.value.uses > 0 ? <span class="muted">counted for this session only</span> : null}
    </div>
  )
}

export function limitsOf({ lasts, uses }: Limits): { until?: number; uses?: number } {
  return { ...(lasts === 0 ? {} : { until: serverNow() + lasts }), ...(uses === 0 ? {} : { uses }) }
}
