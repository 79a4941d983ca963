/**
 * Part of the store: SQLite, in one file.
 *
 * Durability: write-ahead log with `synchronous = full`. What was acknowledged is on the disk: it survives the process
 * being killed, and a power cut if the disk really keeps what it was told to flush. The flush is the main cost of a
 * write; the audit shares one among all appends of a moment.
 */

import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Kysely } from 'kysely'
import { messageOf } from '../engine/thrown.ts'
import { makeFolder } from '../policy/make-folder.ts'
import { assemble } from './assemble.ts'
import type { Backend } from './backend.ts'
import { StoreError, type StoreProblem } from './error.ts'
import { migrate } from './migrate.ts'
import type { Store } from './port.ts'
import { PATIENCE_MS, persist } from './retry.ts'
import { driverOf, sqliteBinding, type BindingName, type Database, type OpenDatabase } from './sqlite-binding.ts'
import { SharedSqliteDialect, SHORT_PAUSE_MS } from './sqlite-dialect.ts'
import { sameFile } from './sqlite-file.ts'
import { explainSqlite, isBusy } from './sqlite-problem.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import type { Tables } from './tables.ts'

/** Only tests need these; everything else uses the defaults. */
export interface SqliteOptions {
  readonly binding?: BindingName
  /** Run after our own, such as `max_page_count = 50`. */
  readonly pragmas?: readonly string[]
  /** Milliseconds to wait for other processes. */
  readonly patience?: number
  /** After this many records, a separate thread appends to the audit. */
  readonly threadAfter?: number
}

/**
 * SQLite waits by sleeping, which stops the whole process. So it waits only this long, and the work is tried again
 * later.
 */
const BUSY_MS = 2
/**
 * This many pages of the log are copied into the file at once, while a commit waits. SQLite's default of a thousand
 * takes some milliseconds each time; a quarter of that takes a quarter of the time, four times as often.
 */
const CHECKPOINT_PAGES = 256
/**
 * While a thread appends, the log is copied during a pause, or after this many bytes by a second thread, while the
 * first continues. Our own connection only makes sure that the log does not grow without end.
 */
const CHECKPOINT_BYTES = 8 * 1024 * 1024
const CHECKPOINT_IDLE_MS = 100
const LATE_CHECKPOINT_PAGES = 16_000
/** A hook, or a person at a terminal, writes a few records and ends; starting a thread would not pay. */
const THREAD_AFTER = 500
/** Milliseconds until changes by other processes are noticed. */
const LOOK_MS = 100
const MEMORY = ':memory:'

export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Store> {
  const file = path === MEMORY ? path : resolve(path)
  const open = await sqliteBinding(options.binding)
  if (file !== MEMORY) prepareFile(file)
  try {
    // Opened anew each time: a libsql statement that found the database busy may keep its old view of it, and then no
    // transaction of that connection could ever begin.
    const { raw, db } = await persist(() => openCurrent(open, file, options), isBusy)
    return assemble({ ...backend(raw, db, file, writerFor(raw, file, options)), patience: options.patience })
  } catch (error) {
    throw error instanceof StoreError ? error : explainSqlite(error, file)
  }
}

/**
 * With the tables that this version knows. If several processes make a new file at once, some get the error that it is
 * busy.
 */
async function openCurrent(open: OpenDatabase, file: string, { pragmas = [], patience }: SqliteOptions) {
  const raw = open(file)
  try {
    configure(raw, file, pragmas)
    const db = new Kysely<Tables>({ dialect: new SharedSqliteDialect(raw, patience) })
    await migrate(db, 'integer', file)
    return { raw, db }
  } catch (error) {
    raw.close()
    throw error
  }
}

function configure(raw: Database, file: string, pragmas: readonly string[]): void {
  const pragma = (text: string) => raw.prepare(`pragma ${text}`).all([])
  pragma(`busy_timeout = ${BUSY_MS}`)
  const [mode] = pragma('journal_mode = wal') as { journal_mode?: string }[]
  if (file !== MEMORY && mode?.journal_mode !== 'wal') {
    throw new StoreError('failed', `${file}: this file system cannot share a database (no write-ahead log)`)
  }
  pragma('synchronous = full')
  pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  for (const text of pragmas) pragma(text)
}

