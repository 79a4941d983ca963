/**
 * Part of the store: what differs between databases. Everything else is one code path over Kysely.
 */

import type { Kysely, Transaction } from 'kysely'
import type { StoreError } from './error.ts'
import type { AuditRecord, Checkpoint, NewRecord } from './record.ts'
import type { Tables } from './tables.ts'

/** The two sequences that several processes continue without a gap. */
export type Sequence = 'audit' | 'changes'

export interface Backend {
  readonly db: Kysely<Tables>
  /** Other machines may be on it. */
  readonly remote: boolean
  /** How the nth value of a statement, from 1, is named in its text. */
  readonly parameter: (n: number) => string
  /** How much work it can do at once; whatever comes where none is said. */
  readonly lanes?: number
  /** Milliseconds for which work is tried again when others are in the way; a default where none is said. */
  readonly patience?: number | undefined
  /**
   * From here to the end of the transaction no other process continues this sequence; watchers are woken at commit. A
   * statement after this one sees all that was committed before.
   */
  enter(trx: Transaction<Tables>, sequence: Sequence): Promise<void>
  /**
   * Appends to the audit by a quicker way, sealed as `seal.ts` does; undefined when there is none now, and then nothing was
   * done.
   */
  appendSealed?(records: readonly NewRecord[]): Promise<readonly AuditRecord[]> | undefined
  /** A checkpoint by the same way. */
  addCheckpoint?(checkpoint: Checkpoint): Promise<unknown> | undefined
  /** Throws when what was just read or written is not in the database that others see. */
  check?(): void
  /** Another process was in the way: the same work may succeed if it is done again. */
  isPassing(error: unknown): boolean
  explain(error: unknown): StoreError
  /**
   * Calls `wake` soon after another process changed something, until the returned function is called; `ready` resolves
   * when nothing can be missed any more, and never rejects.
   */
  follow(wake: () => void): { readonly ready: Promise<void>; readonly stop: () => void }
  close(): Promise<void>
}
