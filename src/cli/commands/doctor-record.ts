/** Part of `doctor`: can anything be put on record? What cannot is denied, however the policy reads. */

import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { stateFolder } from '../../policy/own-folders.ts'
import { whyNotWritten } from '../../policy/replace-file.ts'

/** More than one record takes: the last free bytes of a disk are no room. */
const ROOM = Buffer.alloc(256 * 1024, 1)

/** Why not; found by trying, in the folder where the store, the keys and the records of hooks lie, once there is one. */
export function recordProblem(home: string): string | undefined {
  const folder = stateFolder(home)
  try {
    if (statSync(folder, { throwIfNoEntry: false }) !== undefined) fillAndEmpty(join(folder, `doctor.${process.pid}`))
    return undefined
  } catch (error) {
    return `${folder} cannot be written: ${whyNotWritten(error)}. What cannot be put on record is denied.`
  }
}

function fillAndEmpty(probe: string): void {
  // Of one that was killed: in a container the next has the same number.
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
