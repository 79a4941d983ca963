/**
 * Trust: the folders whose own allow rules count, because the user said so on this machine. Kept in the user's
 * configuration, never in the folder itself.
 *
 * INVARIANT: if the list is in doubt, nothing is trusted.
 */

import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, parse, sep } from 'node:path'
import { configFolder } from './own-folders.ts'
import { quoted } from './problem.ts'
import { isThere } from './root.ts'
import { holdingLock } from './file-lock.ts'
import { replaceText, whyNotWritten } from './replace-file.ts'
import { isMapping } from './shape.ts'
import { makeFolder } from './make-folder.ts'

export interface TrustedFolder {
  /** With all links resolved. */
  readonly path: string
  /** ISO 8601. */
  readonly since: string
}

export interface Trust {
  readonly file: string
  readonly folders: readonly TrustedFolder[]
  /** Why the list cannot be relied on; it is then empty. */
  readonly problem?: string
  /** The content of the file, if it exists. */
  readonly text?: string
}

export type TrustChange =
  | { readonly ok: true; readonly folder: string; readonly wasTrusted: boolean }
  | { readonly ok: false; readonly why: string }

const MAX_SIZE = 1024 * 1024
const UNREADABLE = 'cannot be read, so no folder is trusted; mend or remove it'

export function isTrusted(root: string, home: string): boolean {
  const folder = realFolder(root)
  return folder !== undefined && readTrust(home).folders.some(({ path }) => path === folder)
}

export async function trustFolder(root: string, home: string, now: Date = new Date()): Promise<TrustChange> {
  const folder = realFolder(root)
  if (folder === undefined) return { ok: false, why: `${quoted(root)} is not a folder` }
  const tooWide = [parse(folder).root, ...upFrom(realFolder(home) ?? home)].includes(folder)
  if (tooWide) return { ok: false, why: `${quoted(folder)} holds more than a project; trust the project's own folder` }
  return change(home, folder, (folders) => [...folders, { path: folder, since: now.toISOString() }])
}

/** Works for folders that no longer exist, too. */
export async function distrustFolder(root: string, home: string): Promise<TrustChange> {
  const folder = realFolder(root) ?? root
  return change(home, folder, (folders) => folders)
}

export function readTrust(home: string): Trust {
  const file = trustFile(home)
  try {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) return { file, folders: [], ...(isBelowFile(file) && { problem: belowFile(file) }) }
    if (!stat.isFile() || stat.size > MAX_SIZE)
      return { file, folders: [], problem: 'is not a list of trusted folders' }
    if (process.platform !== 'win32' && (stat.mode & 0o022) !== 0)
      return { file, folders: [], problem: 'can be written by others, so no folder is trusted; run `chmod 600` on it' }
    const text = readFileSync(file, 'utf8')
    return { file, folders: readFolders(text), text }
  } catch {
    return { file, folders: [], problem: isBelowFile(file) ? belowFile(file) : UNREADABLE }
  }
}

/**
 * Whether a folder on the way is really a file, which is what the user has to fix. Whether looking below a file is an
 * error depends on the version of Node.
 */
function isBelowFile(path: string): boolean {
  try {
    return statSync(nearest(path)).isFile()
  } catch {
    return false
  }
}

function belowFile(path: string): string {
  return `cannot be there, nor can a policy of yours: ${nearest(path)} is a file; move it away`
}

/** The innermost folder around it that exists. */
function nearest(path: string): string {
  return upFrom(dirname(path)).find(isThere) ?? path
}

function readFolders(text: string): TrustedFolder[] {
  const value: unknown = JSON.parse(text)
  const folders = isMapping(value) ? value['folders'] : undefined
  if (!Array.isArray(folders)) throw new TypeError('no list of folders')
  return folders.map((folder: unknown) => {
    const { path, since } = isMapping(folder) ? folder : {}
    if (typeof path !== 'string' || typeof since !== 'string') throw new TypeError('not a trusted folder')
    return { path, since }
  })
}

/** One change at a time, so that a folder which another process removes meanwhile stays removed. */
async function change(
  home: string,
  folder: string,
  next: (others: readonly TrustedFolder[]) => readonly TrustedFolder[],
): Promise<TrustChange> {
  const file = trustFile(home)
  try {
    makeFolder(dirname(file), 0o700)
    return await holdingLock(file, async () => {
      const { folders, problem, text = '' } = readTrust(home)
      if (problem !== undefined) return { ok: false, why: `${quoted(file)} ${problem}` }
      const others = folders.filter(({ path }) => path !== folder)
      if (!replaceText(file, text, `${JSON.stringify({ folders: next(others) }, null, 2)}\n`))
        throw new Error('it was changed by somebody else meanwhile')
      return { ok: true, folder, wasTrusted: others.length < folders.length }
    })
  } catch (error) {
    return { ok: false, why: `${quoted(file)} cannot be written: ${whyNotWritten(error)}` }
  }
}

export function trustFile(home: string): string {
  return join(configFolder(home), 'trusted.json')
}

function realFolder(path: string): string | undefined {
  try {
    const real = realpathSync(path)
    return statSync(real).isDirectory() ? real : undefined
  } catch {
    return undefined
  }
}

function upFrom(path: string): string[] {
  const folders: string[] = []
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) folders.push(folder)
  return folders.filter((folder) => folder !== sep)
}
