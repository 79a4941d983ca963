/**
 * Part of the store: runs every read and write. It repeats work that another process was in the way of, turns errors of
 * drivers into `StoreError`, announces changes, and lets a closing store finish what it has begun.
 *
 * INVARIANT: a write is one transaction, and its changes are announced in it; it resolves after the commit.
 */

import type { Kysely, Transaction } from 'kysely'
import type { Backend, Sequence } from './backend.ts'
import { CLOSED, StoreError } from './error.ts'
import { Feed } from './feed.ts'
import { Lanes } from './lanes.ts'
import type { Change } from './port.ts'
import { persist } from './retry.ts'
import type { Tables } from './tables.ts'

/** Watchers that were away during more changes than this miss some. */
const KEPT_CHANGES = 5000
const PRUNE_EVERY = 256
const ROWS_AT_ONCE = 500

export interface Writing {
  readonly db: Transaction<Tables>
  /** How the nth value of a statement is named in its text. */
  readonly parameter: Backend['parameter']
  readonly enter: (sequence: Sequence) => Promise<void>
  readonly announce: (what: Change['what'], ids: readonly string[]) => Promise<void>
}

export class Work {
  readonly #backend: Backend
  readonly #feed: Feed
  readonly #running = new Set<Promise<unknown>>()
  readonly #lanes: Lanes | undefined
  #closed: Promise<void> | undefined

  constructor(backend: Backend) {
    this.#backend = backend
    this.#lanes = backend.lanes === undefined ? undefined : new Lanes(backend.lanes)
    this.#feed = new Feed(backend, (ask) => this.#run(() => ask(backend.db)))
  }

  async read<T>(ask: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    await this.#feed.settled()
    return this.#run(() => ask(this.#backend.db))
  }

  async write<T>(change: (writing: Writing) => Promise<T>): Promise<T> {
    await this.#feed.settled()
    const backend = this.#backend
    const done = await this.#run(() =>
      // Set explicitly and not left to the server: every statement must see what was committed before it.
      backend.db
        .transaction()
        .setIsolationLevel('read committed')
        .execute((db) =>
          change({
            db,
            parameter: backend.parameter,
            enter: (sequence) => backend.enter(db, sequence),
            announce: (what, ids) => announce(backend, db, what, ids),
          }),
        ),
    )
    this.#feed.wake()
    return done
  }

  /** Uses the backend's own way; undefined if there is none now, and then nothing was done. */
  async otherwise<T>(change: (backend: Backend) => Promise<T> | undefined): Promise<T | undefined> {
    if (this.#backend.appendSealed === undefined) return undefined
    await this.#feed.settled()
    const done = await this.#run(async () => change(this.#backend))
    if (done !== undefined) this.#feed.wake()
    return done
  }

  watch(listener: (change: Change) => void): () => void {
    if (this.#closed !== undefined) throw new StoreError('closed', CLOSED)
    return this.#feed.watch(listener)
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#feed.stop()
    await Promise.allSettled(this.#running)
    await this.#backend.close()
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed !== undefined) throw new StoreError('closed', CLOSED)
    const inLane = this.#lanes === undefined ? work : () => (this.#lanes as Lanes).run(work)
    const checked = async () => {
      this.#backend.check?.()
      return inLane()
    }
    const running = persist(checked, (error) => this.#backend.isPassing(error), this.#backend.patience)
    this.#running.add(running)
    try {
      const done = await running
      this.#backend.check?.()
      return done
    } catch (error) {
      throw error instanceof StoreError ? error : this.#backend.explain(error)
    } finally {
      this.#running.delete(running)
    }
  }
}

async function announce(
  backend: Backend,
  db: Transaction<Tables>,
  what: Change['what'],
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await backend.enter(db, 'changes')
  const { last } = await db
    .selectFrom('changes')
    .select(({ fn }) => fn.max('n').as('last'))
    .executeTakeFirstOrThrow()
  const before = last ?? 0
  const rows = ids.map((id, index) => ({ n: before + 1 + index, what, id }))
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await db
      .insertInto('changes')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute()
  }
  const now = before + rows.length
  if (Math.floor(now / PRUNE_EVERY) === Math.floor(before / PRUNE_EVERY)) return
  await db
    .deleteFrom('changes')
    .where('n', '<=', now - KEPT_CHANGES)
    .execute()
}
