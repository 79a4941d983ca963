/**
 * Part of the server: requests that wait for an answer, up to a time each. One look every few milliseconds serves them all: most are
 * answered long before, and a timer for each would cost more than the rest of their way.
 */

import type { Ticket } from './tickets.ts'

export interface Wait {
  /** On the clock of `performance.now()`. */
  readonly until: number
  readonly over: () => void
  /** Of a call that could be another's, asked again. */
  readonly same?: Same
}

export interface Same {
  readonly key: () => string
  /** The other's client is gone: its answer is for this one. */
  readonly takeOver: (ticket: Ticket) => void
}

const LOOK = 20

export class Waiting {
  readonly #waits = new Set<Wait>()
  #timer: NodeJS.Timeout | undefined

  get size(): number {
    return this.#waits.size
  }

  add(wait: Wait): void {
    this.#waits.add(wait)
    this.#timer ??= setInterval(() => this.#look(), LOOK)
  }

  /** False when its time was over already. */
  remove(wait: Wait): boolean {
    return this.#waits.delete(wait)
  }

  /** Whoever waits for the very same call; looked for only when somebody is gone. */
  find(key: string): Same | undefined {
    for (const { same } of this.#waits) if (same?.key() === key) return same
    return undefined
  }

  /** Ends all of them now. */
  end(): void {
    for (const wait of this.#waits) this.#over(wait)
    this.#stop()
  }

  #look(): void {
    if (this.#waits.size === 0) return this.#stop()
    const now = performance.now()
    for (const wait of this.#waits) if (wait.until <= now) this.#over(wait)
  }

  #over(wait: Wait): void {
    this.#waits.delete(wait)
    wait.over()
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
