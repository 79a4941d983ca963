/**
 * Part of reading paths: which files and folders a search leaves out because a `.gitignore` says so.
 *
 * INVARIANT: what counts as left out surely is. A line that is not understood leaves nothing out, and may let in what others
 * leave out.
 */

import type { Entry, FileSystem } from './file-system.ts'

const LARGEST = 1 << 18
/** Files that let in again what `.gitignore` leaves out. */
const OTHERS = ['.ignore', '.rgignore', '.agignore']

/** What is left out in a folder and below, by the files in it and in those around it. */
export class Ignored {
  readonly #folder: string
  readonly #above: Ignored | undefined
  readonly #lines: readonly Line[]

  constructor(folder: string, above: Ignored | undefined, lines: readonly Line[]) {
    this.#folder = folder
    this.#above = above
    this.#lines = lines
  }

  /** For a search that begins in that folder; undefined if it leaves nothing out, or nobody can tell. The real path. */
  static from(folder: string, fs: FileSystem): Ignored | undefined {
    const folders: string[] = []
    for (let at = folder; ; at = at.slice(0, at.lastIndexOf('/'))) {
      folders.unshift(at)
      if (at === '') break
    }
    if (folders.some((one) => mayLetIn(one, fs))) return undefined
    const top = folders.findLastIndex((one) => fs.isThere?.(`${one}/.git`) === true)
    if (top < 0) return undefined
    return folders.slice(top).reduce<Ignored | undefined>((above, one) => read(one, above, fs), undefined)
  }

  /** For a folder further down, with its entries; undefined from where on nobody can tell. */
  in(folder: string, entries: readonly Entry[], fs: FileSystem): Ignored | undefined {
    if (entries.some(({ name }) => OTHERS.includes(name))) return undefined
    return entries.some(({ name }) => name === '.gitignore') ? read(folder, this, fs) : this
  }

  /** By its real path. */
  has(path: string, isFolder: boolean): boolean {
    const below = path.slice(this.#folder.length + 1)
    for (const { lets, onlyFolders, fits } of this.#lines.toReversed()) {
      if (fits === undefined) {
        if (lets) return false
      } else if ((isFolder || !onlyFolders) && fits(below)) return !lets
    }
    return this.#above?.has(path, isFolder) === true
  }
}

interface Line {
  /** It begins with `!`. */
  readonly lets: boolean
  readonly onlyFolders: boolean
  /** Undefined if it is not understood. */
  readonly fits: ((below: string) => boolean) | undefined
}

function mayLetIn(folder: string, fs: FileSystem): boolean {
  return OTHERS.some((name) => fs.isThere?.(`${folder}/${name}`) !== false)
}

function read(folder: string, above: Ignored | undefined, fs: FileSystem): Ignored | undefined {
  const path = `${folder}/.gitignore`
  if (fs.isThere?.(path) === false) return above ?? new Ignored(folder, above, [])
  const bytes = fs.bytesOf?.(path, LARGEST)
  if (bytes === undefined) return undefined
  return new Ignored(folder, above, new TextDecoder().decode(bytes).split('\n').flatMap(readLine))
}

const UNDERSTOOD = /^[\w.*@+/-]+$/
const MOST_STARS = 4

function readLine(text: string): Line[] {
  const line = text.replace(/\r$/, '').replace(/(?<!\\) +$/, '')
  if (line === '' || line.startsWith('#')) return []
  const lets = line.startsWith('!')
  const pattern = lets ? line.slice(1) : line
  const onlyFolders = pattern.endsWith('/')
  const bare = pattern.replace(/\/+$/, '').replace(/^\//, '')
  const isTop = pattern.replace(/\/+$/, '').includes('/')
  return [{ lets, onlyFolders, fits: fitting(bare, isTop) }]
}

/** `isTop`: it says where, from the folder of the file; otherwise it is a name at any depth. */
function fitting(pattern: string, isTop: boolean): Line['fits'] {
  if (!UNDERSTOOD.test(pattern) || pattern.includes('***') || pattern.split('*').length > MOST_STARS + 1)
    return undefined
  const source = pattern
    .split('/')
    .map((name, at, all) => {
      if (name !== '**')
        return name.replaceAll(/[.+]/g, '\\$&').replaceAll(/\*+/g, '[^/]*') + (at < all.length - 1 ? '/' : '')
      return at < all.length - 1 ? '(?:.*/)?' : '.+'
    })
    .join('')
  const regex = new RegExp(`^${isTop ? '' : '(?:.*/)?'}${source}$`, 's')
  return (below) => regex.test(below)
}
