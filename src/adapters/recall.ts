/**
 * Part of the adapters: remembers something about a call until the call is over, and no longer; if there are too many,
 * the oldest are forgotten first.
 */

import { keepLatest } from '../gate/recent.ts'

const MOST = 1_000

export class Recall<T> {
  readonly #kept = new Map<string, T>()

  get isEmpty(): boolean {
    return this.#kept.size === 0
  }

  get(key: string): T | undefined {
    return this.#kept.get(key)
  }

  set(key: string, value: T): void {
    keepLatest(this.#kept, key, value, MOST)
  }

  take(key: string): T | undefined {
    const value = this.#kept.get(key)
    this.#kept.delete(key)
    return value
  }
}
