/**
 * Part of the gate: the real disk, as the port that `effects/` reads.
 *
 * INVARIANT: a path counts as no link only if that is certain. If the disk does not tell (no permission to look, an
 * error, a target that is not valid text), this throws and the path counts as one that could not be looked up: never as
 * allowed.
 */

import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
} from 'node:fs'
import { constants } from 'node:fs'
import type { Dirent } from 'node:fs'
import { NO_NAME } from '../effects/paths/file-system.ts'
import type { Entry, FileSystem } from '../effects/paths/file-system.ts'

export const NODE_DISK: FileSystem = {
  readlink(path) {
    if (!isLink(path)) return undefined
    const target = readlinkSync(path)
    if (target.includes(NO_NAME)) throw new Error('the target of a link is not text')
    return target
  },
  caseInsensitive: process.platform === 'darwin' || process.platform === 'win32',
  isThere: existsSync,
  namesIn,
  entriesIn,
  bytesOf,
  isPipe,
}

/**
 * The real disk for many decisions: those made in one stretch of synchronous code share the knowledge of which paths
 * are not links, mostly the folders above their files. All verdicts leave after the stretch, so none rests on an older
 * look at the disk than the first one does anyway.
 *
 * INVARIANT: nothing is kept after the stretch, and never a link or a path that could not be looked up.
 */
export class SharedDisk implements FileSystem {
  readonly caseInsensitive = NODE_DISK.caseInsensitive
  readonly isThere = existsSync
  readonly namesIn = namesIn
  readonly entriesIn = entriesIn
  readonly bytesOf = bytesOf
  readonly isPipe = isPipe
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

/** Far more names than one command line goes through, and few enough to be read at once. */
const MOST_NAMES = 400

function namesIn(path: string): readonly string[] | undefined {
  const names = entriesIn(path, MOST_NAMES)?.map(({ name }) => name)
  return names?.some((name) => name.includes(NO_NAME)) === true ? undefined : names
}

/** All at once: entry by entry, as `opendir` has it, takes three times as long. */
function entriesIn(path: string, most: number): readonly Entry[] | undefined {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    return entries.length > most ? undefined : entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
  } catch {
    return undefined
  }
}

/** Only of a file: opening a pipe would wait, and a device has no end. */
function bytesOf(path: string, most: number): Uint8Array | undefined {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const { size } = fstatSync(file)
    return fstatSync(file).isFile() && size <= most ? readFileSync(file) : undefined
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function kindOf(entry: Dirent): Entry['kind'] {
  if (entry.isFile()) return 'other'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'pipe'
}

/** Such devices answer at once; and what is open in this process is not what is open in the other. */
const AT_ONCE = /^\/dev\/(?:null|zero|full|u?random|std\w+|fd(?:\/.*)?)$/

function isPipe(path: string): boolean {
  if (AT_ONCE.test(path)) return false
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    return found !== undefined && !found.isFile() && !found.isDirectory()
  } catch {
    return false
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  } catch (error) {
    // Nothing can lie below something that is not a directory.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false
    throw error
  }
}
