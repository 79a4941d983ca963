/**
 * Part of the gate: the store for those who want none (`store: 'memory'`). Needs no driver and leaves no file.
 *
 * INVARIANT: holds every promise of the port but one: nothing outlives the process.
 */

import type { Approval, ApprovalStore, Ending } from '../store/approval.ts'
import type { Grant, GrantStore } from '../store/grant.ts'
import type { Change, Profile, ProfileStore, Store } from '../store/port.ts'
import type { AuditRecord, AuditStore, Checkpoint } from '../store/record.ts'

type Tell = (change: Change) => void

export function createMemoryStore(): Store {
  const listeners = new Set<Tell>()
  const tell: Tell = (change) => {
    for (const listener of listeners) listener(change)
  }
  return {
    approvals: approvalsInMemory(tell),
    grants: grantsInMemory(tell),
    audit: auditInMemory(tell),
    profiles: profilesInMemory(tell),
    watch(listener) {
      const own: Tell = (change) => listener(change)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    async close() {
      listeners.clear()
    },
  }
}

function approvalsInMemory(tell: Tell): ApprovalStore {
  const all = new Map<string, Approval>()
  const end = (approval: Approval, ending: Ending, now: number): Approval => {
    const answer = ending.state === 'answered' ? ending.answer : null
    const note = ending.state === 'answered' ? null : ending.note
    const ended: Approval = { ...approval, state: ending.state, answer, note, endedAt: now }
    all.set(approval.id, ended)
    tell({ what: 'approval', id: approval.id })
    return ended
  }
  return {
    async ask(asked) {
      if (all.has(asked.id)) throw new Error(`there is an approval ${asked.id} already`)
      all.set(asked.id, { ...structuredClone(asked), state: 'pending', answer: null, endedAt: null, note: null })
      tell({ what: 'approval', id: asked.id })
    },
    async get(id) {
      return all.get(id)
    },
    async pending({ session, project } = {}) {
      const found = [...all.values()].filter(
        (approval) =>
          approval.state === 'pending' &&
          (session === undefined || approval.session === session) &&
          (project === undefined || approval.project === project),
      )
      return found.toSorted((a, b) => a.askedAt - b.askedAt || (a.id < b.id ? -1 : 1))
    },
    async end(id, ending, now) {
      const approval = all.get(id)
      if (approval === undefined) return undefined
      if (approval.state !== 'pending') return { won: false, approval }
      return { won: true, approval: end(approval, structuredClone(ending), now) }
    },
    async expire(now) {
      const overdue = [...all.values()].filter(({ state, expiresAt }) => state === 'pending' && expiresAt <= now)
      return overdue.map((approval) => end(approval, { state: 'expired', note: 'nobody answered in time' }, now))
    },
    async prune(before) {
      const old = [...all.values()].filter(({ endedAt }) => endedAt !== null && endedAt < before)
      for (const { id } of old) all.delete(id)
      return old.length
    },
  }
}

function grantsInMemory(tell: Tell): GrantStore {
  const all = new Map<string, Grant>()
  const change = (grant: Grant) => {
    all.set(grant.id, grant)
    tell({ what: 'grant', id: grant.id })
  }
  return {
    async add(grant) {
      if (all.has(grant.id)) throw new Error(`there is a grant ${grant.id} already`)
      change({ ...structuredClone(grant), useCount: 0, usedAt: null, revokedAt: null })
    },
    async get(id) {
      return all.get(id)
    },
    async live({ now, session, project }) {
      return [...all.values()].filter(
        (grant) =>
          counts(grant, now) &&
          (grant.session === null || grant.session === session) &&
          (grant.project === null || grant.project === project),
      )
    },
    async list() {
      return [...all.values()]
    },
    async claim(id, now) {
      const grant = all.get(id)
      if (grant === undefined || !counts(grant, now)) return false
      const usesLeft = grant.usesLeft === null ? null : grant.usesLeft - 1
      change({ ...grant, usesLeft, useCount: grant.useCount + 1, usedAt: now })
      return true
    },
    async revoke(id, now) {
      const grant = all.get(id)
      if (grant === undefined || grant.revokedAt !== null) return false
      change({ ...grant, revokedAt: now })
      return true
    },
  }
}

function counts({ revokedAt, until, usesLeft }: Grant, now: number): boolean {
  return revokedAt === null && (until === null || now < until) && (usesLeft === null || usesLeft > 0)
}

function auditInMemory(tell: Tell): AuditStore {
  let records: AuditRecord[] = []
  let checkpoints: Checkpoint[] = []
  let last: AuditRecord | undefined
  return {
    async append(news, seal) {
      const added: AuditRecord[] = []
      let head = last
      for (const record of news) {
        const seq = (head?.seq ?? 0) + 1
        const previous = head?.hash ?? '0'.repeat(64)
        head = { ...record, seq, previous, hash: seal(record, seq, previous) }
        added.push(head)
      }
      last = head
      records.push(...added)
      for (const { seq } of added) tell({ what: 'audit', id: String(seq) })
      return added
    },
    async head() {
      return last
    },
    async read(from, limit) {
      return records.filter(({ seq }) => seq >= from).slice(0, limit)
    },
    async find({ kind, session, since, limit }) {
      const found = records.filter(
        (record) =>
          (kind === undefined || record.kind === kind) &&
          (session === undefined || record.session === session) &&
          (since === undefined || record.at >= since),
      )
      return found.slice(-limit)
    },
    async addCheckpoint(checkpoint) {
      checkpoints = [...checkpoints, checkpoint].toSorted((a, b) => a.seq - b.seq)
    },
    async checkpoints() {
      return checkpoints
    },
    async dropBefore(seq) {
      const kept = records.filter((record) => record.seq >= seq)
      const dropped = records.length - kept.length
      records = kept
      return dropped
    },
  }
}

function profilesInMemory(tell: Tell): ProfileStore {
  const all = new Map<string, Profile>()
  return {
    async save(profile) {
      all.set(profile.name, { ...profile })
      tell({ what: 'profile', id: profile.name })
    },
    async get(name) {
      return all.get(name)
    },
    async list() {
      return [...all.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },
    async remove(name) {
      return all.delete(name)
    },
  }
}
