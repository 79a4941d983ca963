/**
 * Part of the store: the code of the thread that appends to the audit. Flushing the disk takes longer than deciding,
 * and decisions must not wait for it.
 *
 * INVARIANT: `writeInThread` refers to nothing outside itself but what Node provides: only its source text is sent to
 * the thread, whatever file it was built into.
 */

import type { Packed } from './packed.ts'
import type { Checkpoint } from './record.ts'
import type { sealedHead } from './seal.ts'
import type { openInThread, Statement } from './sqlite-copier.ts'

/** What the thread is started with. */
export interface ThreadStart {
  readonly file: string
  /** Where the package `libsql` is; without it, the runtime's own SQLite is used. */
  readonly libsql: string | undefined
  readonly pragmas: readonly string[]
  /** Milliseconds to wait for other processes, and the longest pause between two tries. */
  readonly patience: number
  readonly pause: number
  /** After this many bytes the log is copied into the file, by another thread with this source text. */
  readonly checkpointAfter: number
  readonly copier: string
  /** It is copied anyway after a pause of this many milliseconds. */
  readonly checkpointIdle: number
}

export type ThreadMessage = Packed | { readonly checkpoint: Checkpoint } | 'close'

export type ThreadReply =
  | { readonly ready: true }
  /**
   * The number before the first record, the hash before it, and all the new hashes; the bytes are returned so that they
   * can be used again.
   */
  | {
      readonly seq: number
      readonly previous: string
      readonly hashes: readonly string[]
      readonly bytes: Uint8Array<ArrayBuffer>
    }
  /** A checkpoint. */
  | { readonly kept: true }
  | { readonly error: string; readonly rawCode?: number | undefined }

