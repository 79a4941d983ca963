/**
 * Part of the store: tells listeners about changes by any process. The backend only says "something happened"; what it
 * was is read from the `changes` table and from the head of the audit, whose records would be too many to list one by
 * one.
 *
 * INVARIANT: an operation that begins after `watch()` runs after the position is fixed, so nothing is missed in
 * between.
 */

import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Backend } from './backend.ts'
import type { Change } from './port.ts'
import type { Tables } from './tables.ts'

type Read = <T>(ask: (db: Kysely<Tables>) => Promise<T>) => Promise<T>
type Listener = (change: Change) => void

const AT_ONCE = 500
/**
 * The pause between two looks. Without it, where many processes write, each would look at every single change of the
 * others.
 */
const REST_MS = 20
const SETTLED = Promise.resolve()

export class Feed {
  readonly #backend: Backend
  readonly #read: Read
  readonly #listeners = new Map<symbol, Listener>()
  #unfollow: (() => void) | undefined
  /** The position of what was reported last; undefined until the starting point is known. */
  #position: { readonly change: number; readonly seq: number } | undefined
  /** Looks run one after the other; a look that has not begun yet serves all callers. */
  #looks: Promise<void> = Promise.resolve()
  #queued = false
  #lookedAt = -Infinity

  constructor(backend: Backend, read: Read) {
    this.#backend = backend
    this.#read = read
  }

  watch(listener: Listener): () => void {
    const id = Symbol('listener')
    this.#listeners.set(id, listener)
    if (this.#unfollow === undefined) this.#start()
    return () => {
      if (this.#listeners.delete(id) && this.#listeners.size === 0) this.stop()
    }
  }

  stop(): void {
    this.#listeners.clear()
    this.#unfollow?.()
    this.#unfollow = undefined
  }

  /**
   * Resolves when it is known from where on changes are reported, or that this cannot be found out now; never rejects.
   */
  settled(): Promise<void> {
    if (this.#unfollow === undefined || this.#position !== undefined) return SETTLED
    this.wake()
    return this.#looks
  }

  wake(): void {
    if (this.#queued || this.#unfollow === undefined) return
    this.#queued = true
    this.#enqueue(async () => {
      const rest = this.#lookedAt + REST_MS - performance.now()
      if (rest > 0) await delay(rest)
      this.#queued = false
      if (this.#unfollow !== undefined) await this.#look()
    })
  }

  #start(): void {
    const following = this.#backend.follow(() => this.wake())
    this.#unfollow = following.stop
    this.#position = undefined
    this.#enqueue(async () => {
      await following.ready
      if (this.#unfollow === following.stop) await this.#look()
    })
  }

  #enqueue(task: () => Promise<void>): void {
    // A look that fails is repeated at the next call; the code that uses the store gets the error with its reason.
    this.#looks = this.#looks.then(task).catch(() => undefined)
  }

  async #look(): Promise<void> {
    this.#lookedAt = performance.now()
    const from = this.#position
    const following = this.#unfollow
    if (from === undefined) {
      const position = await this.#read(async (db) => ({ change: await lastChange(db), seq: await lastSeq(db) }))
      // Listeners that began to watch meanwhile start later than this.
      if (this.#unfollow === following) this.#position = position
      return
    }
    const changes = await this.#read((db) =>
      db.selectFrom('changes').selectAll().where('n', '>', from.change).orderBy('n').limit(AT_ONCE).execute(),
    )
    const seq = await this.#read(lastSeq)
    if (this.#unfollow !== following) return
    this.#position = { change: changes.at(-1)?.n ?? from.change, seq }
    for (const { what, id } of changes) this.#emit({ what, id })
    if (seq !== from.seq) this.#emit({ what: 'audit', id: String(seq) })
    if (changes.length === AT_ONCE) this.wake()
  }

  #emit(change: Change): void {
    for (const listener of this.#listeners.values()) {
      try {
        listener(change)
      } catch {
        // If one listener fails, the others are called anyway.
      }
    }
  }
}

async function lastChange(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select(({ fn }) => fn.max('n').as('last'))
    .executeTakeFirst()
  return row?.last ?? 0
}

async function lastSeq(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirst()
  return row?.last ?? 0
}
