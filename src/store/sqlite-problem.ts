/** Part of the store: what SQLite's result codes mean. */

import { messageOf } from '../engine/thrown.ts'
import { StoreError, type StoreProblem } from './error.ts'

const BUSY = 5
const LOCKED = 6
const BUSY_SNAPSHOT = 517

/** By SQLite's primary result code. */
const PROBLEMS: ReadonlyMap<number, readonly [StoreProblem, string]> = new Map([
  [3, ['read-only', 'this user may not use it']],
  [BUSY, ['busy', 'another process held it for too long']],
  [LOCKED, ['busy', 'another process held it for too long']],
  [8, ['read-only', 'it or its folder cannot be written by this user']],
  [10, ['failed', 'the disk reports an error']],
  [11, ['corrupt', 'the file is damaged: move it away, or restore a copy']],
  [13, ['full', 'the disk is full; nothing of this was written']],
  [14, ['read-only', 'it cannot be opened, or its folder cannot be written by this user']],
  [18, ['invalid', 'a value is too big']],
  [19, ['duplicate', 'there is one with this id already']],
  [26, ['corrupt', 'the file is not a SQLite database: give another path, or move it away']],
])

export function isBusy(error: unknown): boolean {
  const code = codeOf(error)
  return code === BUSY || code === LOCKED
}

/**
 * Another process is writing now, so waiting helps. It does not help if this connection still has an old view of the
 * data open; then the statement that left it open must be run again first.
 */
export function isHeld(error: unknown): boolean {
  return isBusy(error) && extendedCodeOf(error) !== BUSY_SNAPSHOT
}

export function explainSqlite(error: unknown, where: string): StoreError {
  const [problem, means] = PROBLEMS.get(codeOf(error) ?? -1) ?? ['failed', 'SQLite failed']
  return new StoreError(problem, `${where}: ${means} (${messageOf(error)})`, error)
}

/** `libsql` has `rawCode`, Node has `errcode`; if opening fails, libsql has only a number at the end of its message. */
function codeOf(error: unknown): number | undefined {
  const code = extendedCodeOf(error)
  return code === undefined ? undefined : code & 0xff
}

function extendedCodeOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { rawCode, errcode } = error as { rawCode?: unknown; errcode?: unknown }
  const code = rawCode ?? errcode
  if (typeof code === 'number') return code
  const written = /: (\d{1,5})"?\)?$/.exec(messageOf(error))?.[1]
  return written === undefined ? undefined : Number(written)
}
