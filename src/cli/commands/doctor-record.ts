/** Part of `doctor`: can decisions be recorded? A call that cannot be recorded is denied, whatever the policy says. */

import { closeSync, fsyncSync, lstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stateFolder, storeFileOf } from '../../policy/own-folders.ts'
import { whyNotWritten } from '../../policy/replace-file.ts'

/** More than one record needs: the last free bytes of a disk are not enough. */
const ROOM = Buffer.alloc(256 * 1024, 1)

/** The first bytes of every SQLite file that is not empty. */
const SQLITE = 'SQLite format 3\0'

/**
 * Why records cannot be written. It is found by trying, in the folder that holds the store, the keys and the records of
 * hooks, or where that folder would be made.
 */
export function recordProblem(home: string): string | undefined {
  const [folder, store] = [stateFolder(home), storeFileOf(home)]
  const why =
    whyNot(folder, () => fillAndEmpty(join(nearestThere(folder), `.countersign-doctor.${process.pid}`))) ??
    whyNot(store, () => openStore(store))
  return why === undefined ? undefined : `${why}. What cannot be put on record is denied.`
}

function whyNot(path: string, attempt: () => string | undefined): string | undefined {
  try {
    return attempt()
  } catch (error) {
    return `${path} cannot be written: ${whyNotWritten(error)}`
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function nearestThere(folder: string): string {
  const above = dirname(folder)
  return isThere(folder) || above === folder ? folder : nearestThere(above)
}

/** A command that was run as root may have created it; then no other user can write to it. */
function openStore(file: string): string | undefined {
  if (!isThere(file)) return undefined
  const descriptor = openSync(file, 'r+')
  try {
    const begin = Buffer.alloc(SQLITE.length)
    const count = readSync(descriptor, begin)
    return count === 0 || begin.toString('latin1') === SQLITE ? undefined : `${file} is not a SQLite database`
  } finally {
    closeSync(descriptor)
  }
}

function fillAndEmpty(probe: string): undefined {
  // Left by a process that was killed: in a container, the next one may have the same number.
  rmSync(probe, { force: true })
  const descriptor = openSync(probe, 'wx', 0o600)
  try {
    for (let written = 0; written < ROOM.length;) written += writeSync(descriptor, ROOM, written)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
    rmSync(probe, { force: true })
  }
}
