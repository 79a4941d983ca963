/**
 * What people do with the gate's memory from outside: read, answer, revoke, verify. No call is decided here.
 *
 * The command line and the server reach the store only through this file and `gate.ts`.
 */

import { existsSync } from 'node:fs'
import { auditKeyFile, storeFileOf } from '../policy/own-folders.ts'
import type { Approval } from '../store/approval.ts'
import { StoreError } from '../store/error.ts'
import { openStore, storeFile } from '../store/open.ts'
import type { Change, Store } from '../store/port.ts'
import type { AuditRecord, AuditStore } from '../store/record.ts'
import { exportAudit } from './audit/export.ts'
import type { ExportOptions } from './audit/export.ts'
import { knownKeys, openKey, signCheckpoint } from './audit/key.ts'
import { createAuditLog } from './audit/log.ts'
import type { OpenAuditLog } from './audit/log.ts'
import { dropOld } from './audit/retention.ts'
import type { Dropped } from './audit/retention.ts'
import { sealedCheckpoint } from './audit/sealed.ts'
import { searchAudit } from './audit/search.ts'
import type { AuditFilter, AuditPage } from './audit/search.ts'
import { verifyAudit } from './audit/verify.ts'
import type { Verification, VerifyOptions } from './audit/verify.ts'
import { steady } from './clock.ts'
import type { Clock } from './clock.ts'
import { Grants } from './grants/grants.ts'
import { Profiles } from './profiles/profiles.ts'
import { Approvals } from './questions/approvals.ts'
import { takingIn } from './spool/intake.ts'
import { statisticsOf } from './statistics.ts'
import type { Statistics, StatisticsFilter } from './statistics.ts'

export type { Grant } from '../store/grant.ts'
export type { Lasting } from '../store/approval.ts'
export type { Approval, AuditFilter, AuditPage, AuditRecord, Change, Statistics, StatisticsFilter, Verification }

export interface ManagementOptions {
  readonly home: string
  /** A file or `postgres://…`; by default the one the gate uses. */
  readonly store?: string | undefined
  /** If a named file does not exist, this refuses it instead of creating it. */
  readonly existing?: boolean
  /** The name of the person at work, for the record. */
  readonly by: string
  readonly now?: () => number
}

export interface Management {
  readonly approvals: Pick<Approvals, 'get' | 'pending' | 'count' | 'history' | 'answer' | 'extend'>
  readonly grants: Pick<Grants, 'list' | 'revoke' | 'restore'>
  readonly profiles: Profiles
  readonly audit: AuditManagement
  /** How often people were asked, because of what, and what they answered. */
  statistics(filter: StatisticsFilter): Promise<Statistics>
  /** Reports changes by any process; returns a function that stops it. */
  watch(listener: (change: Change) => void): () => void
  /** The same management, for another person at work. */
  as(by: string): Management
  close(): Promise<void>
}

/** Throws when the store cannot be opened. */
export async function openManagement({
  home,
  store: where,
  existing = false,
  by,
  now,
}: ManagementOptions): Promise<Management> {
  const keyFile = auditKeyFile(home)
  const named = where ?? storeFileOf(home)
  const file = where === undefined ? undefined : storeFile(where)
  if (existing && file !== undefined && !existsSync(file))
    throw new StoreError('unreachable', `${file}: there is no such file`)
  const store = await openStore(named)
  const clock = steady(now)
  const log = createAuditLog(store.audit, { key: () => openKey(keyFile), now: clock })
  const grants = new Grants({ grants: store.grants, audit: log, home, now: clock, remote: store.remote })
  const approvals = new Approvals({ store, audit: log, grants, now: clock })
  const release = async () => {
    await log.close()
    await store.close()
  }
  try {
    const takeIn = await takingIn(named, { store, log, keyFile, now: clock })
    return manage({ store, log, approvals, grants, keyFile, home, by, now: clock, takeIn, release })
  } catch (error) {
    await release()
    throw error
  }
}

export interface ManagementParts {
  readonly store: Store
  readonly log: OpenAuditLog
  readonly approvals: Approvals
  readonly grants: Grants
  readonly keyFile: string
  readonly home: string
  readonly by: string
  readonly now: Clock
  /** Takes in the records that wait beside the store. */
  readonly takeIn: () => Promise<void>
  readonly release: () => Promise<void>
}

/** The management on parts that are open already. */
export function manage(parts: ManagementParts): Management {
  const { store, approvals, grants, home, by, now, release } = parts
  return {
    grants,
    approvals,
    profiles: new Profiles({ store, audit: parts.log, home, now, by }),
    audit: new AuditManagement(parts),
    statistics: (filter) => statisticsOf(store.approvals, filter),
    watch: (listener) => store.watch(listener),
    as: (other) => manage({ ...parts, by: other }),
    close: release,
  }
}

/** The process that asked may not have seen yet how a question ended. */
const STILL_LOOKED_AT = 60 * 60_000

export class AuditManagement {
  readonly #parts: ManagementParts
  readonly #store: AuditStore

  constructor(parts: ManagementParts) {
    this.#parts = parts
    this.#store = parts.store.audit
  }

  /** Newest first, page by page. */
  search(filter: AuditFilter): Promise<AuditPage> {
    return searchAudit(this.#store, filter)
  }

  head(): Promise<AuditRecord | undefined> {
    return this.#store.head()
  }

  async get(seq: number): Promise<AuditRecord | undefined> {
    const [record] = await this.#store.read(seq, 1)
    return record?.seq === seq ? record : undefined
  }

  /**
   * Verifies with this machine's key, the keys of other machines that a person has kept here, and the keys that are
   * passed.
   */
  async verify({ keys, ...options }: VerifyOptions): Promise<Verification> {
    await this.#parts.takeIn()
    return verifyAudit(this.#store, { keys: knownKeys(this.#parts.home, keys), ...options })
  }

  /**
   * A sealed export begins with the signed checkpoints and with a signature by this machine's key for the present end
   * of the chain.
   */
  async *export(options: ExportOptions): AsyncGenerator<object> {
    if (options.format === 'sealed') {
      const { keyFile, now } = this.#parts
      const head = await this.#store.head()
      for (const checkpoint of await this.#store.checkpoints()) yield sealedCheckpoint(checkpoint)
      if (head !== undefined) yield sealedCheckpoint(signCheckpoint(openKey(keyFile), head, now()))
    }
    yield* exportAudit(this.#store, options)
  }

  /**
   * Drops older records, and the questions that ended before that time and more than an hour ago, because they hold
   * calls as they were made. Before that, it is recorded that records are dropped, by whom and up to which time.
   */
  async prune(before: number): Promise<Dropped & { readonly questions: number }> {
    const { store, log, keyFile, now } = this.#parts
    await this.record('retention', { before: new Date(before).toISOString() })
    await log.flush()
    const dropped = await dropOld(this.#store, { before, key: openKey(keyFile), now: now() })
    return { ...dropped, questions: await store.approvals.prune(Math.min(before, now() - STILL_LOOKED_AT)) }
  }

  /** Records what a person did besides answering. */
  record(kind: 'policy' | 'retention', body: Readonly<Record<string, unknown>>, by = this.#parts.by): Promise<void> {
    return this.#parts.log.append({ kind, session: null, body: { ...body, by } })
  }
}
