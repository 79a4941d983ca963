/** Part of the store in memory: grants. */

import { keyText, plainText, plainTextOrNull, whole, wholeOrNull } from '../encode.ts'
import { StoreError } from '../error.ts'
import type { Grant, GrantStore, LiveFilter, NewGrant } from '../grant.ts'
import type { Along } from '../record.ts'
import type { AuditInMemory } from './audit.ts'
import type { Tell } from './tell.ts'

export class GrantsInMemory implements GrantStore {
  readonly #all = new Map<string, Grant>()
  readonly #tell: Tell
  readonly #audit: Pick<AuditInMemory, 'add'>

  constructor(tell: Tell, audit: Pick<AuditInMemory, 'add'>) {
    this.#tell = tell
    this.#audit = audit
  }

  async add(given: NewGrant, along?: Along): Promise<void> {
    const grant: Grant = { ...checked(given), useCount: 0, usedAt: null, revokedAt: null }
    if (this.#all.has(grant.id)) throw new StoreError('duplicate', `there is a grant ${grant.id} already`)
    this.#keep(grant, along)
  }

  async get(id: string): Promise<Grant | undefined> {
    return this.#all.get(id)
  }

  async live({ now, session, project }: LiveFilter): Promise<readonly Grant[]> {
    const at = whole(now, 'now')
    return this.#sorted().filter(
      (grant) =>
        counts(grant, at) &&
        (grant.session === null || grant.session === session) &&
        (grant.project === null || grant.project === project),
    )
  }

  async list(): Promise<readonly Grant[]> {
    return this.#sorted()
  }

  async claim(id: string, now: number): Promise<boolean> {
    const at = whole(now, 'now')
    const grant = this.#all.get(id)
    if (grant === undefined || !counts(grant, at)) return false
    const usesLeft = grant.usesLeft === null ? null : grant.usesLeft - 1
    this.#all.set(id, { ...grant, usesLeft, useCount: grant.useCount + 1, usedAt: at })
    if (usesLeft === 0) this.#tell('grant', id)
    return true
  }

  async revoke(id: string, now: number, along?: Along): Promise<boolean> {
    const revokedAt = whole(now, 'now')
    const grant = this.#all.get(id)
    if (grant === undefined || grant.revokedAt !== null) return false
    this.#keep({ ...grant, revokedAt }, along)
    return true
  }

  #keep(grant: Grant, along: Along | undefined): void {
    const [record] = along === undefined ? [] : this.#audit.add([along.record], along.seal)
    this.#all.set(grant.id, grant)
    this.#tell('grant', grant.id)
    if (record !== undefined) along?.kept(record)
  }

  #sorted(): Grant[] {
    return [...this.#all.values()].toSorted((a, b) => a.grantedAt - b.grantedAt || (a.id < b.id ? -1 : 1))
  }
}

function counts({ revokedAt, until, usesLeft }: Grant, now: number): boolean {
  return revokedAt === null && (until === null || until > now) && (usesLeft === null || usesLeft > 0)
}

function checked(grant: NewGrant): NewGrant {
  return {
    id: keyText(grant.id, "a grant's id"),
    behavior: grant.behavior,
    lasts: grant.lasts,
    rules: [...grant.rules],
    digest: plainTextOrNull(grant.digest, 'a digest'),
    session: plainTextOrNull(grant.session, 'a session'),
    project: plainTextOrNull(grant.project, 'a project'),
    agent: plainTextOrNull(grant.agent, 'an agent'),
    grantedAt: whole(grant.grantedAt, 'grantedAt'),
    grantedBy: plainText(grant.grantedBy, 'grantedBy'),
    approval: plainTextOrNull(grant.approval, "an approval's id"),
    until: wholeOrNull(grant.until, 'until'),
    usesLeft: wholeOrNull(grant.usesLeft, 'usesLeft'),
  }
}