function writerFor(
  raw: Database,
  file: string,
  { binding, pragmas = [], patience, threadAfter }: SqliteOptions,
): SqliteWriter {
  return new SqliteWriter({
    file,
    driver: driverOf(binding),
    pragmas: [`busy_timeout = ${BUSY_MS}`, 'synchronous = full', 'wal_autocheckpoint = 0', ...pragmas],
    patience: patience ?? PATIENCE_MS,
    pause: SHORT_PAUSE_MS,
    checkpointAfter: CHECKPOINT_BYTES,
    checkpointIdle: CHECKPOINT_IDLE_MS,
    onReady: (isReady) => checkpointEvery(raw, isReady ? LATE_CHECKPOINT_PAGES : CHECKPOINT_PAGES),
    after: file === MEMORY ? Number.POSITIVE_INFINITY : (threadAfter ?? THREAD_AFTER),
  })
}

/** What the thread wrote is copied by the thread: here, everything would have to wait for it. */
function checkpointEvery(raw: Database, pages: number): void {
  try {
    raw.prepare(`pragma wal_autocheckpoint = ${pages}`).all([])
  } catch {
    // It is closing, or the next writer gets the reason.
  }
}

function backend(raw: Database, db: Kysely<Tables>, file: string, writer: SqliteWriter): Backend {
  return {
    db,
    remote: false,
    parameter: () => '?',
    // `begin immediate` already locks the whole database.
    enter: () => Promise.resolve(),
    appendSealed: (records) => writer.append(records),
    addCheckpoint: (checkpoint) => writer.addCheckpoint(checkpoint),
    ...(file === MEMORY ? {} : { check: sameFile(file, () => isCopied(raw)) }),
    isPassing: isBusy,
    explain: (error) => explainSqlite(error, file),
    follow(wake) {
      const version = () => {
        const [row] = raw.prepare('pragma data_version').all([]) as { data_version: number }[]
        return row?.data_version
      }
      let seen = version()
      const timer = setInterval(() => {
        try {
          const now = version()
          if (now === seen) return
          seen = now
        } catch {
          // The next look will get the same error; what matters here is that the timer goes on.
        }
        wake()
      }, LOOK_MS)
      timer.unref()
      return { ready: Promise.resolve(), stop: () => clearInterval(timer) }
    },
    async close() {
      await writer.close()
      await db.destroy()
    },
  }
}

/** Whether the file has all that was ever in the log beside it; undefined if another process is at work. */
function isCopied(raw: Database): boolean | undefined {
  try {
    const [row] = raw.prepare('pragma wal_checkpoint(passive)').all([]) as Readonly<Record<string, number>>[]
    if (row?.['busy'] !== 0) return undefined
    return row['log'] === row['checkpointed']
  } catch (error) {
    return isBusy(error) ? undefined : false
  }
}

/**
 * Makes the folder and the file accessible to this user only.
 *
 * INVARIANT: an existing file is not opened here. Closing any handle of it would drop the locks that SQLite holds in
 * this process, and another process could then remove the log while it is in use.
 */
function prepareFile(file: string): void {
  try {
    makeFolder(dirname(file), 0o700)
    if (statSync(file, { throwIfNoEntry: false }) === undefined) create(file)
    accessSync(file, constants.W_OK)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    const [problem, means] = FILE_PROBLEMS[code] ?? ['unreachable', 'cannot be opened']
    throw new StoreError(problem, `${file}: ${means} (${messageOf(error)})`, error)
  }
  const stat = statSync(file)
  if (stat.isDirectory()) throw new StoreError('invalid', `${file}: it is a folder: name a file in it`)
  if (process.platform !== 'win32' && (stat.mode & 0o022) !== 0)
    throw new StoreError(
      'invalid',
      `${file}: others may write it, and with it what is allowed; run \`chmod 600\` on it`,
    )
}

function create(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const FILE_PROBLEMS: Readonly<Record<string, readonly [StoreProblem, string]>> = {
  EACCES: ['read-only', 'it or its folder cannot be written by this user'],
  EPERM: ['read-only', 'it or its folder cannot be written by this user'],
  EROFS: ['read-only', 'the file system is read-only'],
  ENOSPC: ['full', 'the disk is full'],
  ENOTDIR: ['invalid', 'a part of the path is a file'],
  EEXIST: ['invalid', 'a part of the path is a file'],
}
