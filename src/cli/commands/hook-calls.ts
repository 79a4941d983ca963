/**
 * Part of `countersign hook`: which decision a call rests on, from the process before the call to the one after it. Small
 * files; losing one loses an outcome, nothing else.
 */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stateFolder } from '../../policy/own-folders.ts'
import { makeFolder } from '../../policy/make-folder.ts'

/** What was never run has no end that would take its file away. */
const OLDEST = 24 * 3_600_000

export class CallFiles {
  readonly #folder: string

  constructor(home: string) {
    this.#folder = join(stateFolder(home), 'calls')
  }

  set(key: string, id: string): void {
    try {
      makeFolder(this.#folder, 0o700)
      writeFileSync(this.#fileOf(key), id, { mode: 0o600 })
    } catch {
      // The decision itself is on record.
    }
  }

  take(key: string): string | undefined {
    try {
      const file = this.#fileOf(key)
      const id = readFileSync(file, 'utf8')
      rmSync(file)
      this.#sweep(file)
      return id
    } catch {
      return undefined
    }
  }

  #fileOf(key: string): string {
    return join(this.#folder, createHash('sha256').update(key).digest('hex'))
  }

  /** Now and then. */
  #sweep(file: string): void {
    if (!file.endsWith('00')) return
    for (const name of readdirSync(this.#folder)) {
      const old = join(this.#folder, name)
      if (Date.now() - (statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > OLDEST)
        rmSync(old, { force: true })
    }
  }
}
