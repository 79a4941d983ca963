/** Part of the server: taking back what was just changed. Kept while the server runs; the newest changes only. */

import { randomBytes } from 'node:crypto'
import { keepLatest } from '../gate/recent.ts'
import type { Changed } from './api/permissions.ts'
import { HttpProblem } from './problem.ts'

type Back = (by: string) => Promise<Changed>

const MOST = 200

export class Undo {
  readonly #ways = new Map<string, Back>()

  /** The id under which it can be taken back. */
  keep(back: Back): string {
    const id = randomBytes(9).toString('base64url')
    keepLatest(this.#ways, id, back, MOST)
    return id
  }

  /** Once; what fails can be tried again. */
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
