/** Part of permissions: what a rule says besides its text. Two of one text differ in nothing else. */

import type { RuleView, StandingRule } from '../../../src/server/api.ts'
import { fullTime } from '../parts/format.ts'
import { now } from '../state/now.ts'
import { Strange, Words } from '../text/strange.tsx'

type Extras = Partial<Pick<RuleView, 'reason' | 'except' | 'where' | 'agents' | 'expires'>>

export function RuleExtras({ rule }: { readonly rule: Extras | StandingRule }) {
  const { reason = null, except = [], where = null, agents = null, expires = null } = rule
  return (
    <>
      {reason === null ? null : (
        <span class="reason">
          <Words text={reason} />
        </span>
      )}
      {except.length === 0 ? null : (
        <span class="muted">
          except{' '}
          <code>
            <Strange text={except.join(', ')} />
          </code>
        </span>
      )}
      {where === null ? null : (
        <span class="muted">
          where{' '}
          <code>
            <Strange text={JSON.stringify(where)} />
          </code>
        </span>
      )}
      {agents === null ? null : (
        <span class="muted">
          for <Words text={agents.join(', ')} />
        </span>
      )}
      {expires === null ? null : (
        <span class="muted">{expires <= now.value ? 'expired' : `until ${fullTime(expires)}`}</span>
      )}
    </>
  )
}
