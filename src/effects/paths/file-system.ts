/** Part of reading paths: the port through which the disk is asked, and the place from which a path is read. */

import { foldCase } from '../../engine/match/fold.ts'

/** What `effects/` asks of a disk: one question for each segment of a path at most. */
export interface FileSystem {
  /** The target as written if `path` is a symbolic link; undefined for anything else, also for what does not exist. */
  readlink(path: string): string | undefined
  readonly caseInsensitive: boolean
  /** Whether anything exists there; absent or undefined if that cannot be told. */
  isThere?(path: string): boolean | undefined
  /** The names of everything in a folder; absent or undefined if that cannot be told, or they are too many. */
  namesIn?(path: string): readonly string[] | undefined
  /**
   * Everything in a folder, with links as links; absent or undefined if that cannot be told, or it is more than `most`.
   */
  entriesIn?(path: string, most: number): readonly Entry[] | undefined
  /** What is in a file; absent or undefined if that cannot be told, or it is more than `most`. */
  bytesOf?(path: string, most: number): Uint8Array | undefined
  /** Whether who reads it may have to wait for others: a named pipe, a socket, a terminal. Absent where there is none. */
  isPipe?(path: string): boolean
}

export interface Entry {
  readonly name: string
  readonly kind: 'folder' | 'link' | 'pipe' | 'other'
}

export interface Place {
  /** Absolute; null if it is not known (after a `cd` whose target only running would tell). */
  readonly cwd: string | null
  readonly home: string
  readonly fs: FileSystem
}

/** The character that decoding puts in place of invalid bytes: a name that has it is not the one on the disk. */
export const NO_NAME = '\uFFFD'

/** No disk at all: paths count as they are spelled. */
export const NO_DISK: FileSystem = { readlink: () => undefined, caseInsensitive: false }

export interface DescribedDisk {
  /** From the absolute path of each link to its target. */
  readonly symlinks?: Readonly<Record<string, string>>
  readonly caseInsensitive?: boolean
  /**
   * Absolute paths of everything on it, except folders that contain something; without it nobody can tell what exists.
   */
  readonly files?: readonly string[]
  /** By the absolute paths of files. */
  readonly contents?: Readonly<Record<string, string | Uint8Array>>
  /** Which of the files are named pipes. */
  readonly pipes?: readonly string[]
}

/** A disk described in words, for tests, simulations and the playground. */
export function describedFileSystem({
  symlinks = {},
  caseInsensitive = false,
  files,
  contents = {},
  pipes = [],
}: DescribedDisk): FileSystem {
  const fold = caseInsensitive ? foldCase : (path: string) => path
  const links = new Map(Object.entries(symlinks).map(([link, target]) => [fold(withoutTail(link)), target]))
  const known = files?.map(fold)
  const isThere = (path: string) => {
    const folded = fold(path)
    // `x/.` exists if x is a folder.
    const within = folded.endsWith('/.') ? folded.slice(0, -1) : `${folded}/`
    return known?.some((file) => file === folded || file.startsWith(within))
  }
  const isPipe = (path: string) => pipes.some((one) => fold(one) === fold(path))
  const all = files && [...files, ...Object.keys(symlinks).map(withoutTail)]
  const entriesIn = (path: string, most: number) => {
    const within = `${fold(path).replaceAll(/\/\.?(?=\/|$)/g, '')}/`
    const depth = within.split('/').length - 1
    const found = new Map<string, Entry>()
    for (const one of all ?? []) {
      if (!fold(one).startsWith(within)) continue
      const names = one.split('/')
      const name = names[depth] ?? ''
      const place = fold(names.slice(0, depth + 1).join('/'))
      const leaf = isPipe(place) ? 'pipe' : 'other'
      found.set(name, { name, kind: links.has(place) ? 'link' : names.length > depth + 1 ? 'folder' : leaf })
    }
    return found.size === 0 || found.size > most ? undefined : [...found.values()]
  }
  const namesIn = (path: string) => entriesIn(path, Infinity)?.map(({ name }) => name)
  const bytesOf = (path: string, most: number) => {
    const content = contents[path]
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    return bytes !== undefined && bytes.length <= most ? bytes : undefined
  }
  return { readlink: (path) => links.get(fold(path)), caseInsensitive, isThere, namesIn, entriesIn, bytesOf, isPipe }
}

function withoutTail(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