export function writeInThread(headOf: typeof sealedHead, open: typeof openInThread): void {
  const { parentPort, Worker, workerData } = process.getBuiltinModule('node:worker_threads')
  const { hash } = process.getBuiltinModule('node:crypto')
  const { file, libsql, pragmas, patience, pause, checkpointAfter, checkpointIdle, copier } = workerData as ThreadStart
  const port = parentPort as NonNullable<typeof parentPort>
  const ROWS_AT_ONCE = 64
  const VALUES_BEFORE = 3
  const VALUES = 5
  const MOST_QUOTED = 500
  const bed = new Int32Array(new SharedArrayBuffer(4))
  const db = open(file, libsql)
  const all = (statement: Statement, values: readonly unknown[]) =>
    libsql === undefined ? statement.all(...values) : statement.all(values)
  for (const pragma of pragmas) all(db.prepare(`pragma ${pragma}`), [])
  const last = db.prepare('select seq, hash from audit order by seq desc limit 1')
  const inserts = new Map<number, Statement>()
  /** Kinds and sessions as JSON, kept because they come again and again. */
  const quotes = new Map<string | null, string>()
  let unsettled = 0
  let idle: NodeJS.Timeout | undefined
  let copying: InstanceType<typeof Worker> | undefined
  let isCopying = false
  let canCopy = true

  port.on('message', (message: ThreadMessage) => {
    if (message === 'close') return close()
    const reply = inTransaction('checkpoint' in message ? () => keep(message.checkpoint) : () => append(message))
    port.postMessage(reply, 'bytes' in reply ? [reply.bytes.buffer] : [])
    clearTimeout(idle)
    if (unsettled < checkpointAfter) idle = setTimeout(settle, checkpointIdle)
    else if (canCopy && unsettled < 4 * checkpointAfter) copyBeside()
    else settle()
  })
  port.postMessage({ ready: true } satisfies ThreadReply)

  function settle(): void {
    unsettled = 0
    try {
      all(db.prepare('pragma wal_checkpoint(passive)'), [])
    } catch {
      // The log just grows; the next writer gets the reason.
    }
  }

  /**
   * The log starts anew only when all of it was copied. What was written meanwhile is left for this thread, and is
   * little.
   */
  function copyBeside(): void {
    if (isCopying) return
    isCopying = true
    try {
      copying ??= startCopier()
      // oxlint-disable-next-line require-post-message-target-origin -- a thread has no origin
      copying.postMessage('copy')
    } catch {
      cannotCopy()
    }
  }

  function startCopier(): InstanceType<typeof Worker> {
    const made = new Worker(copier, { eval: true, workerData: { file, libsql }, execArgv: [], argv: [] })
    made.on('message', () => {
      isCopying = false
      settle()
    })
    made.on('error', cannotCopy)
    made.on('exit', cannotCopy)
    return made
  }

  function cannotCopy(): void {
    copying = undefined
    isCopying = false
    canCopy = false
  }

  function close(): void {
    clearTimeout(idle)
    if (copying !== undefined) {
      copying.removeAllListeners()
      copying.once('exit', end)
      copying.once('error', () => undefined)
      // oxlint-disable-next-line require-post-message-target-origin -- a thread has no origin
      copying.postMessage('close')
    } else end()
  }

  function end(): void {
    db.close()
    port.close()
  }

  function inTransaction(work: () => ThreadReply): ThreadReply {
    try {
      begin()
      try {
        const reply = work()
        db.exec('commit')
        return reply
      } catch (error) {
        rollback()
        throw error
      }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error), rawCode: codeOf(error) }
    }
  }

  function keep({ seq, hash: head, at, key, signature }: Checkpoint): ThreadReply {
    const columns = 'insert into checkpoints (seq, hash, at, key, signature) values (?,?,?,?,?)'
    all(db.prepare(`${columns} on conflict do nothing`), [seq, head, at, key, signature])
    return { kept: true }
  }

  function append({ bytes: given, bounds, kinds, ats, sessions }: Packed): ThreadReply {
    const [head] = all(last, []) as { seq: number; hash: string }[]
    const seq = head?.seq ?? 0
    const previous = head?.hash ?? '0'.repeat(64)
    const bytes = Buffer.from(given.buffer as ArrayBuffer)
    const hashes: string[] = []
    let before = previous
    let beforeJson = JSON.stringify(previous)
    let free = 0
    let values: unknown[] = []
    for (let at = 0; at < kinds.length; at++) {
      const [kind, time, session] = [kinds[at], ats[at], sessions[at]] as [string, number, string | null]
      const [start, end] = [bounds[at * 2], bounds[at * 2 + 1]] as [number, number]
      const said = headOf(quoted(kind), time, quoted(session), seq + at + 1, beforeJson)
      const own = hashOf(said, bytes, free, start, end)
      free = end + bytes.write(`${own}${kind}${session ?? ''}`, end)
      const kindEnd = end + own.length + Buffer.byteLength(kind)
      if (values.length === 0) values.push(seq + at + 1, bytes, before)
      values.push(time, start + 1, end + 1, kindEnd + 1, session === null ? null : free - kindEnd)
      hashes.push(own)
      before = own
      beforeJson = `"${own}"`
      unsettled += end - start
      if (values.length < VALUES_BEFORE + ROWS_AT_ONCE * VALUES && at < kinds.length - 1) continue
      all(insertion((values.length - VALUES_BEFORE) / VALUES), values)
      values = []
    }
    return { seq, previous, hashes, bytes }
  }

  function quoted(text: string | null): string {
    const known = quotes.get(text)
    if (known !== undefined) return known
    const made = JSON.stringify(text)
    if (quotes.size >= MOST_QUOTED) quotes.clear()
    quotes.set(text, made)
    return made
  }

  /** The hash of the text followed by the body. The bytes from `free` to the body may be overwritten. */
  function hashOf(text: string, bytes: Buffer, free: number, start: number, end: number): string {
    const from = start - Buffer.byteLength(text)
    if (from < free) return hash('sha256', Buffer.concat([Buffer.from(text), bytes.subarray(start, end)]), 'hex')
    bytes.write(text, from)
    return hash('sha256', bytes.subarray(from, end), 'hex')
  }

  /**
   * All texts are cut out of one value, and only numbers say where: passing each text separately takes longer than
   * inserting it.
   */
  function insertion(rows: number): Statement {
    const known = inserts.get(rows)
    if (known !== undefined) return known
    const value = (row: number, at: number) => `?${VALUES_BEFORE + row * VALUES + at}`
    const list = Array.from({ length: rows }, (_, row) => {
      const own = Array.from({ length: VALUES }, (_, at) => value(row, at + 1)).join()
      return `(${row},${own},${row === 0 ? 'null' : value(row - 1, 3)})`
    })
    const text = (from: string, length: string) => `cast(substr(?2, ${from}, ${length}) as text)`
    const made = db.prepare(
      `with r (n, at, body, hash, session, length, before) as (values ${list.join()}) ` +
        'insert into audit (seq, kind, at, session, body, previous, hash) ' +
        `select ?1 + n, ${text('hash + 64', 'session - hash - 64')}, at, ${text('session', 'length')}, ` +
        `${text('body', 'hash - body')}, coalesce(${text('before', '64')}, ?3), ${text('hash', '64')} from r`,
    )
    inserts.set(rows, made)
    return made
  }

  /** Processes with much to write leave the file free for moments only, so this tries often, at random times. */
  function begin(): void {
    const deadline = performance.now() + patience
    for (;;) {
      try {
        db.exec('begin immediate')
        return
      } catch (error) {
        const primary = (codeOf(error) ?? 0) & 0xff
        if ((primary !== 5 && primary !== 6) || performance.now() >= deadline) throw error
      }
      Atomics.wait(bed, 0, 0, Math.random() * pause)
    }
  }

  function rollback(): void {
    try {
      db.exec('rollback')
    } catch {
      // A full disk has already rolled it back.
    }
  }

  function codeOf(error: unknown): number | undefined {
    const { rawCode, errcode } = error as { rawCode?: number; errcode?: number }
    return rawCode ?? errcode
  }
}
