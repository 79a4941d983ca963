/**
 * Part of the gate: answers that are remembered.
 *
 * INVARIANT: one answer makes one grant, whichever process makes it and however often it tries: the grant has the id of
 * the approval it came from. Grants for a project or for always become rules in a policy file. If that file cannot be
 * written, they fall back to the session, never to anything wider. The file is written by the process that asked, with
 * its project and home.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { amendPolicy } from '../../policy/amend.ts'
import type { RuleEntry } from '../../policy/rule-entry.ts'
import type { AnsweredApproval, Approval } from '../../store/approval.ts'
import type { Grant, GrantStore, NewGrant } from '../../store/grant.ts'
import type { AuditLog } from '../audit-log.ts'
import type { Clock } from '../clock.ts'
import { entriesOf, forSession, grantOf, isFiled, LAYER } from './of-answer.ts'

export interface GrantDeps {
  readonly grants: GrantStore
  readonly audit: AuditLog
  readonly home: string
  readonly now: Clock
  /** The store may be shared by several machines: then this process must not write files on behalf of another. */
  readonly remote?: boolean | undefined
}

export interface Remembered {
  readonly grant: Grant
  /** What could not be done as asked, for the person who answered. */
  readonly note?: string
}

export type Revoked =
  /**
   * `note`: what could not be done as asked, for the person. `isElsewhere`: its rule is in no file of this machine, so
   * it cannot be restored here.
   */
  | { readonly ok: true; readonly grant: Grant; readonly note?: string; readonly isElsewhere?: true }
  /** `unknown`: there is no such grant. */
  | { readonly ok: false; readonly why: string; readonly unknown?: true }

/** How long to wait for the process that asked, and how often to look. */
const HAND_OVER = 2_000
const LOOK = 40
const NOT_WRITTEN = 'The rule could not be written where the call was asked, so the answer holds for this session only.'

export class Grants {
  readonly #deps: GrantDeps
  readonly #underWay = new Map<string, Promise<Remembered>>()

  constructor(deps: GrantDeps) {
    this.#deps = deps
  }

  /** The grant of an answered approval; it is made now if the process that took the answer did not get to it. */
  remember(approval: AnsweredApproval): Promise<Remembered> {
    const known = this.#underWay.get(approval.id)
    if (known !== undefined) return known
    const making = this.#make(approval).finally(() => this.#underWay.delete(approval.id))
    this.#underWay.set(approval.id, making)
    return making
  }

