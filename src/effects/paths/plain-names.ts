/**
 * Part of reading paths: whether each name below a folder stays one plain word, whatever a shell or xargs does with it.
 *
 * INVARIANT: the answer is no if one may not, if the disk does not tell, or if there are too many to look through.
 */

import { foldCase } from '../../engine/match/fold.ts'
import { mayStandFor, readShellSegment } from '../../engine/match/shell-segment.ts'
import type { FileSystem } from './file-system.ts'

export interface Search {
  /** The endings of the files that are searched for; an empty text for any. */
  readonly endings: readonly string[]
  /** Names of folders that are not entered, and of those not entered at the start. */
  readonly skips: readonly string[]
  readonly skipsFirst: readonly string[]
  /** Whether nothing stands before the names, so that one could be read as `@x`, `x=y` or `HEAD:x`. */
  readonly isBare: boolean
}

/**
 * No blank, quote, backslash or pattern (`@(x)` is one in some shells), no character beyond ASCII, and no dash in
 * front.
 */
const PLAIN_FILE = /^(?!.*[!@+]\()[\w!#$%&()+,.:;<=>@^`{|}~][\w!#$%&()+,.:;<=>@^`{|}~-]*$/
/** The same, but brackets as in `[id]` are fine. */
const PLAIN_FOLDER = /^(?!.*[!@+]\()[\w!#$%&()+,.:;<=>@^`{|}~[\]][\w!#$%&()+,.:;<=>@^`{|}~[\]-]*$/
const PLAIN_FIRST = /^[\w.][\w.+~,-]*$/

/** The same for one name of which all is known: it begins with nothing that could mean more. */
export function isPlainName(path: string): boolean {
  const [first = '', ...rest] = path.split('/')
  return PLAIN_FIRST.test(first) && rest.every((name) => PLAIN_FILE.test(name))
}

/** Looking through this many names takes some tenths of a second; if there are more, a person is asked. */
const MOST_ENTRIES = 20_000
const MOST_FOLDERS = 2000
const MOST_PATTERNS = 100

/** One for a whole line: all of its searches share the number of names that may be looked at. */
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
    /** Folders whose content is not looked at. */
    const unseen = new Set<string>()
    for (const folder of folders) {
      if (this.#folders-- === 0) return false
      const entries = this.#fs.entriesIn?.(folder, this.#entries)
      if (entries === undefined) return false
      this.#entries -= entries.length
      for (const { name, kind } of entries) {
        const isSought = endings.some((end) => name.endsWith(end))
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

/** A shell may take `[id]` for another folder; whichever that is, it must have been looked into as well. */
function staySeen(patterns: readonly string[], unseen: ReadonlySet<string>): boolean {
  const distinct = new Set(patterns.map(foldCase))
  if (distinct.size > MOST_PATTERNS) return false
  return [...distinct].every((pattern) => {
    const readings = readShellSegment(pattern)
    return [...unseen].every((name) => !mayStandFor(readings, name))
  })
}
