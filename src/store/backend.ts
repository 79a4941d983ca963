/**
 * Part of the store: what differs between databases. Everything else is one code path over Kysely.
 */

import type { Kysely, Transaction } from 'kysely'
import type { StoreError } from './error.ts'
import type { AuditRecord, Checkpoint, NewRecord } from './record.ts'
import type { Tables } from './tables.ts'

/** The two sequences that several processes continue without gaps. */
export type Sequence = 'audit' | 'changes'

export interface Backend {
  readonly db: Kysely<Tables>
  /** Whether other machines may use it, too. */
  readonly remote: boolean
  /** The name of the nth value (from 1) in the text of a statement. */
  readonly parameter: (n: number) => string
  /** How much work it can do at once; unlimited if it is not given. */
  readonly lanes?: number
  /** Milliseconds for which work is retried while others are in the way; if it is not given, a default. */
  readonly patience?: number | undefined
  /**
   * From here to the end of the transaction, no other process continues this sequence; watchers are woken at the
   * commit. A later statement in the transaction sees everything that was committed before.
   */
  enter(trx: Transaction<Tables>, sequence: Sequence): Promise<void>
  /**
   * Appends to the audit in a quicker way, sealed as in `seal.ts`; undefined if that is not possible now, and then
   * nothing was done.
   */
  appendSealed?(records: readonly NewRecord[]): Promise<readonly AuditRecord[]> | undefined
  /** Writes a checkpoint in the same way. */
  addCheckpoint?(checkpoint: Checkpoint): Promise<unknown> | undefined
  /** Throws if what is read and written is not in the database that others see, or would damage it. */
  check?(): void
  /** Whether another process was in the way, so that the same work may succeed if it is repeated. */
  isPassing(error: unknown): boolean
  explain(error: unknown): StoreError
  /**
   * Calls `wake` soon after another process changed something, until the returned function is called. `ready` resolves
   * when nothing can be missed any more, and never rejects.
   */
  follow(wake: () => void): { readonly ready: Promise<void>; readonly stop: () => void }
  close(): Promise<void>
}
