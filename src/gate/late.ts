/**
 * Part of the gate: a store that is opened only when a call needs it. Calls that the written policy settles do not: a
 * hook process, which ends after one call, puts their record into the spool beside the store and never opens the store.
 *
 * INVARIANT: `append` resolves when the record is durable, in the spool or in the store, never before. An error with
 * the spool is not a failure yet: the store is opened then, and only its error counts.
 */

import type { Store } from '../store/port.ts'
import type { Along } from '../store/record.ts'
import type { AuditLog, Entry } from './audit-log.ts'
import type { OpenAuditLog } from './audit/log.ts'
import { decisionRecord, recordOf } from './audit/records.ts'
import { isDecision } from './audit/search.ts'
import type { Clock } from './clock.ts'
import { ownRules } from './grants/book.ts'
import type { Decision } from './record.ts'
import { appendToSpool, readSpoolFile } from './spool/file.ts'
import type { Spool } from './spool/file.ts'
import type { SpoolEntry, Uses } from './spool/line.ts'

/** The part of a store that a gate needs. */
export type GateStore = Pick<Store, 'approvals' | 'grants' | 'watch' | 'remote'>

export interface OpenStores {
  readonly store: GateStore
  readonly audit: AuditLog
  /** Whether nothing was read from the store yet. */
  readonly isUnread?: () => boolean
  readonly release: () => Promise<void>
}

export interface LateOptions {
  readonly spool: Spool
  readonly now: Clock
  /** Takes in the records that wait in the spool before it resolves. */
  readonly open: () => Promise<OpenStores & { readonly audit: OpenAuditLog }>
}

export function lateStores(options: LateOptions): OpenStores {
  const opening = new Opening(options)
  return {
    store: {
      approvals: opening.late('approvals'),
      grants: opening.late('grants'),
      watch: (listener) => opening.stores.store.watch(listener),
    },
    audit: new LateLog(options, opening),
    isUnread: () => !opening.isOpen,
    release: () => opening.release(),
  }
}

class Opening {
  readonly #options: LateOptions
  #begun: ReturnType<LateOptions['open']> | undefined
  #open: OpenStores | undefined

  constructor(options: LateOptions) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  /** Throws before the store is open. */
  get stores(): OpenStores {
    if (this.#open === undefined) throw new Error('the store is not open yet')
    return this.#open
  }

  now(): ReturnType<LateOptions['open']> {
    this.#begun ??= this.#options.open().then((stores) => (this.#open = stores))
    return this.#begun
  }

  async release(): Promise<void> {
    await this.#begun?.catch(() => undefined)
    await this.#open?.release()
  }

  /** The port; any call to it opens the store. */
  late<Name extends 'approvals' | 'grants'>(name: Name): Store[Name] {
    return new Proxy({} as Store[Name], {
      get: (_, method) => {
        return async (...given: unknown[]) => {
          const port = (await this.now()).store[name]
          return Reflect.apply(Reflect.get(port, method) as (...all: unknown[]) => unknown, port, given)
        }
      },
    })
  }
}

class LateLog implements Required<AuditLog> {
  readonly #options: LateOptions
  readonly #opening: Opening

  constructor(options: LateOptions, opening: Opening) {
    this.#options = options
    this.#opening = opening
  }

  append(entry: Entry): Promise<void> {
    return this.#keep(() => [{ record: recordOf(entry, this.#options.now()) }])
  }

  appendDecisions(decisions: readonly Decision[]): Promise<void> {
    return this.#keep(() => {
      const at = this.#options.now()
      return decisions.map((decision) => ({ record: decisionRecord(decision, at), uses: usesOf(decision) }))
    })
  }

  async along(entry: Entry): Promise<Along> {
    return (await this.#opening.now()).audit.along(entry)
  }

  async decided(id: string): Promise<{ readonly session: string | null } | undefined> {
    return this.#waiting(id) ?? (await this.#opening.now()).audit.decided(id)
  }

  async #keep(made: () => readonly SpoolEntry[]): Promise<void> {
    const entries = made()
    if (!this.#opening.isOpen) {
      try {
        return appendToSpool(this.#options.spool, entries)
      } catch {
        // The entry may be in the spool all the same: it is taken into the store only once.
      }
    }
    const { audit } = await this.#opening.now()
    await audit.adopt(entries.map(({ record }) => record))
  }

  /** A decision that still waits in the spool. */
  #waiting(id: string): { readonly session: string | null } | undefined {
    try {
      return readSpoolFile(this.#options.spool)?.entries.find(({ record }) => isDecision(record, id))?.record
    } catch {
      return undefined
    }
  }
}

function usesOf({ call, decided }: Decision): Uses | undefined {
  if (call === undefined || decided?.verdict.enforced !== true) return undefined
  const rules = ownRules(decided.trace).map(({ behavior, rule }) => ({ behavior, rule }))
  return rules.length === 0 ? undefined : { project: decided.inForce.root, agent: call.agent ?? null, rules }
}
