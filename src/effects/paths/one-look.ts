/**
 * Part of reading paths: one look at the disk for a whole decision. A line may search the same folders several times,
 * and may be read twice.
 *
 * INVARIANT: nothing is kept beyond that, nor taken from before. A name of which a listing says nothing is asked about:
 * some disks find it under another spelling.
 */

import type { Entry, FileSystem } from './file-system.ts'

/** Nothing of the port may be left out, also where a disk need not have it. */
type Whole = { readonly [Question in keyof Required<FileSystem>]: FileSystem[Question] }

export class OneLook implements Whole {
  readonly caseInsensitive: boolean
  readonly isThere: FileSystem['isThere']
  readonly namesIn: FileSystem['namesIn']
  readonly entriesIn: FileSystem['entriesIn']
  readonly bytesOf: FileSystem['bytesOf']
  readonly isPipe: FileSystem['isPipe']
  readonly #disk: FileSystem
  readonly #listed = new Map<string, readonly Entry[]>()
  readonly #bytes = new Map<string, Uint8Array>()
  /** The names that are no links, by the folders that were listed. */
  readonly #plain = new Map<string, ReadonlySet<string>>()
  /** Other paths that are no links. */
  readonly #straight = new Set<string>()
  #isLooking = false

  constructor(disk: FileSystem) {
    this.#disk = disk
    this.caseInsensitive = disk.caseInsensitive
    this.isThere = disk.isThere && ((path) => disk.isThere?.(path))
    this.namesIn = disk.namesIn && ((path) => disk.namesIn?.(path))
    this.isPipe = disk.isPipe && ((path) => disk.isPipe?.(path) === true)
    this.entriesIn =
      disk.entriesIn && ((path, most) => this.#kept(this.#listed, path, most, () => disk.entriesIn?.(path, most)))
    this.bytesOf =
      disk.bytesOf && ((path, most) => this.#kept(this.#bytes, path, most, () => disk.bytesOf?.(path, most)))
  }

  readlink(path: string): string | undefined {
    // Few lines list anything, and those that do not ask little.
    if (this.#listed.size === 0) return this.#disk.readlink(path)
    if (this.#straight.has(path) || this.#isPlain(path)) return undefined
    const target = this.#disk.readlink(path)
    if (target === undefined) this.#straight.add(path)
    return target
  }

  /** `decide` must not be asynchronous. */
  during<T>(decide: () => T): T {
    this.#isLooking = true
    try {
      return decide()
    } finally {
      this.#isLooking = false
      if (this.#listed.size > 0) this.#listed.clear()
      if (this.#bytes.size > 0) this.#bytes.clear()
      if (this.#plain.size > 0) this.#plain.clear()
      if (this.#straight.size > 0) this.#straight.clear()
    }
  }

  #isPlain(path: string): boolean {
    const slash = path.lastIndexOf('/')
    const folder = path.slice(0, slash)
    const known = this.#plain.get(folder)
    if (known !== undefined) return known.has(path.slice(slash + 1))
    const entries = this.#listed.get(folder)
    if (entries === undefined) return false
    const names = new Set(entries.flatMap(({ name, kind }) => (kind === 'link' ? [] : [name])))
    this.#plain.set(folder, names)
    return names.has(path.slice(slash + 1))
  }

  /** What was too much before may be little enough for another question, so that is not kept. */
  #kept<T extends { readonly length: number }>(
    known: Map<string, T>,
    path: string,
    most: number,
    ask: () => T | undefined,
  ): T | undefined {
    const before = known.get(path)
    if (before !== undefined) return before.length > most ? undefined : before
    const found = ask()
    if (found !== undefined && this.#isLooking) known.set(path, found)
    return found
  }
}
