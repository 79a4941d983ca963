/**
 * Part of writing our own files: makes a folder and those around it. Node's recursive `mkdir` never ends where nothing
 * can be made (`/proc/x`).
 */

import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return
  const parent = dirname(folder)
  // Newer versions of Node report that nothing exists below a file; making a folder there is an error in all versions.
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
