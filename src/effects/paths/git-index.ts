/**
 * Part of reading paths: the files that git tracks, as its index lists them.
 *
 * INVARIANT: a list is whole or undefined. An index that is split or sparse, or of a form that is not known, is none.
 */

import { NO_NAME } from './file-system.ts'
import type { FileSystem } from './file-system.ts'

/** The index of some hundred thousand files. */
const LARGEST = 32 << 20

interface Tracked {
  /** The real path of the folder from which the names are counted. */
  readonly top: string
  readonly names: readonly string[]
}

/** What is tracked in the repository around a folder; undefined if there is none, or nobody can tell. */
export function trackedAround(folder: string, fs: FileSystem): Tracked | undefined {
  for (let top = folder; top !== ''; top = top.slice(0, top.lastIndexOf('/'))) {
    const found = fs.isThere?.(`${top}/.git`)
    if (found === undefined) return undefined
    if (!found) continue
    const git = folderOfGit(top, fs)
    if (git === undefined) return undefined
    const index = `${git}/index`
    const bytes = fs.bytesOf?.(index, LARGEST)
    // Nothing was ever added to a new repository.
    const names = bytes === undefined ? (fs.isThere?.(index) === false ? [] : undefined) : readIndex(bytes)
    return names && { top, names }
  }
  return undefined
}

/** In a further work tree, `.git` is a file that says where the folder is; in a submodule it says so in another way. */
function folderOfGit(top: string, fs: FileSystem): string | undefined {
  const path = `${top}/.git`
  const bytes = fs.bytesOf?.(path, LONGEST_PATH)
  return bytes === undefined ? path : /^gitdir: (\/[^\n]+)\n$/.exec(TEXT.decode(bytes))?.[1]
}

const LONGEST_PATH = 4096

/** The same, of what lies below the folder, counted from there. The real path of the folder. */
export function trackedBelow(folder: string, fs: FileSystem): readonly string[] | undefined {
  const tracked = trackedAround(folder, fs)
  return tracked && below(folder, tracked)
}

export function below(folder: string, { top, names }: Tracked): readonly string[] {
  const prefix = folder === top ? '' : `${folder.slice(top.length + 1)}/`
  return names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
}

/** Names of files are hashed in 20 bytes, or in repositories of the newer kind in 32. */
export function readIndex(bytes: Uint8Array): readonly string[] | undefined {
  return readWith(20, bytes) ?? readWith(32, bytes)
}

const SIGNATURE = 0x4449_5243
/** Times, device, file, mode, owner and size, before the hash; flags follow it. */
const FIXED = 40
const EXTENDED = 0x4000
const OLDEST = 2
const NEWEST = 4

function readWith(hash: number, bytes: Uint8Array): readonly string[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = bytes.length - hash
  if (end < 12 || view.getUint32(0) !== SIGNATURE) return undefined
  const version = view.getUint32(4)
  const count = view.getUint32(8)
  if (version < OLDEST || version > NEWEST || count * (FIXED + hash) > end) return undefined
  const names = new Names(bytes)
  let at = 12
  for (let left = count; left > 0; left--) {
    const start = at
    at += FIXED + hash
    if (at + 2 > end) return undefined
    at += (view.getUint16(at) & EXTENDED) === 0 ? 2 : 4
    let kept = 0
    if (version === NEWEST) {
      const cut = readCut(bytes, at)
      kept = names.lastLength - cut.length
      at = cut.next
    }
    const close = bytes.indexOf(0, at)
    if (close < 0 || close >= end || !names.add(kept, at, close)) return undefined
    at = version === NEWEST ? close + 1 : start + ((close - start + 8) & ~7)
  }
  return areExtensions(bytes, view, at, end) ? names.texts() : undefined
}

/** All of them together are decoded at once: one by one it takes most of the time. */
class Names {
  readonly #source: Uint8Array
  /** A zero follows each. */
  #bytes: Uint8Array
  #end = 0
  lastLength = 0

  constructor(source: Uint8Array) {
    this.#source = source
    this.#bytes = new Uint8Array(source.length)
  }

  /** Begins with so many bytes of the name before; false if there are not so many, or it is empty, or all are too long. */
  add(kept: number, from: number, to: number): boolean {
    const length = kept + to - from
    if (kept < 0 || length === 0) return false
    const last = this.#end - this.lastLength - 1
    if (this.#end + length >= this.#bytes.length && !this.#grow(length)) return false
    if (kept > 0) this.#bytes.copyWithin(this.#end, last, last + kept)
    this.#bytes.set(this.#source.subarray(from, to), this.#end + kept)
    this.#end += length + 1
    this.lastLength = length
    return true
  }

  /** Undefined if one is no text. */
  texts(): readonly string[] | undefined {
    if (this.#end === 0) return []
    const text = TEXT.decode(this.#bytes.subarray(0, this.#end - 1))
    return text.includes(NO_NAME) ? undefined : text.split('\0')
  }

  /** Where names only say how they differ from the one before. */
  #grow(length: number): boolean {
    if (this.#bytes.length > LARGEST) return false
    const bytes = new Uint8Array(2 * this.#bytes.length + length)
    bytes.set(this.#bytes)
    this.#bytes = bytes
    return true
  }
}

const TEXT = new TextDecoder('utf-8', { ignoreBOM: true })

/** How many bytes of the name before are not taken over: seven bits in each byte, and one more for each further byte. */
function readCut(bytes: Uint8Array, from: number): { readonly length: number; readonly next: number } {
  let at = from
  let byte = bytes[at++] ?? 0
  let length = byte & 127
  while ((byte & 128) !== 0 && at < from + 5) {
    byte = bytes[at++] ?? 0
    length = ((length + 1) << 7) | (byte & 127)
  }
  return { length, next: at }
}

const CAPITAL_A = 0x41
const CAPITAL_Z = 0x5a

/** Whether only extensions follow that may be passed over: their names begin with a capital letter. */
function areExtensions(bytes: Uint8Array, view: DataView, from: number, end: number): boolean {
  let at = from
  while (at + 8 <= end) {
    const first = bytes[at] as number
    if (first < CAPITAL_A || first > CAPITAL_Z) return false
    at += 8 + view.getUint32(at + 4)
  }
  return at === end
}