  /** Like `remember`, but for a question of another process: that process writes a grant that belongs in a file. */
  async handOver(approval: AnsweredApproval): Promise<Remembered> {
    const { lasts } = approval.answer
    if (!isFiled(lasts)) return this.remember(approval)
    for (const began = performance.now(); performance.now() - began < HAND_OVER;) {
      const grant = await this.#deps.grants.get(approval.id)
      if (grant !== undefined) return { grant, ...(grant.lasts === lasts ? {} : { note: NOT_WRITTEN }) }
      await delay(LOOK)
    }
    // The process that asked is gone, or slow. On one machine its files are also ours.
    if (this.#deps.remote !== true) return this.remember(approval)
    return this.#add(forSession(grantOf(approval, this.#deps.now()), approval), approval, NOT_WRITTEN)
  }

  list(): Promise<readonly Grant[]> {
    return this.#deps.grants.list()
  }

  /** Revokes a grant and removes it from the policy file. */
  async revoke(id: string, by: string): Promise<Revoked> {
    const { grants, audit, home, now } = this.#deps
    const grant = await grants.get(id)
    if (grant === undefined) return { ok: false, why: `There is no grant ${id}.`, unknown: true }
    if (grant.revokedAt !== null) return { ok: false, why: 'The grant was revoked before.' }
    let stays: { readonly note: string; readonly isElsewhere?: true } | undefined
    if (isFiled(grant.lasts)) {
      const root = grant.project ?? home
      const remove = await this.#ownEntries(grant)
      const amended = await amendPolicy({ layer: LAYER[grant.lasts], root, home, remove, exactly: true })
      if (!amended.ok)
        return { ok: false, why: `The rule stays in ${amended.file}, which cannot be changed: ${amended.why}.` }
      const { file, left, removed } = amended
      if (grant.rules.length === 0) stays = { note: unread(grant, file), isElsewhere: true }
      else if (left.length > 0) stays = { note: stillThere(left, file) }
      else if (this.#deps.remote === true && removed.length < remove.length)
        stays = { note: elsewhere(grant.rules, file), isElsewhere: true }
    }
    const entry = { kind: 'revoke', session: grant.session, body: { grant: id, by } }
    const along = await audit.along?.(entry)
    if (!(await grants.revoke(id, now(), along))) return { ok: false, why: 'The grant was revoked before.' }
    if (along === undefined) await audit.append(entry)
    return { ok: true, grant, ...stays }
  }

  /**
   * The grant's entries without those that another denial put there as well: what another answer denied stays denied.
   */
  async #ownEntries(grant: Grant): Promise<RuleEntry[]> {
    const entries = entriesOf(grant)
    if (grant.behavior === 'allow') return entries
    const { project } = grant
    const live = await this.#deps.grants.live({ now: this.#deps.now(), ...(project === null ? {} : { project }) })
    const isBeside = ({ id, behavior, lasts }: Grant) =>
      id !== grant.id && behavior === grant.behavior && lasts === grant.lasts
    const others = new Set(
      live
        .filter(isBeside)
        .flatMap(entriesOf)
        .map((entry) => JSON.stringify(entry)),
    )
    return entries.filter((entry) => !others.has(JSON.stringify(entry)))
  }

  /** Restores a revoked grant, as a new grant. */
  async restore(id: string, by: string): Promise<Revoked> {
    const { grants, audit, home, now } = this.#deps
    const before = await grants.get(id)
    if (before === undefined) return { ok: false, why: `There is no grant ${id}.`, unknown: true }
    if (before.revokedAt === null) return { ok: false, why: 'The grant was not revoked.' }
    if (before.broken !== undefined) return { ok: false, why: `It cannot be taken back: ${before.broken}.` }
    const { useCount: _, usedAt: __, revokedAt: ___, ...same } = before
    const grant: NewGrant = { ...same, id: uuidv7(), grantedAt: now(), grantedBy: by }
    if (grant.until !== null && grant.until <= now()) return { ok: false, why: 'Its time is over.' }
    if (isFiled(grant.lasts)) {
      const layer = LAYER[grant.lasts]
      const amended = await amendPolicy({ layer, root: grant.project ?? home, home, add: entriesOf(grant) })
      if (!amended.ok) return { ok: false, why: `${amended.file} cannot be written: ${amended.why}.` }
    }
    const entry = { kind: 'grant', session: grant.session, body: { ...grant, restored: id } }
    const along = await audit.along?.(entry)
    await grants.add(grant, along)
    if (along === undefined) await audit.append(entry)
    return { ok: true, grant: { ...grant, useCount: 0, usedAt: null, revokedAt: null } }
  }

  async #make(approval: AnsweredApproval): Promise<Remembered> {
    const { grants, home, now } = this.#deps
    const known = await grants.get(approval.id)
    if (known !== undefined) return { grant: known }
    const { grant, note } = await this.#filed(grantOf(approval, now()), approval)
    const made = await this.#add(grant, approval, note)
    // The process that took the answer had stopped waiting for this one and kept the answer for the session only, and
    // the person was told so.
    if (isFiled(grant.lasts) && !isFiled(made.grant.lasts))
      await amendPolicy({
        layer: LAYER[grant.lasts],
        root: approval.project,
        home,
        remove: entriesOf(grant),
        exactly: true,
      })
    return made
  }

  /**
   * Recorded in the same transaction. Another process may have made a grant for the same answer first: then that one
   * counts.
   */
  async #add(grant: NewGrant, approval: Approval, note: string | undefined): Promise<Remembered> {
    const { grants, audit } = this.#deps
    const said = note === undefined ? {} : { note }
    const entry = { kind: 'grant', session: approval.session, body: { ...grant, ...said } }
    const isRecorded = grant.lasts !== 'once'
    const along = isRecorded ? await audit.along?.(entry) : undefined
    try {
      await grants.add(grant, along)
    } catch (error) {
      const made = await grants.get(approval.id)
      if (made === undefined) throw error
      return { grant: made }
    }
    if (isRecorded && along === undefined) await audit.append(entry)
    return { grant: { ...grant, useCount: 0, usedAt: null, revokedAt: null }, ...said }
  }

  async #filed(grant: NewGrant, approval: Approval): Promise<{ grant: NewGrant; note?: string }> {
    if (!isFiled(grant.lasts)) return { grant }
    const { home } = this.#deps
    const layer = LAYER[grant.lasts]
    const amended = await amendPolicy({ layer, root: approval.project, home, add: entriesOf(grant) })
    if (amended.ok) return { grant }
    return {
      grant: forSession(grant, approval),
      note: `${amended.file} cannot be written (${amended.why}), so the answer holds for this session only.`,
    }
  }
}

function stillThere(rules: readonly string[], file: string): string {
  return `${named(rules)} stays in ${file}, for somebody has changed it there since: take it out by hand if it should not count.`
}

function elsewhere(rules: readonly string[], file: string): string {
  return `${named(rules)} is not in ${file} here: if it was asked about on another machine, it stays in the file there until it is taken out by hand.`
}

function unread({ broken }: Grant, file: string): string {
  return `${broken}: if it put a rule into ${file}, the rule stays there until it is taken out by hand.`
}

function named(rules: readonly string[]): string {
  return rules.map((rule) => `\`${rule}\``).join(' and ')
}
