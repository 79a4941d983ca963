/**
 * The audit log: every decision and every answer, redacted, chained and signed.
 *
 * INVARIANT: `append` resolves when the record is durable, never before. It rejects for a record that cannot be kept,
 * and the gate denies. Records of one log keep the order in which they came. If the chain loses one of them meanwhile,
 * that comes on record.
 */

import type { Along, AuditRecord, AuditStore, NewRecord } from '../../store/record.ts'
import type { AuditLog, Entry } from '../audit-log.ts'
import { nextTurn } from '../next-turn.ts'
import type { Decision } from '../record.ts'
import { seal } from './chain.ts'
import { signCheckpoint } from './key.ts'
import type { SigningKey } from './key.ts'
import { isKept, lossOf } from './look-back.ts'
import { decisionRecord, recordOf } from './records.ts'
import { findDecision } from './search.ts'

export interface AuditLogOptions {
  /** Called when the first checkpoint is due; the key is kept from then on. */
  readonly key: () => SigningKey
  readonly now?: () => number
  /** A checkpoint is due after so many records, or so many milliseconds after the first unsigned one. */
  readonly checkpointEvery?: number
  readonly checkpointAfter?: number
  /** Called when a checkpoint could not be signed or kept; it is tried again. The records themselves are safe. */
  readonly onProblem?: (error: unknown) => void
}

export interface OpenAuditLog extends Required<AuditLog> {
  /**
   * Adds records that were made earlier, unchanged, except those that are on record already. Returns the added ones.
   */
  adopt(records: readonly NewRecord[]): Promise<readonly AuditRecord[]>
  /** Waits for everything that was appended, and signs it. */
  flush(): Promise<void>
  /** As `flush`; later appends are refused. */
  close(): Promise<void>
}

/** More than this in one transaction would keep other processes waiting. */
const MOST_AT_ONCE = 512
const EVERY = 1000
const AFTER = 5 * 60_000
/** If the store has stopped answering, waiting records must not fill the memory of the process. */
const MOST_WAITING = 20_000
const CLOSED = 'the audit log is closed'
const BEHIND = `${MOST_WAITING} records wait to be written already`

export function createAuditLog(store: AuditStore, options: AuditLogOptions): OpenAuditLog {
  return new Log(store, options)
}

interface Waiting {
  readonly records: readonly NewRecord[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

class Log implements OpenAuditLog {
  readonly #store: AuditStore
  readonly #options: AuditLogOptions
  readonly #now: () => number
  #queue: Waiting[] = []
  /** Records in the queue. */
  #waiting = 0
  /** The transactions under way; records that arrive meanwhile go into the next one. */
  #writing: Promise<void> | undefined
  #head: AuditRecord | undefined
  /** The record of the last checkpoint; unknown until this log has written one. */
  #signed: number | undefined
  #signing: Promise<void> | undefined
  #looking: Promise<void> | undefined
  #key: SigningKey | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(store: AuditStore, options: AuditLogOptions) {
    this.#store = store
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  append(entry: Entry): Promise<void> {
    return this.#add(() => [recordOf(entry, this.#now())], false)
  }

  /** A caller that brings several decisions has gathered them already, so this does not wait for more. */
  appendDecisions(decisions: readonly Decision[]): Promise<void> {
    return this.#add(() => {
      const at = this.#now()
      return decisions.map((decision) => decisionRecord(decision, at))
    }, true)
  }

