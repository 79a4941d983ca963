/** Part of the store in memory: approvals. */

import type { Approval, ApprovalFilter, ApprovalStore, Asked, Ending, PendingFilter } from '../approval.ts'
import { fromJson, keyText, plainText, plainTextOrNull, toJson, whole } from '../encode.ts'
import { StoreError } from '../error.ts'
import type { Along } from '../record.ts'
import type { AuditInMemory } from './audit.ts'
import type { Tell } from './tell.ts'

export class ApprovalsInMemory implements ApprovalStore {
  readonly #all = new Map<string, Approval>()
  readonly #tell: Tell
  readonly #audit: Pick<AuditInMemory, 'add'>

  constructor(tell: Tell, audit: Pick<AuditInMemory, 'add'>) {
    this.#tell = tell
    this.#audit = audit
  }

  async ask(asked: Asked): Promise<void> {
    const approval: Approval = { ...checked(asked), state: 'pending', answer: null, endedAt: null, note: null }
    if (this.#all.has(approval.id)) throw new StoreError('duplicate', `there is an approval ${approval.id} already`)
    this.#keep(approval)
  }

  async get(id: string): Promise<Approval | undefined> {
    return this.#all.get(id)
  }

  async pending({ session, project, digest }: PendingFilter = {}): Promise<readonly Approval[]> {
    return this.#found(
      (approval) =>
        approval.state === 'pending' &&
        (session === undefined || approval.session === session) &&
        (project === undefined || approval.project === project) &&
        (digest === undefined || approval.digest === digest),
    )
  }

  async count(now: number): Promise<number> {
    const at = whole(now, 'now')
    return this.#found(({ state, expiresAt }) => state === 'pending' && expiresAt > at).length
  }

  async history({ session, since, before, limit }: ApprovalFilter): Promise<readonly Approval[]> {
    const found = this.#found(
      (approval) =>
        (session === undefined || approval.session === session) &&
        (since === undefined || approval.askedAt >= since) &&
        (before === undefined || approval.askedAt < before),
    )
    return found.toReversed().slice(0, Math.max(0, whole(limit, 'limit')))
  }

  async extend(id: string, expiresAt: number, now: number, along?: Along) {
    const [until, at] = [whole(expiresAt, 'expiresAt'), whole(now, 'now')]
    const approval = this.#all.get(id)
    if (approval === undefined) return undefined
    if (approval.state !== 'pending' || approval.expiresAt <= at || approval.expiresAt >= until)
      return { won: false, approval }
    const [record] = along === undefined ? [] : this.#audit.add([along.record], along.seal)
    const extended = this.#keep({ ...approval, expiresAt: until })
    if (record !== undefined) along?.kept(record)
    return { won: true, approval: extended }
  }

  async end(id: string, ending: Ending, now: number, along?: Along) {
    const at = whole(now, 'now')
    const approval = this.#all.get(id)
    if (approval === undefined) return undefined
    if (approval.state !== 'pending') return { won: false, approval }
    if (ending.state === 'expired' && ending.due !== undefined && approval.expiresAt > whole(ending.due, 'due'))
      return { won: false, approval }
    if (ending.state !== 'answered') return { won: true, approval: this.#end(approval, ending, at, along) }
    if (approval.expiresAt <= at) {
      const late = { state: 'expired', note: 'the answer came too late' } as const
      return { won: false, approval: this.#end(approval, late, at) }
    }
    if (ending.answer.digest !== approval.digest)
      throw new StoreError('stale', `the answer is to something else than approval ${id} asks: look at it again`)
    return { won: true, approval: this.#end(approval, ending, at, along) }
  }

  async expire(now: number): Promise<readonly Approval[]> {
    const at = whole(now, 'now')
    const overdue = this.#found(({ state, expiresAt }) => state === 'pending' && expiresAt <= at)
    return overdue.map((approval) => this.#end(approval, { state: 'expired', note: 'nobody answered in time' }, at))
  }

  async prune(before: number): Promise<number> {
    const old = this.#found(({ endedAt }) => endedAt !== null && endedAt < whole(before, 'before'))
    for (const { id } of old) {
      this.#all.delete(id)
      this.#tell('approval', id)
    }
    return old.length
  }

  #found(isMeant: (approval: Approval) => boolean): Approval[] {
    const found = [...this.#all.values()].filter(isMeant)
    return found.toSorted((a, b) => a.askedAt - b.askedAt || (a.id < b.id ? -1 : 1))
  }

  #end(approval: Approval, ending: Ending, endedAt: number, along?: Along): Approval {
    const ended: Approval =
      ending.state === 'answered'
        ? { ...approval, state: 'answered', answer: copied(ending.answer, 'an answer'), endedAt }
        : { ...approval, state: ending.state, note: plainText(ending.note, 'a note'), endedAt }
    const [record] = along === undefined ? [] : this.#audit.add([along.record], along.seal)
    this.#keep(ended)
    if (record !== undefined) along?.kept(record)
    return ended
  }

  #keep(approval: Approval): Approval {
    this.#all.set(approval.id, approval)
    this.#tell('approval', approval.id)
    return approval
  }
}

function checked(asked: Asked): Asked {
  return {
    id: keyText(asked.id, "an approval's id"),
    session: plainText(asked.session, 'a session'),
    agent: plainTextOrNull(asked.agent, 'an agent'),
    project: plainText(asked.project, 'a project'),
    digest: plainText(asked.digest, 'a digest'),
    call: copied(asked.call, 'a call'),
    shown: copied(asked.shown, 'what is shown'),
    askedAt: whole(asked.askedAt, 'askedAt'),
    expiresAt: whole(asked.expiresAt, 'expiresAt'),
  }
}

function copied<T>(value: T, what: string): T {
  return fromJson(toJson(value, what), what) as T
}
