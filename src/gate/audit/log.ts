/**
 * The audit log: every decision and every answer, redacted, chained and signed for.
 *
 * INVARIANT: `append` resolves when the record is durable, never before; a record that cannot be kept rejects, and the
 * gate denies. Records of one log keep the order in which they came.
 */

import type { AuditRecord, AuditStore, NewRecord } from '../../store/record.ts'
import type { AuditLog } from '../audit-log.ts'
import { canonicalJson } from './canonical.ts'
import { seal } from './chain.ts'
import { signCheckpoint } from './key.ts'
import type { SigningKey } from './key.ts'
import { redact } from './redact.ts'

export interface AuditLogOptions {
  /** Asked for when the first checkpoint is due. */
  readonly key: () => SigningKey
  readonly now?: () => number
  /** A checkpoint is due after so many records, or so many milliseconds after the first unsigned one. */
  readonly checkpointEvery?: number
  readonly checkpointAfter?: number
  /** Told when a checkpoint could not be signed or kept; it is tried again. The records themselves are safe. */
  readonly onProblem?: (error: unknown) => void
}

export interface OpenAuditLog extends AuditLog {
  /** Waits for all that was appended, and signs for it. */
  flush(): Promise<void>
  /** As `flush`; appends are refused from now on. */
  close(): Promise<void>
}

/** More than this in one transaction would keep other processes waiting. */
const MOST_AT_ONCE = 512
const EVERY = 1000
const AFTER = 5 * 60_000

export function createAuditLog(store: AuditStore, options: AuditLogOptions): OpenAuditLog {
  return new Log(store, options)
}

interface Waiting {
  readonly record: NewRecord
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

class Log implements OpenAuditLog {
  readonly #store: AuditStore
  readonly #options: AuditLogOptions
  readonly #now: () => number
  #queue: Waiting[] = []
  /** The transactions under way; those that arrive meanwhile go into the next one. */
  #writing: Promise<void> | undefined
  #head: AuditRecord | undefined
  /** Where the last checkpoint stands; unknown until this log has written one. */
  #signed: number | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(store: AuditStore, options: AuditLogOptions) {
    this.#store = store
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  append({ kind, body, session }: Parameters<AuditLog['append']>[0]): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the audit log is closed'))
    const record: NewRecord = { kind, at: this.#now(), session, body: canonicalJson(redact(body)) }
    return new Promise((resolve, reject) => {
      this.#queue.push({ record, resolve, reject })
      this.#writing ??= this.#write()
    })
  }

  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
    await this.#checkpoint()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.flush()
    clearTimeout(this.#timer)
  }

  async #write(): Promise<void> {
    // A turn of the event loop's micro tasks, so that calls made at the same time share the first transaction.
    await Promise.resolve()
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, MOST_AT_ONCE)
      try {
        const records = await this.#store.append(
          batch.map(({ record }) => record),
          seal,
        )
        this.#head = records.at(-1) ?? this.#head
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
        continue
      }
      if (this.#isDue()) await this.#checkpoint()
      else this.#schedule()
    }
    this.#writing = undefined
  }

  /** The first records of a log are signed for at once: from then on, cutting the chain short is seen. */
  #isDue(): boolean {
    if (this.#head === undefined || this.#signed === undefined) return true
    return this.#head.seq - this.#signed >= (this.#options.checkpointEvery ?? EVERY)
  }

  #schedule(): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => void this.#checkpoint(), this.#options.checkpointAfter ?? AFTER)
    this.#timer.unref()
  }

  async #checkpoint(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const head = this.#head
    if (head === undefined || head.seq === this.#signed) return
    try {
      await this.#store.addCheckpoint(signCheckpoint(this.#options.key(), head, this.#now()))
      this.#signed = head.seq
    } catch (error) {
      this.#tell(error)
    }
  }

  #tell(problem: unknown): void {
    try {
      this.#options.onProblem?.(problem)
    } catch {
      // Whoever listens must not stop the log.
    }
  }
}
