/**
 * Part of `countersign hook`: passes on which decision a call rests on, from the process before the call to the one
 * after it. It uses small files; losing one loses an outcome, nothing else.
 */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stateFolder } from '../../policy/own-folders.ts'
import { makeFolder } from '../../policy/make-folder.ts'

/** A call that never ran has no end that would remove its file, so old files are removed. */
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

  /** Removes old files, but only now and then. */
  #sweep(file: string): void {
    if (!file.endsWith('00')) return
    for (const name of readdirSync(this.#folder)) {
      const old = join(this.#folder, name)
      if (Date.now() - (statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > OLDEST)
        rmSync(old, { force: true })
    }
  }
}
