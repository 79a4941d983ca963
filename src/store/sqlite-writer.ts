/**
 * Part of the store: controls the thread that appends to a SQLite file's audit.
 *
 * INVARIANT: every request is settled exactly once: by the thread's reply, which comes after the commit, or as failed
 * when the thread ends. A thread that cannot start, or has ended, is not used; records are then written in the ordinary
 * way.
 */

import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { messageOf } from '../engine/thrown.ts'
import { StoreError } from './error.ts'
import { pack } from './packed.ts'
import type { AuditRecord, Checkpoint, NewRecord } from './record.ts'
import { sealedHead } from './seal.ts'
import { copyInThread, openInThread } from './sqlite-copier.ts'
import { writeInThread } from './sqlite-thread.ts'
import type { ThreadMessage, ThreadReply, ThreadStart } from './sqlite-thread.ts'

export interface WriterOptions extends Omit<ThreadStart, 'libsql' | 'copier'> {
  /** A thread is started only after this many records: most processes write few, and starting a thread has a cost. */
  readonly after: number
  /** The runtime's own SQLite, or the package. */
  readonly driver: 'node' | 'libsql'
  /** Called when the thread takes over, and when it has ended. */
  readonly onReady?: (isReady: boolean) => void
}

/** What the thread replies when all went well. */
type Done = Exclude<ThreadReply, { readonly error: string } | { readonly ready: true }>

interface Waiting {
  readonly resolve: (done: Done) => void
  readonly reject: (error: unknown) => void
}

/** How many bytes are kept for the next records; only an unusual batch needs more. */
const MOST_SPARE = 4 * 1024 * 1024

export class SqliteWriter {
  readonly #options: WriterOptions
  #seen = 0
  #state: 'unused' | 'starting' | 'ready' | 'over' = 'unused'
  #worker: Worker | undefined
  /** In the order in which they were sent, which is also the order of the replies. */
  readonly #waiting: Waiting[] = []
  #ended: Promise<void> = Promise.resolve()
  #spare: Uint8Array | undefined

  constructor(options: WriterOptions) {
    this.#options = options
  }

  /** Undefined while there is no thread, and then nothing was done. */
  append(records: readonly NewRecord[]): Promise<readonly AuditRecord[]> | undefined {
    this.#seen += records.length
    if (this.#state === 'unused' && this.#seen > this.#options.after) this.#start()
    const done = this.#hand(() => {
      const packed = pack(records, this.#spare)
      this.#spare = undefined
      return { message: packed, transfer: packed.bytes.buffer as ArrayBuffer }
    })
    return done?.then((done) => this.#recordsOf(records, done))
  }

  /** Like `append`. */
  addCheckpoint(checkpoint: Checkpoint): Promise<unknown> | undefined {
    return this.#hand(() => ({ message: { checkpoint } }))
  }

  /** Resolves once the thread has closed the file. */
  async close(): Promise<void> {
    if (this.#state === 'starting' || this.#state === 'ready') {
      // oxlint-disable-next-line require-post-message-target-origin -- a thread has no origin
      this.#worker?.postMessage('close')
      this.#worker?.ref()
    }
    await this.#ended
  }

  /**
   * For tests of the thread's death: sends something it cannot read. Ending it from outside would crash the process in
   * the driver.
   */
  async kill(): Promise<void> {
    this.#worker?.postMessage(undefined, [])
    await this.#ended
  }

  /** Whether the thread writes the records now. */
  get isReady(): boolean {
    return this.#state === 'ready'
  }

  #hand(made: () => { message: ThreadMessage; transfer?: ArrayBuffer }): Promise<Done> | undefined {
    const worker = this.#worker
    if (this.#state !== 'ready' || worker === undefined) return undefined
    return new Promise((resolve, reject) => {
      const { message, transfer } = made()
      worker.postMessage(message, transfer === undefined ? [] : [transfer])
      this.#waiting.push({ resolve, reject })
      worker.ref()
    })
  }

  #start(): void {
    const { driver, after: _, onReady: __, ...rest } = this.#options
    this.#state = 'starting'
    try {
      const libsql = driver === 'libsql' ? createRequire(import.meta.url).resolve('libsql') : undefined
      const copier = `(${String(copyInThread)})(${String(openInThread)})`
      const workerData: ThreadStart = { ...rest, libsql, copier }
      // The thread gets nothing of this process that it does not need: no arguments, and no modules to preload.
      const worker = new Worker(`(${String(writeInThread)})(${String(sealedHead)}, ${String(openInThread)})`, {
        eval: true,
        workerData,
        execArgv: [],
        argv: [],
      })
      this.#worker = worker
      this.#ended = new Promise((resolve) => {
        worker.on('message', (reply: ThreadReply) => this.#onReply(reply))
        worker.on('error', (error) => this.#end(error))
        worker.on('exit', () => {
          this.#end(new Error('it has ended'))
          resolve()
        })
      })
      worker.unref()
    } catch (error) {
      this.#end(error)
    }
  }

  #onReply(reply: ThreadReply): void {
    if ('ready' in reply) {
      if (this.#state !== 'starting') return
      this.#state = 'ready'
      this.#options.onReady?.(true)
      return
    }
    const waiting = this.#waiting.shift()
    if (this.#waiting.length === 0) this.#worker?.unref()
    if (waiting === undefined) return
    if ('error' in reply) waiting.reject(Object.assign(new Error(reply.error), { rawCode: reply.rawCode }))
    else waiting.resolve(reply)
  }

  #end(error: unknown): void {
    if (this.#state === 'ready') this.#options.onReady?.(false)
    this.#state = 'over'
    for (const { reject } of this.#waiting.splice(0)) {
      // The commit may have been reached.
      reject(new StoreError('unreachable', `the thread that writes the audit failed: ${messageOf(error)}`, error))
    }
  }

  #recordsOf(records: readonly NewRecord[], done: Done): readonly AuditRecord[] {
    if (!('hashes' in done)) throw new StoreError('failed', 'the thread that writes the audit answered something else')
    const { seq, previous, hashes, bytes } = done
    if (bytes.length <= MOST_SPARE) this.#spare = bytes
    return records.map(({ kind, at, session, body }, index) => {
      const before = index === 0 ? previous : (hashes[index - 1] as string)
      return { seq: seq + index + 1, kind, at, session, body, previous: before, hash: hashes[index] as string }
    })
  }
}
