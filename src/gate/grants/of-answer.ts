/** Part of the gate's grants: an answer as the grant that remembers it, and a grant as the rules that a policy file holds. */

import type { OwnLayer } from '../../engine/rule.ts'
import type { RuleEntry } from '../../policy/rule-entry.ts'
import type { Answer, AnsweredApproval, Approval, Lasting } from '../../store/approval.ts'
import type { NewGrant } from '../../store/grant.ts'

/** Whose file holds the rules of a grant. */
export const LAYER: Readonly<Record<'project' | 'always', OwnLayer>> = { project: 'local', always: 'user' }

/** How long an answer for one call is kept for the agent to come back for, if nobody waited for it any more. */
const ONCE_KEPT = 10 * 60_000

export function isFiled(lasts: Lasting): lasts is 'project' | 'always' {
  return lasts === 'project' || lasts === 'always'
}

export function forSession(grant: NewGrant, { session, project }: Approval): NewGrant {
  return { ...grant, lasts: 'session', session, project }
}

export function grantOf(approval: AnsweredApproval, now: number): NewGrant {
  const { answer, session, project } = approval
  const { lasts } = answer
  const isOnce = lasts === 'once'
  return {
    id: approval.id,
    behavior: answer.behavior,
    lasts,
    rules: answer.rules,
    digest: isOnce ? boundTo(answer) : null,
    session: isOnce || lasts === 'session' ? session : null,
    project: lasts === 'always' ? null : project,
    agent: approval.agent,
    grantedAt: now,
    grantedBy: answer.by,
    approval: approval.id,
    until: answer.until ?? (isOnce ? now + ONCE_KEPT : null),
    usesLeft: isOnce ? 1 : (answer.uses ?? null),
  }
}

/** A person who changed the input did not permit the original input, so the grant gets a digest that no call has. */
function boundTo({ digest, input }: Answer): string {
  return input === undefined ? digest : `${digest} changed`
}

export function entriesOf({ behavior, rules, agent, until }: NewGrant): RuleEntry[] {
  return rules.map((rule) => ({
    behavior,
    rule,
    ...(agent === null ? {} : { agents: [agent] }),
    ...(until === null ? {} : { expires: until }),
  }))
}
