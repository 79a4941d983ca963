/**
 * Part of loading: finds files that everybody on this machine can change, as `ssh` and `sudo` check theirs before they
 * trust them.
 */

import { statSync } from 'node:fs'
import { dirname } from 'node:path'

const OTHERS_WRITE = 0o002
/** In a folder with this bit, nobody can move another user's file away. */
const STICKY = 0o1000

/**
 * The file itself, or the folder in which it could be replaced, if everybody can write to it; else undefined. A group
 * may write: on systems with `umask 002`, each user has a group of their own.
 */
export function anyonesPath(file: string): string | undefined {
  // A system without user ids reports the same for every file.
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
