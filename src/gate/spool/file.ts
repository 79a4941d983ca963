/**
 * Part of the spool: the file in which records of hooks wait, beside the store they belong to.
 *
 * A hook ends after one call, and opening a database takes longer than deciding: records of calls that the written
 * policy settles are put here, and the process that opens the store next takes them in. Only such a process creates
 * this file; a hook that finds none opens the store.
 *
 * INVARIANT: `append` returns when the records are on the disk and will be taken in; otherwise it throws. Several
 * processes may append at once, also while the file is taken in. Only this user may own it: nothing is added to a file
 * that somebody else could have put in its place, and its lines are authenticated when read. A process of another user
 * than the store's (such as root), or one with another key, does not touch it.
 */

import { closeSync, constants, fdatasyncSync, fstatSync, fsyncSync, linkSync, lstatSync } from 'node:fs'
import { openSync, readFileSync, readSync, realpathSync, rmSync, writeSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { dirname } from 'node:path'
import { checkedRecord } from '../../store/checked-record.ts'
import { storeFile } from '../../store/open.ts'
import type { Store } from '../../store/port.ts'
import { newId } from '../new-id.ts'
import { sha256 } from '../sha256.ts'
import { spoolKey } from './key.ts'
import { firstLine, lastCode, linesOf, readSpool, TAIL } from './line.ts'
import type { SpoolEntry, SpoolRead } from './line.ts'

/** From this size on it is time to take the file in. */
const MOST_BYTES = 1024 * 1024
/** A record that would make the file larger goes to the store. */
const MOST_WRITTEN = 4 * MOST_BYTES
/**
 * No spool grows this large, however many processes add to it at once; a file made larger than this is not read to its
 * end.
 */
const MOST_READ = 64 * MOST_BYTES
/** How much of the key's fingerprint is part of the spool's name. */
const PRINT_LENGTH = 8

export interface Spool {
  readonly file: string
  readonly key: Buffer
}

/**
 * Where the records for a store wait. Undefined where there can be no spool: the store is not a file, or not this
 * user's, or the key is not available; or on Windows, where an open file cannot be renamed.
 */
export function spoolBeside(store: string | Store, keyFile: string): Spool | undefined {
  if (process.platform === 'win32') return undefined
  const named = typeof store === 'string' && store !== 'memory' ? storeFile(store) : undefined
  if (named === undefined) return undefined
  try {
    const file = realpathSync.native(named)
    if (!isOwned(lstatSync(file, { bigint: true }))) return undefined
    const key = spoolKey(keyFile)
    return { file: `${file}.${sha256(key).toString('hex').slice(0, PRINT_LENGTH)}.spool`, key }
  } catch {
    return undefined
  }
}

/** False if there is no spool, or none that could be added to. */
export function hasRoom(file: string): boolean {
  const found = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  return found !== undefined && isOurs(found) && found.size < MOST_BYTES
}

export function appendToSpool({ file, key }: Spool, entries: readonly SpoolEntry[]): void {
  for (const { record } of entries) checkedRecord(record)
  const descriptor = openPlain(file, constants.O_RDWR | constants.O_APPEND)
  try {
    const opened = fstatSync(descriptor, { bigint: true })
    if (!isOurs(opened)) throw new Error(`${file}: it is not a file of this user's alone`)
    const after = lastOf(descriptor)
    if (after === undefined) throw new Error(`${file}: its last line was not finished`)
    const bytes = Buffer.from(linesOf(entries, after, key))
    if (Number(opened.size) + bytes.length > MOST_WRITTEN) throw new Error(`${file}: it would become too large`)
    if (writeSync(descriptor, bytes) !== bytes.length) throw new Error(`${file}: not all could be written`)
    fdatasyncSync(descriptor)
    // A process that took the file away before this check may have read it before the write, too.
    const now = lstatSync(file, { bigint: true, throwIfNoEntry: false })
    if (now?.ino !== opened.ino || now.dev !== opened.dev) throw new Error(`${file}: it was taken in meanwhile`)
  } finally {
    closeSync(descriptor)
  }
}

/** How often to look at an unfinished last line, one millisecond apart, before assuming that nobody will finish it. */
const LOOKS = 10

/** The code of the last line. It may be unfinished because another process is adding it at this moment. */
function lastOf(descriptor: number): string | undefined {
  for (let look = 1; ; look++) {
    const code = lastCode(tailOf(descriptor, fstatSync(descriptor).size))
    if (code !== undefined || look === LOOKS) return code
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
  }
}

/** Undefined if there is no such file. */
export function readSpoolFile({ file, key }: Spool): SpoolRead | undefined {
  let descriptor: number
  try {
    descriptor = openPlain(file, constants.O_RDONLY)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    if (fstatSync(descriptor).size <= MOST_READ) return readSpool(readFileSync(descriptor, 'utf8'), key)
    const start = Buffer.alloc(MOST_READ)
    const { entries, problems } = readSpool(start.toString('utf8', 0, readSync(descriptor, start)), key)
    return { entries, problems: [...problems, 'it is larger than any that was written'] }
  } finally {
    closeSync(descriptor)
  }
}

/** Creates the spool if there is none; if several processes do, one wins. Without one, hooks open the store. */
export function prepareSpool({ file, key }: Spool): void {
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return
  const id = newId()
  const draft = `${file}.${id}`
  try {
    const descriptor = openSync(draft, 'wx', 0o600)
    try {
      // Some file systems have no owners or modes.
      if (!isOurs(fstatSync(descriptor, { bigint: true }))) return
      writeSync(descriptor, firstLine(id, key))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    linkSync(draft, file)
    flushFolder(dirname(file))
  } catch {
    // The spool only makes things quicker, so failing to create it is harmless.
  } finally {
    rmSync(draft, { force: true })
  }
}

export function isOurs(found: BigIntStats): boolean {
  return found.isFile() && isOwned(found) && (process.getuid === undefined || (found.mode & 0o077n) === 0n)
}

function isOwned({ uid }: BigIntStats): boolean {
  return process.getuid === undefined || uid === BigInt(process.getuid())
}

/** Never follows a link, and never waits for a pipe. */
function openPlain(file: string, flags: number): number {
  return openSync(file, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK)
}

function tailOf(descriptor: number, size: number): string {
  const tail = Buffer.alloc(TAIL)
  return tail.toString('latin1', 0, readSync(descriptor, tail, 0, TAIL, Math.max(0, size - TAIL)))
}

function flushFolder(folder: string): void {
  const descriptor = openSync(folder, constants.O_RDONLY)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
