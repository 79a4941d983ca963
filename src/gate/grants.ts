/**
 * Part of the gate: answers that are remembered.
 *
 * INVARIANT: one answer makes one grant, whoever turns it into one and however often it is tried: the grant has the id of
 * the approval it came from. Project and always are rules of a policy file first, and fall back to the session, never to
 * something wider, when that file cannot be written.
 */

import { amendPolicy } from '../policy/amend.ts'
import type { OwnLayer, RuleEntry } from '../policy/amend.ts'
import type { Answer, Approval } from '../store/approval.ts'
import type { Grant, GrantStore, NewGrant } from '../store/grant.ts'
import type { AuditLog } from './audit-log.ts'
import type { Clock } from './clock.ts'

export interface GrantDeps {
  readonly grants: GrantStore
  readonly audit: AuditLog
  readonly home: string
  readonly now: Clock
}

export interface Remembered {
  readonly grant: Grant
  /** What did not go as asked, for the person who answered. */
  readonly note?: string
}

export type Revoked = { readonly ok: true; readonly grant: Grant } | { readonly ok: false; readonly why: string }

/** An answer for one call that nobody was waiting for any more is kept for the agent to come back for, this long. */
const ONCE_KEPT = 10 * 60_000

const LAYER: Readonly<Record<'project' | 'always', OwnLayer>> = { project: 'local', always: 'user' }

export class Grants {
  readonly #deps: GrantDeps
  readonly #underWay = new Map<string, Promise<Remembered>>()

  constructor(deps: GrantDeps) {
    this.#deps = deps
  }

  /** The grant of an answered approval; made now if whoever took the answer did not come to it. */
  remember(approval: Approval & { readonly answer: Answer }): Promise<Remembered> {
    const known = this.#underWay.get(approval.id)
    if (known !== undefined) return known
    const making = this.#make(approval).finally(() => this.#underWay.delete(approval.id))
    this.#underWay.set(approval.id, making)
    return making
  }

  list(): Promise<readonly Grant[]> {
    return this.#deps.grants.list()
  }

  /** Takes a grant back, out of the policy file as well. */
  async revoke(id: string, by: string): Promise<Revoked> {
    const { grants, audit, home, now } = this.#deps
    const grant = await grants.get(id)
    if (grant === undefined) return { ok: false, why: `There is no grant ${id}.` }
    if (grant.revokedAt !== null) return { ok: false, why: 'The grant was revoked before.' }
    if (grant.lasts === 'project' || grant.lasts === 'always') {
      const root = grant.project ?? home
      const amended = await amendPolicy({ layer: LAYER[grant.lasts], root, home, remove: entriesOf(grant) })
      if (!amended.ok)
        return { ok: false, why: `The rule stays in ${amended.file}, which cannot be changed: ${amended.why}.` }
    }
    await grants.revoke(id, now())
    await audit.append({ kind: 'revoke', session: grant.session, body: { grant: id, by } })
    return { ok: true, grant }
  }

  async #make(approval: Approval & { readonly answer: Answer }): Promise<Remembered> {
    const { grants, audit, now } = this.#deps
    const known = await grants.get(approval.id)
    if (known !== undefined) return { grant: known }
    const wanted = grantOf(approval, now())
    const { grant, note } = await this.#filed(wanted, approval)
    try {
      await grants.add(grant)
    } catch (error) {
      // Another process came first with the very same grant.
      const made = await grants.get(approval.id)
      if (made === undefined) throw error
      return { grant: made }
    }
    const body = { ...grant, ...(note === undefined ? {} : { note }) }
    if (grant.lasts !== 'once') await audit.append({ kind: 'grant', session: approval.session, body })
    const made = { ...grant, useCount: 0, usedAt: null, revokedAt: null }
    return { grant: made, ...(note === undefined ? {} : { note }) }
  }

  async #filed(grant: NewGrant, approval: Approval): Promise<{ grant: NewGrant; note?: string }> {
    if (grant.lasts !== 'project' && grant.lasts !== 'always') return { grant }
    const { home } = this.#deps
    const layer = LAYER[grant.lasts]
    const amended = await amendPolicy({ layer, root: approval.project, home, add: entriesOf(grant) })
    if (amended.ok) return { grant }
    return {
      grant: { ...grant, lasts: 'session', session: approval.session, project: approval.project },
      note: `${amended.file} cannot be written (${amended.why}), so the answer holds for this session only.`,
    }
  }
}

function grantOf(approval: Approval & { readonly answer: Answer }, now: number): NewGrant {
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

/** Whoever changed the input did not permit the input that was asked about: no call has this digest. */
function boundTo({ digest, input }: Answer): string {
  return input === undefined ? digest : `${digest} changed`
}

function entriesOf({ behavior, rules, agent, until }: NewGrant): RuleEntry[] {
  return rules.map((rule) => ({
    behavior,
    rule,
    ...(agent === null ? {} : { agents: [agent] }),
    ...(until === null ? {} : { expires: until }),
  }))
}
