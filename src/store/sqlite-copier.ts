/**
 * Part of the store: how threads open a SQLite file, and the thread that copies the write-ahead log into it. Copying
 * takes longer than many commits. SQLite can do both at once, but in a single thread the next write would have to wait
 * for it.
 *
 * INVARIANT: these functions refer to nothing outside themselves but what Node provides, since only their source texts
 * are sent to a thread.
 */

export interface Statement {
  all(...parameters: unknown[]): unknown[]
}

export interface Connection {
  prepare(sql: string): Statement
  exec(sql: string): void
  close(): void
}

/** `libsql`: where the package is; without it, the runtime's own SQLite is used. */
export function openInThread(file: string, libsql: string | undefined): Connection {
  if (libsql !== undefined) {
    const { createRequire } = process.getBuiltinModule('node:module')
    return new (createRequire(libsql)(libsql) as new (name: string) => Connection)(file)
  }
  // Node 22 prints a warning about its SQLite on standard error, where an agent's hook must be silent.
  process.removeAllListeners('warning')
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as unknown as {
    DatabaseSync: new (name: string) => Connection
  }
  return new DatabaseSync(file)
}

/** Copies when it is told to, and reports when it is done, or that it could not. */
export function copyInThread(open: typeof openInThread): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { file, libsql } = workerData as { file: string; libsql: string | undefined }
  const port = parentPort as NonNullable<typeof parentPort>
  const db = open(file, libsql)
  db.prepare('pragma synchronous = full').all()
  const copy = db.prepare('pragma wal_checkpoint(passive)')
  port.on('message', (word: 'copy' | 'close') => {
    if (word === 'close') {
      db.close()
      port.close()
      return
    }
    try {
      copy.all()
    } catch {
      // The process that waits copies the rest, and gets the reason if that fails.
    }
    // oxlint-disable-next-line require-post-message-target-origin -- a thread has no origin
    port.postMessage('copied')
  })
}
