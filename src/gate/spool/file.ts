/**
 * Part of the spool: the file in which the records of hooks wait, beside the store they belong to.
 *
 * A hook ends after one call, and opening a database takes longer than deciding: what the written policy settles by itself is put
 * here, and whoever opens the store next takes it in. Only they make this file; a hook that finds none opens the store.
 *
 * INVARIANT: `append` returns when the records are on the disk and will be taken in, and else throws. Several may append at once, and
 * while it is taken in. It is this user's alone: nothing is added to, or read from, what another could have put in its place.
 */

import { closeSync, constants, fdatasyncSync, fstatSync, fsyncSync, linkSync, lstatSync } from 'node:fs'
import { openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { checkedRecord } from '../../store/checked-record.ts'
import { storeFile } from '../../store/open.ts'
import type { Store } from '../../store/port.ts'
import { newId } from '../new-id.ts'
import { firstLine, lastCode, linesOf, readSpool, TAIL } from './line.ts'
import type { SpoolEntry, SpoolRead } from './line.ts'

/** Then it is time to take it in. */
const MOST_BYTES = 1024 * 1024

/** Where the records for a store wait; undefined for one that is no file. Windows renames no file that somebody has open. */
export function spoolBeside(store: string | Store): string | undefined {
  if (process.platform === 'win32') return undefined
  const file = typeof store === 'string' && store !== 'memory' ? storeFile(store) : undefined
  return file && `${resolve(file)}.spool`
}

/** False where there is none, or none that could be added to. */
export function hasRoom(file: string): boolean {
  const found = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  return found !== undefined && isOurs(found) && found.size < MOST_BYTES
}

export function appendToSpool(file: string, entries: readonly SpoolEntry[], key: Buffer): void {
  for (const { record } of entries) checkedRecord(record)
  const descriptor = openOurs(file, constants.O_RDWR | constants.O_APPEND)
  try {
    const opened = fstatSync(descriptor, { bigint: true })
    const after = lastCode(tailOf(descriptor, Number(opened.size)))
    if (after === undefined) throw new Error(`${file}: its last line was not finished`)
    const bytes = Buffer.from(linesOf(entries, after, key))
    if (writeSync(descriptor, bytes) !== bytes.length) throw new Error(`${file}: not all could be written`)
    fdatasyncSync(descriptor)
    // Whoever took it away before may have read it before, too.
    const now = lstatSync(file, { bigint: true, throwIfNoEntry: false })
    if (now?.ino !== opened.ino || now.dev !== opened.dev) throw new Error(`${file}: it was taken in meanwhile`)
  } finally {
    closeSync(descriptor)
  }
}

/** Undefined when there is no such file. Throws for one that is not this user's alone. */
export function readSpoolFile(file: string, key: Buffer): SpoolRead | undefined {
  let descriptor: number
  try {
    descriptor = openOurs(file, constants.O_RDONLY)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return readSpool(readFileSync(descriptor, 'utf8'), key)
  } finally {
    closeSync(descriptor)
  }
}

/** Makes one where there is none; of several processes that do, one wins. Without one, hooks open the store. */
export function prepareSpool(file: string, key: Buffer): void {
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return
  const id = newId()
  const draft = `${file}.${id}`
  try {
    const descriptor = openSync(draft, 'wx', 0o600)
    try {
      writeSync(descriptor, firstLine(id, key))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    linkSync(draft, file)
    flushFolder(dirname(file))
  } catch {
    // It is only quicker with one.
  } finally {
    rmSync(draft, { force: true })
  }
}

export function isOurs(found: BigIntStats): boolean {
  if (!found.isFile()) return false
  return process.getuid === undefined || (found.uid === BigInt(process.getuid()) && (found.mode & 0o077n) === 0n)
}

/** Never through a link, and never waiting for a pipe. */
function openOurs(file: string, flags: number): number {
  const descriptor = openSync(file, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  if (isOurs(fstatSync(descriptor, { bigint: true }))) return descriptor
  closeSync(descriptor)
  throw new Error(`${file}: it is no file of this user's alone`)
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
