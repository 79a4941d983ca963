/** Part of changing policy files: of all the processes that use this lock, only one changes a file at a time. */

import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE = 2_000
const RETRY = 20
/** Changing a policy takes milliseconds: a lock this old was left behind by a process that died. */
const ABANDONED = 10_000

/** Runs `work` while no other process that also uses this lock changes the file. */
export async function holdingLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`
  const until = performance.now() + PATIENCE
  while (!takeLock(lock)) {
    if (performance.now() > until) throw new Error(`another process is changing it; if none is, remove ${lock}`)
    await delay(RETRY)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const stat = statSync(lock, { throwIfNoEntry: false })
    // A lock from the future was made before the clock was set back.
    if (stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > ABANDONED) rmSync(lock, { force: true })
    return false
  }
}
