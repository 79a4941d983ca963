/**
 * Part of the store: the audit over Kysely. Appends that arrive together are written in one transaction, so that one
 * flush of the disk serves them all; each resolves only after it.
 *
 * INVARIANT: `seq` has no gap and `previous` is the hash of the record before, whichever processes append. The newest
 * record is never dropped, so that the chain always has something to continue from.
 */

import { CompiledQuery } from 'kysely'
import { checkedRecord } from './checked-record.ts'
import { keyText, plainText, storable, whole } from './encode.ts'
import { StoreError } from './error.ts'
import { RARER } from './migrations.ts'
import { missingOf } from './missing.ts'
import type { AuditRecord, AuditStore, Checkpoint, NewRecord, RecordFilter, Seal } from './record.ts'
import { RowReader } from './row-reader.ts'
import { NO_HASH, seal as ownSeal } from './seal.ts'
import type { AuditRow, CheckpointRow } from './tables.ts'
import type { Work, Writing } from './work.ts'

const RECORDS_AT_ONCE = 1000
const CHARACTERS_AT_ONCE = 4 * 1024 * 1024
const ROWS_PER_INSERT = 100

interface Waiting {
  readonly records: readonly NewRecord[]
  readonly seal: Seal
  readonly length: number
  readonly resolve: (records: readonly AuditRecord[]) => void
  readonly reject: (error: unknown) => void
}

/** The records of one append, or why they could not be sealed. */
type Sealed = { readonly records: readonly AuditRecord[] } | { readonly error: unknown }

export class Audit implements AuditStore {
  readonly #work: Work
  readonly #queue: Waiting[] = []
  #flushing: Promise<void> | undefined

  constructor(work: Work) {
    this.#work = work
  }

  async append(records: readonly NewRecord[], seal: Seal): Promise<readonly AuditRecord[]> {
    if (records.length === 0) return []
    const copies = records.map(checkedRecord)
    const length = copies.reduce((sum, { body }) => sum + body.length, 0)
    return new Promise((resolve, reject) => {
      this.#queue.push({ records: copies, seal, length, resolve, reject })
      this.#flushing ??= this.#flush()
    })
  }

  async appendMissing(given: readonly NewRecord[], seal: Seal): Promise<readonly AuditRecord[]> {
    const copies = given.map(checkedRecord)
    return this.#work.write(async (writing) => {
      await writing.enter('audit')
      return appendTo(writing, await missingOf(writing.db, copies), seal)
    })
  }

  async head(): Promise<AuditRecord | undefined> {
    const row = await this.#work.read((db) =>
      db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst(),
    )
    return row && recordOf(row)
  }

  async read(from: number, limit: number): Promise<readonly AuditRecord[]> {
    whole(from, 'from')
    const most = count(limit)
    const rows = await this.#work.read((db) =>
      db.selectFrom('audit').selectAll().where('seq', '>=', from).orderBy('seq').limit(most).execute(),
    )
    return rows.map(recordOf)
  }

  async find({ kind, session, since, until, before, from, limit }: RecordFilter): Promise<readonly AuditRecord[]> {
    const most = count(limit)
    if (!storable(kind ?? '') || !storable(session ?? '')) return []
    const rows = await this.#work.read((db) => {
      let query = db.selectFrom('audit').selectAll()
      if (kind !== undefined) query = query.where('kind', '=', kind)
      if (kind !== undefined && kind !== 'decision') query = query.where(RARER)
      if (session !== undefined) query = query.where('session', '=', session)
      if (since !== undefined) query = query.where('at', '>=', whole(since, 'since'))
      if (until !== undefined) query = query.where('at', '<', whole(until, 'until'))
      if (before !== undefined) query = query.where('seq', '<', whole(before, 'before'))
      // What `read` cannot be asked for, and so nobody verifies, is not found either.
      query = query.where('seq', '>=', whole(from ?? Number.MIN_SAFE_INTEGER, 'from'))
      return query.orderBy('seq', 'desc').limit(most).execute()
    })
    return rows.map(recordOf)
  }

  async addCheckpoint({ seq, hash, at, key, signature }: Checkpoint): Promise<void> {
    const row = {
      seq: whole(seq, 'seq'),
      hash: keyText(hash, 'a hash'),
      at: whole(at, 'at'),
      key: keyText(key, 'a key'),
      signature: plainText(signature, 'a signature'),
    }
    if ((await this.#work.otherwise((backend) => backend.addCheckpoint?.(row))) !== undefined) return
    await this.#work.write(({ db }) =>
      db
        .insertInto('checkpoints')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
  }

  async checkpoints() {
    const rows = await this.#work.read((db) =>
      db.selectFrom('checkpoints').selectAll().orderBy('seq').orderBy('at').execute(),
    )
    return rows.map(checkpointOf)
  }

  async dropBefore(seq: number): Promise<number> {
    whole(seq, 'seq')
    return this.#work.write(async (writing) => {
      const { db } = writing
      const end = Math.min(seq, (await lastLink(writing)).seq)
      const { dropped } = await db
        .selectFrom('audit')
        .select(({ fn }) => fn.countAll<number>().as('dropped'))
        .where('seq', '<', end)
        .executeTakeFirstOrThrow()
      await db.deleteFrom('audit').where('seq', '<', end).execute()
      return dropped
    })
  }

  /** Resolves when nothing is waiting to be written. */
  async settled(): Promise<void> {
    await this.#flushing
  }

  async #flush(): Promise<void> {
    while (this.#queue.length > 0) {
      // Appends from the same turn of the event loop join this batch; callers that gather more do so themselves.
      await Promise.resolve()
      await this.#writeTogether(this.#take())
    }
    this.#flushing = undefined
  }

  #take(): readonly Waiting[] {
    let records = 0
    let length = 0
    const end = this.#queue.findIndex((waiting, index) => {
      records += waiting.records.length
      length += waiting.length
      return index > 0 && (records > RECORDS_AT_ONCE || length > CHARACTERS_AT_ONCE)
    })
    return this.#queue.splice(0, end < 0 ? this.#queue.length : end)
  }

  async #writeTogether(batch: readonly Waiting[]): Promise<void> {
    let results: readonly Sealed[]
    try {
      results = (await this.#writeSealed(batch)) ?? (await this.#work.write((writing) => writeBatch(writing, batch)))
    } catch (error) {
      for (const { reject } of batch) reject(error)
      return
    }
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index]
      if (result !== undefined && 'records' in result) resolve(result.records)
      else reject(result?.error)
    }
  }

  /** Used if the store can seal by itself and has a quicker way for that. */
  async #writeSealed(batch: readonly Waiting[]): Promise<readonly Sealed[] | undefined> {
    if (batch.some(({ seal }) => seal !== ownSeal)) return undefined
    const given = batch.flatMap((waiting) => waiting.records)
    const records = await this.#work.otherwise((backend) => backend.appendSealed?.(given))
    if (records === undefined) return undefined
    let end = 0
    return batch.map((waiting) => ({ records: records.slice(end, (end += waiting.records.length)) }))
  }
}

