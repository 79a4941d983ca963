/**
 * Part of the store in memory: the audit. A process that runs for a long time keeps only the newest records; the chain
 * continues.
 */

import { checkedRecord } from '../checked-record.ts'
import { keyText, whole } from '../encode.ts'
import { StoreError } from '../error.ts'
import { nameOf } from '../missing.ts'
import type { AuditRecord, AuditStore, Checkpoint, NewRecord, RecordFilter, Seal } from '../record.ts'
import type { Tell } from './tell.ts'

const MOST_KEPT = 50_000

export class AuditInMemory implements AuditStore {
  #records: AuditRecord[] = []
  #checkpoints: Checkpoint[] = []
  readonly #tell: Tell

  constructor(tell: Tell) {
    this.#tell = tell
  }

  async append(given: readonly NewRecord[], seal: Seal): Promise<readonly AuditRecord[]> {
    return this.add(given, seal)
  }

  async appendMissing(given: readonly NewRecord[], seal: Seal): Promise<readonly AuditRecord[]> {
    const known = new Set(this.#records.map(nameOf))
    const each = new Map(given.map((record) => [nameOf(record), record]))
    return this.add(
      [...each].flatMap(([name, record]) => (known.has(name) ? [] : record)),
      seal,
    )
  }

  /** Synchronous, for records that are written along with another change. */
  add(given: readonly NewRecord[], seal: Seal): readonly AuditRecord[] {
    const added: AuditRecord[] = []
    let { seq, hash: previous } = this.#records.at(-1) ?? { seq: 0, hash: '0'.repeat(64) }
    for (const record of given.map(checkedRecord)) {
      seq += 1
      const hash = sealed(record, seq, previous, seal)
      added.push({ ...record, seq, previous, hash })
      previous = hash
    }
    this.#records.push(...added)
    if (this.#records.length > 2 * MOST_KEPT) this.#records = this.#records.slice(-MOST_KEPT)
    if (added.length > 0) this.#tell('audit', String(seq))
    return added
  }

  async head(): Promise<AuditRecord | undefined> {
    return this.#records.at(-1)
  }

  async read(from: number, limit: number): Promise<readonly AuditRecord[]> {
    const [start, most] = [whole(from, 'from'), whole(limit, 'limit')]
    return this.#records.filter(({ seq }) => seq >= start).slice(0, Math.max(0, most))
  }

  async find({ kind, session, since, until, before, from, limit }: RecordFilter): Promise<readonly AuditRecord[]> {
    const most = Math.max(0, whole(limit, 'limit'))
    const found = this.#records.filter(
      (record) =>
        (kind === undefined || record.kind === kind) &&
        (session === undefined || record.session === session) &&
        (since === undefined || record.at >= since) &&
        (until === undefined || record.at < until) &&
        (before === undefined || record.seq < before) &&
        (from === undefined || record.seq >= from),
    )
    return found.toReversed().slice(0, most)
  }

  async addCheckpoint(checkpoint: Checkpoint): Promise<void> {
    const { seq, key } = checkpoint
    if (this.#checkpoints.some((known) => known.seq === seq && known.key === key)) return
    this.#checkpoints = [...this.#checkpoints, checkpoint].toSorted((a, b) => a.seq - b.seq || a.at - b.at)
  }

  async checkpoints(): Promise<readonly Checkpoint[]> {
    return this.#checkpoints
  }

  async dropBefore(seq: number): Promise<number> {
    const end = Math.min(whole(seq, 'seq'), this.#records.at(-1)?.seq ?? 0)
    const kept = this.#records.filter((record) => record.seq >= end)
    const dropped = this.#records.length - kept.length
    this.#records = kept
    return dropped
  }
}

function sealed(record: NewRecord, seq: number, previous: string, seal: Seal): string {
  try {
    return keyText(seal(record, seq, previous), 'a hash')
  } catch (error) {
    throw new StoreError('invalid', 'a record could not be sealed', error)
  }
}
