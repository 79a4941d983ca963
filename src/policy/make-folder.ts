/** Part of the files of ours: a folder with those around it. Node's own way never ends where the disk takes none (`/proc/x`). */

import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return
  const parent = dirname(folder)
  // Below a file nothing is there, say newer Nodes; to make a folder there is an error with all of them.
  if (parent !== folder && statSync(parent, { throwIfNoEntry: false }) === undefined) makeFolder(parent, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process was faster.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
