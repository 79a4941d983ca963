/**
 * Part of the server: how programs of this user find it: `server.json` beside the store, as long as it runs.
 */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { NotWritten } from '../policy/replace-file.ts'

export interface Found {
  readonly version: 1
  readonly url: string
  readonly socket: string
  readonly pid: number
  /** The start of the machine that it runs since. */
  readonly boot?: string | undefined
  /** It was started with another store, so what it knows does not lie beside this file. */
  readonly elsewhere?: boolean
}

/** Whole or not at all: a hook may look at any moment. Throws when it cannot be written. */
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
