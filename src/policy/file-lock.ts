/**
 * Part of changing policy files: of all the processes that use this lock, only one changes a file at a time.
 *
 * INVARIANT: a lock is removed by whoever made it. One that was left behind is removed by the only process that holds
 * the right to remove exactly that one: what others make in its place stays.
 */

import { closeSync, fstatSync, openSync, rmSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE = 2_000
const RETRY = 20
/** Changing a policy takes milliseconds: a lock this old was left behind by a process that died. */
const ABANDONED = 10_000

/** Runs `work` while no other process that also uses this lock changes the file. */
export async function holdingLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`
  const until = performance.now() + PATIENCE
  let own = takeLock(lock)
  while (own === undefined) {
    if (performance.now() > until) throw new Error(`another process is changing it; if none is, remove ${lock}`)
    await delay(RETRY)
    own = takeLock(lock)
  }
  try {
    return await work()
  } finally {
    // A computer that slept in between may have taken so long that this process passed for dead.
    if (nameOf(statSync(lock, { throwIfNoEntry: false })) === own) rmSync(lock, { force: true })
  }
}

/** Returns a name for exactly this lock; undefined if another process holds it. */
function takeLock(lock: string): string | undefined {
  const made = makeFile(lock)
  if (made === undefined) removeAbandoned(lock)
  return nameOf(made)
}

/** Of all the processes that find the same one, one makes the file that gives the right to remove it. */
function removeAbandoned(lock: string): void {
  const found = abandoned(lock)
  if (found === undefined) return
  const right = `${lock}.${found}`
  if (makeFile(right) === undefined) return
  try {
    // Whoever had the right before may have removed it already.
    if (abandoned(lock) === found) rmSync(lock, { force: true })
  } finally {
    rmSync(right, { force: true })
  }
}

function abandoned(lock: string): string | undefined {
  const stat = statSync(lock, { throwIfNoEntry: false })
  // A lock from the future was made before the clock was set back.
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > ABANDONED ? nameOf(stat) : undefined
}

/** Undefined if there is such a file already. */
function makeFile(path: string): Stats | undefined {
  try {
    const descriptor = openSync(path, 'wx', 0o600)
    try {
      return fstatSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return undefined
  }
}

function nameOf(stat: Stats | undefined): string | undefined {
  return stat && `${stat.ino}-${stat.mtimeMs}`
}
