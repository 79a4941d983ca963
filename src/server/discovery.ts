/**
 * Part of the server: how this user's programs find it: through `server.json` beside the store, which exists as long as
 * the server runs.
 */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { NotWritten } from '../policy/replace-file.ts'

export interface Found {
  readonly version: 1
  readonly url: string
  readonly socket: string
  readonly pid: number
  /** The boot of the machine during which the server was started. */
  readonly boot?: string | undefined
  /** The server was started with another store, so its records are not kept beside this file. */
  readonly elsewhere?: boolean
}

/** Written completely or not at all, since a hook may read it at any moment. Throws if it cannot be written. */
export function announce(file: string, found: Found): void {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, `${JSON.stringify(found)}\n`, { mode: 0o600 })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new NotWritten(file, error)
  }
}

/** Another server may have taken our place. */
export function withdraw(file: string): void {
  try {
    const { pid } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Found>
    if (pid === process.pid) rmSync(file, { force: true })
  } catch {
    // Gone already.
  }
}
