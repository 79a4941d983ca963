/**
 * Part of reading paths: what rg leaves out, and what it lets in, because a `.gitignore` says so.
 *
 * INVARIANT: what counts as left out surely is, and what may be let in counts as let in.
 */

import type { Entry, FileSystem } from './file-system.ts'
import { readIgnoreLines } from './ignore-lines.ts'
import type { IgnoreLine } from './ignore-lines.ts'

const LARGEST = 1 << 18
/** Files of which nobody here knows what they let in again. */
const OTHERS = ['.ignore', '.rgignore']
const NO_LINES: readonly IgnoreLine[] = []
/** A single line that lets in everything. */
const ANYTHING: readonly IgnoreLine[] = [{ lets: true, onlyFolders: false, isPlaced: false, fits: undefined }]

/** What holds in a folder and below, by the files in it and in those around it. Folders by their real paths. */
export class Ignored {
  readonly #folder: string
  readonly #above: Ignored | undefined
  /** The last one first. */
  readonly #lines: readonly IgnoreLine[]

  private constructor(folder: string, above: Ignored | undefined, lines: readonly IgnoreLine[]) {
    this.#folder = folder
    this.#above = above
    this.#lines = lines
  }

  /** For a search that begins in that folder. */
  static from(folder: string, fs: FileSystem): Ignored {
    const folders = around(folder)
    const asked = (path: string) => fs.isThere?.(path) !== false
    if (folders.some((one) => OTHERS.some((name) => asked(`${one}/${name}`))))
      return new Ignored(folder, undefined, ANYTHING)
    const top = folders.findLastIndex((one) => asked(`${one}/.git`))
    if (top < 0) return new Ignored(folder, undefined, NO_LINES)
    const exclude = `${folders[top]}/.git/info/exclude`
    const own = new Ignored(folders[top] as string, undefined, asked(exclude) ? linesOf(exclude, fs) : NO_LINES)
    return folders.slice(top).reduce((above, one) => {
      const path = `${one}/.gitignore`
      if (!asked(path)) return above
      const lines = linesOf(path, fs)
      return new Ignored(one, above, one === folder ? lines : lines.flatMap(fromAbove))
    }, own)
  }

  /** For a folder further down, with its entries. */
  in(folder: string, entries: readonly Entry[], fs: FileSystem): Ignored {
    const has = (name: string) => entries.some((entry) => entry.name === name)
    if (folder === this.#folder) return this
    if (OTHERS.some(has)) return new Ignored(folder, undefined, ANYTHING)
    // Another repository has rules of its own.
    const above = has('.git') ? Ignored.from(folder, fs) : this
    return has('.gitignore') && above === this ? new Ignored(folder, this, linesOf(`${folder}/.gitignore`, fs)) : above
  }

  says(path: string, isFolder: boolean): 'leaves out' | 'lets in' | undefined {
    const below = path.slice(this.#folder.length + 1)
    const name = path.slice(path.lastIndexOf('/') + 1)
    for (const { lets, onlyFolders, fits } of this.#lines) {
      if (fits === undefined) {
        if (lets) return 'lets in'
      } else if ((isFolder || !onlyFolders) && fits(below, name)) return lets ? 'lets in' : 'leaves out'
    }
    return this.#above?.says(path, isFolder)
  }
}

/** The folder and all that it lies in, from the top. */
function around(folder: string): readonly string[] {
  const names = folder.split('/')
  return names.map((_, at) => names.slice(0, at + 1).join('/'))
}

/** Some versions of rg do not apply lines that say where, if a folder further down is searched. */
function fromAbove(line: IgnoreLine): IgnoreLine[] {
  if (!line.isPlaced) return [line]
  return line.lets ? [{ ...line, fits: undefined }] : []
}

function linesOf(path: string, fs: FileSystem): readonly IgnoreLine[] {
  const bytes = fs.bytesOf?.(path, LARGEST)
  return (bytes && readIgnoreLines(bytes)) ?? ANYTHING
}
