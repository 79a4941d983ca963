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

/** The returned function throws a `StoreError` once the file or the log beside it is gone, empty or another file. */
export function sameFile(file: string): () => void {
  const opened = identityOf(file)
  let hasContent = false
  /** Created with the first write, and kept until the last process closes the file. */
  let log = identityOf(`${file}-wal`)
  return () => {
    const found = statOf(file)
    if (identityIn(found) !== opened || (hasContent && found?.size === 0n)) throw gone(file)
    hasContent ||= found !== undefined && found.size > 0n
    const now = identityOf(`${file}-wal`)
    if (now !== log && log !== undefined) throw gone(`${file}-wal`)
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

function gone(path: string): StoreError {
  const message = `${path}: it was deleted, emptied or replaced while it was open, and what is written now would be lost. End this process and start it again`
  return new StoreError('unreachable', message)
}
