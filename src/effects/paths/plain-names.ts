/**
 * Part of reading paths: whether the names below a folder are of one piece, whatever a shell or xargs makes of them.
 *
 * INVARIANT: where one may not be, where the disk does not tell, or where there are too many to go through, the answer is no.
 */

import { foldCase } from '../../engine/match/fold.ts'
import { mayStandFor, readShellSegment } from '../../engine/match/shell-segment.ts'
import type { FileSystem } from './file-system.ts'

export interface Search {
  /** What the names of files end in that are sought; `` for any. */
  readonly endings: readonly string[]
  /** Names of folders that it does not go into, and of those where it begins. */
  readonly skips: readonly string[]
  readonly skipsFirst: readonly string[]
  /** Nothing stands before the names: one could be `@x`, `x=y` or `HEAD:x`. */
  readonly isBare: boolean
}

/** No blank, quote, backslash or pattern (`@(x)` is one to some shells), no sign beyond ASCII, and no dash in front. */
const PLAIN_FILE = /^(?!.*[!@+]\()[\w!#$%&()+,.:;<=>@^`{|}~][\w!#$%&()+,.:;<=>@^`{|}~-]*$/
/** The same, or `[id]`. */
const PLAIN_FOLDER = /^(?!.*[!@+]\()[\w!#$%&()+,.:;<=>@^`{|}~[\]][\w!#$%&()+,.:;<=>@^`{|}~[\]-]*$/
const PLAIN_FIRST = /^[\w.][\w.+~,-]*$/

/** So many names are looked through in some tenths of a second; if there are more, a person is asked. */
const MOST_ENTRIES = 20_000
const MOST_FOLDERS = 2000
const MOST_PATTERNS = 100

/** One for a whole line: what it may look at is for all of its searches together. */
export class PlainNames {
  readonly #fs: FileSystem
  #entries = MOST_ENTRIES
  #folders = MOST_FOLDERS

  constructor(fs: FileSystem) {
    this.#fs = fs
  }

  areAllBelow(root: string, { endings, skips, skipsFirst, isBare }: Search): boolean {
    const folders = [root]
    const patterns: string[] = []
    /** Nobody looks what lies behind these. */
    const unseen = new Set<string>()
    for (const folder of folders) {
      if (this.#folders-- === 0) return false
      const entries = this.#fs.entriesIn?.(folder, this.#entries)
      if (entries === undefined) return false
      this.#entries -= entries.length
      for (const { name, kind } of entries) {
        const isSought = endings.some((end) => name.endsWith(end))
        // Patterns are held against rules as if what they stand for showed itself.
        if (isSought && isHidden(folder.slice(root.length), name, endings)) return false
        // A link may lead to any other file.
        if (isSought && kind === 'link') return false
        if (isBare && folder === root && (isSought || kind === 'folder') && !PLAIN_FIRST.test(name)) return false
        if (kind === 'folder' ? !PLAIN_FOLDER.test(name) : isSought && !PLAIN_FILE.test(name)) return false
        const isSkipped = skips.includes(name) || (folder === root && skipsFirst.includes(name))
        if (kind === 'link' || (kind === 'folder' && isSkipped)) unseen.add(foldCase(name))
        else if (kind === 'folder') folders.push(`${folder}/${name}`)
        if (kind === 'folder' && name.includes('[')) patterns.push(name)
      }
    }
    return patterns.length === 0 || staySeen(patterns, unseen)
  }
}

function isHidden(below: string, name: string, endings: readonly string[]): boolean {
  return below.includes('/.') || (name.startsWith('.') && !endings.includes(name))
}

/** For whatever folder a shell takes `[id]`, it was looked into as well. */
function staySeen(patterns: readonly string[], unseen: ReadonlySet<string>): boolean {
  const distinct = new Set(patterns.map(foldCase))
  if (distinct.size > MOST_PATTERNS) return false
  return [...distinct].every((pattern) => {
    const readings = readShellSegment(pattern)
    return [...unseen].every((name) => !mayStandFor(readings, name))
  })
}
