/** Part of the server: undoing recent changes. Only the newest changes are kept, as long as the server runs. */

import { randomBytes } from 'node:crypto'
import { keepLatest } from '../gate/recent.ts'
import type { Changed } from './api/permissions.ts'
import { HttpProblem } from './problem.ts'

type Back = (by: string) => Promise<Changed>

const MOST = 200

export class Undo {
  readonly #ways = new Map<string, Back>()

  /** Returns the id by which the change can be undone. */
  keep(back: Back): string {
    const id = randomBytes(9).toString('base64url')
    keepLatest(this.#ways, id, back, MOST)
    return id
  }

  /** Undoes a change once; if that fails, it can be tried again. */
  async take(id: string, by: string): Promise<Changed> {
    const back = this.#ways.get(id)
    if (back === undefined) throw new HttpProblem('not-found', 'This can no longer be taken back.')
    this.#ways.delete(id)
    try {
      return await back(by)
    } catch (error) {
      this.#ways.set(id, back)
      throw error
    }
  }
}
