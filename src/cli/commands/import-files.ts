/** Part of `import`: finds the files that a dialect's system would use here. */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Dialect } from '../../dialects/dialect.ts'
import type { Layer } from '../../engine/rule.ts'
import { textOf as givenText, whyUnreadable } from '../given-file.ts'

export interface FoundFile {
  readonly dialect: Dialect
  readonly file: string
  readonly layer: Layer
  readonly text: string
  /** Why it could not be read although it exists: what it says would be lost. */
  readonly unread?: string
}

const LARGEST = 4 * 1024 * 1024

export function filesOf(dialect: Dialect, root: string, home: string): FoundFile[] {
  return dialect.places.flatMap(({ path, layer }) =>
    expanded(placed(path, root, home)).flatMap((absolute) => {
      const read = textOf(absolute)
      return read === undefined ? [] : [{ dialect, file: shown(absolute, root, home), layer, ...read }]
    }),
  )
}

/** A file that the user names. If it is at one of the dialect's own places, it belongs to that layer. */
export function readGiven(dialect: Dialect, file: string, root: string, home: string): FoundFile {
  const absolute = resolve(file)
  const text = givenText(file, 'the file')
  const place = dialect.places.find(({ path }) => expanded(placed(path, root, home)).includes(absolute))
  return { dialect, file, layer: place?.layer ?? 'project', text }
}

export function placed(path: string, root: string, home: string): string {
  if (path.startsWith('~/')) return join(home, path.slice(2))
  return path.startsWith('/') ? path : join(root, path)
}

function expanded(path: string): string[] {
  const name = basename(path)
  if (!name.includes('*')) return [path]
  const [before = '', after = ''] = name.split('*')
  try {
    const names = readdirSync(dirname(path)).filter((one) => one.startsWith(before) && one.endsWith(after))
    return names.toSorted().map((one) => join(dirname(path), one))
  } catch {
    return []
  }
}

/** Undefined if there is none. */
function textOf(path: string): Pick<FoundFile, 'text' | 'unread'> | undefined {
  try {
    const stat = statSync(path)
    if (!stat.isFile()) return undefined
    if (stat.size > LARGEST) return { text: '', unread: 'it is larger than 4 MiB' }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { text: '', unread: whyUnreadable(error) }
  }
}

function shown(path: string, root: string, home: string): string {
  if (path.startsWith(`${root}/`)) return relative(root, path)
  return path.startsWith(`${home}/`) ? `~/${relative(home, path)}` : path
}
