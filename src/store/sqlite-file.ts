/**
 * Part of the store: whether a SQLite file is still the one that was opened.
 *
 * A file that was deleted or replaced goes on taking what is written to it, and nobody will ever read that.
 * INVARIANT: asked after the commit, before the write counts as done. It only looks and opens nothing (see `sqlite.ts`).
 */

import { statSync } from 'node:fs'
import { StoreError } from './error.ts'

/** Throws a `StoreError` from the moment the file, or the log beside it, is no longer there or is another one. */
export function sameFile(file: string): () => void {
  const opened = identityOf(file)
  /** Made with the first write, and kept until the last process closes the file. */
  let log = identityOf(`${file}-wal`)
  return () => {
    if (identityOf(file) !== opened) throw gone(file)
    const now = identityOf(`${file}-wal`)
    if (now !== log && log !== undefined) throw gone(`${file}-wal`)
    log = now
  }
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

function gone(path: string): StoreError {
  const message = `${path}: it was deleted or replaced while it was open, and what is written now would be lost. End this process and start it again`
  return new StoreError('unreachable', message)
}
