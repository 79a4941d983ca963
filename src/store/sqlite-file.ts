/**
 * Part of the store: checks whether a SQLite file is still the one that was opened.
 *
 * A file that was deleted or replaced still accepts writes, and nobody will ever read them; the same holds for a file
 * that was emptied, until it is opened again as a new one. INVARIANT: this is asked after the commit, before the write
 * counts as done. It only looks, and opens nothing (see `sqlite.ts`).
 */

import { statSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { StoreError } from './error.ts'

/**
 * The returned function throws a `StoreError` once the file or the log beside it is gone, empty or another file, and
 * from then on if the log was cut: SQLite goes on as if all of it were there, and copies nothings into the file.
 *
 * @param isCopied whether the file has all that was ever in the log; undefined if that cannot be told now
 */
export function sameFile(file: string, isCopied: () => boolean | undefined): () => void {
  const opened = identityOf(file)
  let hasContent = false
  /** Created with the first write, and kept until the last process closes the file. */
  let log = statOf(`${file}-wal`)
  let cut: StoreError | undefined
  return () => {
    if (cut !== undefined) throw cut
    const found = statOf(file)
    if (identityIn(found) !== opened || (hasContent && found?.size === 0n)) throw gone(file)
    hasContent ||= found !== undefined && found.size > 0n
    const now = statOf(`${file}-wal`)
    if (identityIn(now) !== identityIn(log) && log !== undefined) throw gone(`${file}-wal`)
    if (now !== undefined && log !== undefined && now.size < log.size) {
      // SQLite writes the log anew from its beginning, but makes it shorter only by emptying it after it was copied.
      const whole = now.size === 0n ? isCopied() : false
      if (whole === undefined) return
      if (!whole) throw (cut = wasCut(file))
    }
    log = now
  }
}

function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })
}

function identityIn(found: BigIntStats | undefined): string | undefined {
  return found && `${found.dev} ${found.ino}`
}

function identityOf(path: string): string | undefined {
  return identityIn(statOf(path))
}

function wasCut(file: string): StoreError {
  const message = `${file}-wal: it was made shorter while it was open, so the latest writes are lost, and more would damage the file. End every process that has it open, keep a copy of the file and what is beside it, and compare \`countersign audit verify\` with the head you noted, or restore a backup`
  return new StoreError('corrupt', message)
}

function gone(path: string): StoreError {
  const message = `${path}: it was deleted, emptied or replaced while it was open, and what is written now would be lost. End this process and start it again`
  return new StoreError('unreachable', message)
}