  async along(entry: Entry): Promise<Along> {
    if (this.#closed) throw new Error(CLOSED)
    return { record: recordOf(entry, this.#now()), seal, kept: (record) => this.#onKept([record]) }
  }

  async adopt(records: readonly NewRecord[]): Promise<readonly AuditRecord[]> {
    if (this.#closed) throw new Error(CLOSED)
    const kept = await this.#store.appendMissing(records, seal)
    this.#onKept(kept)
    return kept
  }

  async decided(id: string): Promise<AuditRecord | undefined> {
    return findDecision(this.#store, id)
  }

  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
    await this.#signing
    // What was never signed was written just now.
    if (this.#head !== undefined && this.#signed !== undefined) await this.#lookBack(this.#head)
    await this.#looking
    await this.#sign()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.flush()
    clearTimeout(this.#timer)
  }

  #add(made: () => readonly NewRecord[], isGathered: boolean): Promise<void> {
    if (this.#closed) return Promise.reject(new Error(CLOSED))
    if (this.#waiting >= MOST_WAITING) return Promise.reject(new Error(BEHIND))
    const records = made()
    return new Promise((resolve, reject) => {
      this.#queue.push({ records, resolve, reject })
      this.#waiting += records.length
      this.#writing ??= this.#write(isGathered)
    })
  }

  /** The store has written records by itself. */
  #onKept(records: readonly AuditRecord[]): void {
    this.#advance(records)
    if (this.#closed) return
    this.#schedule()
    if (this.#isDue()) this.#writing ??= this.#write(false)
  }

  async #write(isGathered: boolean): Promise<void> {
    // Waits for the end of this turn of the event loop, so that calls made at the same time share one transaction.
    if (!isGathered) await nextTurn()
    // Records that came in while others were written have waited long enough.
    do {
      await this.#writeSome()
      if (this.#isDue()) void this.#sign()
      else this.#schedule()
    } while (this.#queue.length > 0)
    this.#writing = undefined
  }

  async #writeSome(): Promise<void> {
    const batch = this.#take()
    if (batch.length === 0) return
    try {
      const records = await this.#store.append(
        batch.flatMap((waiting) => waiting.records),
        seal,
      )
      this.#advance(records)
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  #take(): readonly Waiting[] {
    let records = 0
    const end = this.#queue.findIndex((waiting, index) => {
      records += waiting.records.length
      return index > 0 && records > MOST_AT_ONCE
    })
    const batch = this.#queue.splice(0, end < 0 ? this.#queue.length : end)
    for (const waiting of batch) this.#waiting -= waiting.records.length
    return batch
  }

  #advance(records: readonly AuditRecord[]): void {
    const [first, last, head] = [records[0], records.at(-1), this.#head]
    if (first === undefined || last === undefined) return
    // Usually other processes have written in between.
    if (head !== undefined && first.previous !== head.hash) void this.#lookBack(head)
    if (head === undefined || head.seq < last.seq) this.#head = last
  }

  #lookBack(seen: AuditRecord): Promise<void> {
    this.#looking ??= this.#checkLoss(seen).finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #checkLoss(seen: AuditRecord): Promise<void> {
    try {
      if (await isKept(this.#store, seen)) return
      const [loss] = await this.#store.append([lossOf(seen, this.#now())], seal)
      this.#head = loss
      this.#signed = undefined
      this.#schedule()
    } catch (error) {
      this.#tell(error)
    }
  }

  /** The first records of a log are signed at once: from then on it is noticed if the chain is cut short. */
  #isDue(): boolean {
    if (this.#head === undefined) return false
    return this.#signed === undefined || this.#head.seq - this.#signed >= (this.#options.checkpointEvery ?? EVERY)
  }

  #schedule(): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => void this.#sign(), this.#options.checkpointAfter ?? AFTER)
    this.#timer.unref()
  }

  /** Signs one checkpoint at a time; records need not wait for it. */
  #sign(): Promise<void> {
    this.#signing ??= this.#checkpoint().finally(() => {
      this.#signing = undefined
    })
    return this.#signing
  }

  async #checkpoint(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const head = this.#head
    if (head === undefined || head.seq === this.#signed) return
    try {
      this.#key ??= this.#options.key()
      await this.#store.addCheckpoint(signCheckpoint(this.#key, head, this.#now()))
      this.#signed = head.seq
    } catch (error) {
      this.#tell(error)
    }
  }

  #tell(problem: unknown): void {
    try {
      this.#options.onProblem?.(problem)
    } catch {
      // A listener that throws must not stop the log.
    }
  }
}
