/**
 * Part of the gate: the real disk, behind the port that `effects/` asks.
 *
 * INVARIANT: only what surely is no link counts as none. Where the disk does not tell (no permission to look, an error,
 * a target that is no text), this throws, and the path counts as one that could not be looked up: never as allowed.
 */

import { existsSync, lstatSync, opendirSync, readlinkSync } from 'node:fs'
import type { Dirent } from 'node:fs'
import type { Entry, FileSystem } from '../effects/paths/file-system.ts'

/** Stands in a decoded text for bytes that are none: the name is not the one on the disk. */
const UNDECODABLE = '\uFFFD'

export const NODE_DISK: FileSystem = {
  readlink(path) {
    if (!isLink(path)) return undefined
    const target = readlinkSync(path)
    if (target.includes(UNDECODABLE)) throw new Error('the target of a link is no text')
    return target
  },
  caseInsensitive: process.platform === 'darwin' || process.platform === 'win32',
  isThere: existsSync,
  namesIn,
  entriesIn,
}

/**
 * The real disk for many decisions: those of one stretch without waiting share what is no link, mostly the folders on the way
 * to their files. Each verdict leaves after the stretch, so none rests on an older look than the first one's does anyway.
 *
 * INVARIANT: nothing is kept beyond the stretch, nor any link, nor what could not be looked up.
 */
export class SharedDisk implements FileSystem {
  readonly caseInsensitive = NODE_DISK.caseInsensitive
  readonly isThere = existsSync
  readonly namesIn = namesIn
  readonly entriesIn = entriesIn
  readonly #plain = new Set<string>()
  #isShared = false

  readlink(path: string): string | undefined {
    if (!this.#isShared) return NODE_DISK.readlink(path)
    if (this.#plain.has(path)) return undefined
    const target = NODE_DISK.readlink(path)
    if (target === undefined) this.#plain.add(path)
    return target
  }

  /** `stretch` must not be asynchronous. */
  together(stretch: () => void): void {
    this.#isShared = true
    try {
      stretch()
    } finally {
      this.#isShared = false
      this.#plain.clear()
    }
  }
}

/** Far more than anybody goes through in one line, and few enough to be read at once. */
const MOST_NAMES = 400

function namesIn(path: string): readonly string[] | undefined {
  const names = entriesIn(path, MOST_NAMES)?.map(({ name }) => name)
  return names?.some((name) => name.includes(UNDECODABLE)) === true ? undefined : names
}

function entriesIn(path: string, most: number): readonly Entry[] | undefined {
  try {
    const folder = opendirSync(path)
    try {
      const entries: Entry[] = []
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        if (entries.length === most) return undefined
        entries.push({ name: entry.name, kind: kindOf(entry) })
      }
      return entries
    } finally {
      folder.closeSync()
    }
  } catch {
    return undefined
  }
}

function kindOf(entry: Dirent): Entry['kind'] {
  return entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other'
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  } catch (error) {
    // Below something that is no directory there is nothing.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false
    throw error
  }
}
