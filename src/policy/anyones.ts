/** Part of loading: files that everybody on this machine can change, as `ssh` and `sudo` look at theirs before they believe them. */

import { statSync } from 'node:fs'
import { dirname } from 'node:path'

const OTHERS_WRITE = 0o002
/** In a folder with this bit, nobody can move away a file of somebody else. */
const STICKY = 0o1000

/**
 * The file itself, or the folder in which another could be put in its place; undefined where neither is everybody's. A group may
 * write: where files are made so (`umask 002`), it is the user's own.
 */
export function anyonesPath(file: string): string | undefined {
  // A system without users says the same of every file.
  if (process.getuid === undefined) return undefined
  const folder = dirname(file)
  if ((modeOf(file) & OTHERS_WRITE) !== 0) return file
  return (modeOf(folder) & (OTHERS_WRITE | STICKY)) === OTHERS_WRITE ? folder : undefined
}

function modeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  } catch {
    return 0
  }
}