/**
 * Appends one record in the transaction of another change, after that change was announced, so that all take the two
 * sequences in the same order.
 */
export async function appendAlong(writing: Writing, record: NewRecord, seal: Seal): Promise<AuditRecord> {
  const [appended] = await appendTo(writing, [checkedRecord(record)], seal)
  return appended as AuditRecord
}

async function appendTo(writing: Writing, records: readonly NewRecord[], seal: Seal): Promise<readonly AuditRecord[]> {
  const [result] = await writeBatch(writing, [{ records, seal }])
  if (result === undefined || 'error' in result) throw result?.error
  return result.records
}

async function writeBatch(
  writing: Writing,
  batch: readonly Pick<Waiting, 'records' | 'seal'>[],
): Promise<readonly Sealed[]> {
  let last = await lastLink(writing)
  const results = batch.map(({ records, seal }): Sealed => {
    try {
      const sealed = chain(records, seal, last)
      last = sealed.at(-1) ?? last
      return { records: sealed }
    } catch (error) {
      return { error: new StoreError('invalid', 'a record could not be sealed', error) }
    }
  })
  const rows = results.flatMap((result) => ('records' in result ? result.records : []))
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    await writing.db.executeQuery(insertion(rows.slice(start, start + ROWS_PER_INSERT), writing.parameter))
  return results
}

const COLUMNS = ['seq', 'kind', 'at', 'session', 'body', 'previous', 'hash'] as const

/**
 * Written by hand: this is most of what the store ever does, and building the statement anew costs more than running
 * it.
 */
function insertion(rows: readonly AuditRecord[], parameter: Writing['parameter']): CompiledQuery {
  const list = (row: number) => COLUMNS.map((_, column) => parameter(row * COLUMNS.length + column + 1)).join()
  const values = rows.map((_, row) => `(${list(row)})`).join()
  const parameters: unknown[] = []
  for (const row of rows) for (const column of COLUMNS) parameters.push(row[column])
  return CompiledQuery.raw(`insert into audit (${COLUMNS.join()}) values ${values}`, parameters)
}

interface Link {
  readonly seq: number
  readonly hash: string
}

async function lastLink({ db, enter }: Writing): Promise<Link> {
  await enter('audit')
  const row = await db.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return row ?? { seq: 0, hash: NO_HASH }
}

function chain(records: readonly NewRecord[], seal: Seal, last: Link): readonly AuditRecord[] {
  let { seq, hash: previous } = last
  return records.map((record) => {
    seq += 1
    const hash = keyText(seal(record, seq, previous), 'a hash')
    const sealed: AuditRecord = {
      seq,
      kind: record.kind,
      at: record.at,
      session: record.session,
      body: record.body,
      previous,
      hash,
    }
    previous = hash
    return sealed
  })
}

/** What cannot be read is replaced, and so does not have the hash it was given. */
function recordOf({ seq, kind, at, session, body, previous, hash }: AuditRow): AuditRecord {
  const read = new RowReader('')
  return {
    seq: read.whole('seq', seq),
    kind: read.text('kind', kind),
    at: read.whole('at', at),
    session: read.textOrNull('session', session),
    body: read.text('body', body),
    previous: read.text('previous', previous),
    hash: read.text('hash', hash),
  }
}

/** What cannot be read is replaced, and so does not have the signature it was given. */
function checkpointOf({ seq, hash, at, key, signature }: CheckpointRow): Checkpoint {
  const read = new RowReader('')
  return {
    seq: read.whole('seq', seq),
    hash: read.text('hash', hash),
    at: read.whole('at', at),
    key: read.text('key', key),
    signature: read.text('signature', signature),
  }
}

function count(limit: number): number {
  return Math.max(0, whole(limit, 'limit'))
}
