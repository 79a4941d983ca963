/**
 * Part of the server: the tokens that are kept in files of the user: that of the agents, which lets a process ask but
 * never answer, and that for metrics, which lets it read them and nothing else.
 *
 * INVARIANT: only the user has access to the file. A file that others could read or write is not used.
 */

import { chmodSync, closeSync, constants, fstatSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../policy/make-folder.ts'
import { holdingLock } from '../../policy/file-lock.ts'
import { NotWritten } from '../../policy/replace-file.ts'
import { newSecret } from './secret.ts'

const FORM = /^[\w-]{43}$/

/**
 * The token in the file; a new one if there is none or the file cannot be relied on. Servers that start at the same
 * time get the same token.
 */
export async function keptToken(file: string): Promise<string> {
  makeFolder(dirname(file), 0o700)
  return readToken(file) ?? holdingLock(file, async () => readToken(file) ?? writeToken(file))
}

/** Undefined if there is no token that can be relied on. */
export function readToken(file: string): string | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
    const stat = fstatSync(descriptor)
    if (!stat.isFile() || (stat.mode & 0o077) !== 0 || stat.uid !== (process.getuid?.() ?? stat.uid)) return undefined
    const text = readFileSync(descriptor, 'utf8').trim()
    return FORM.test(text) ? text : undefined
  } catch {
    return undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function writeToken(file: string): string {
  const token = newSecret()
  try {
    rmSync(file, { force: true })
    writeFileSync(file, `${token}\n`, { flag: 'wx', mode: 0o600 })
    chmodSync(file, 0o600)
    return token
  } catch (error) {
    throw new NotWritten(file, error)
  }
}
