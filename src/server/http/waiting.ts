/**
 * Part of the server: requests that wait for an answer, up to a time each. One look every few milliseconds serves them all: most are
 * answered long before, and a timer for each would cost more than the rest of their way.
 *
 * They stand in a list and know their place. A set that is filled and emptied all the time leaves its outgrown tables behind, and
 * each keeps alive whoever waited then, request and all, until the whole heap is searched.
 */

import type { Ticket } from './tickets.ts'

export interface Wait {
  /** Its place among those who wait; none before it was added and after it was removed. */
  at: number | undefined
  /** On the clock of `performance.now()`. */
  readonly until: number
  readonly over: () => void
  /** For a call that another client may be asking again. */
  readonly same?: Same
}

export interface Same {
  readonly key: () => string
  /** The other's client is gone: its answer is for this one. */
  readonly takeOver: (ticket: Ticket) => void
}

const LOOK = 20

export class Waiting {
  readonly #waits: Wait[] = []
  #timer: NodeJS.Timeout | undefined

  get size(): number {
    return this.#waits.length
  }

  add(wait: Wait): void {
    wait.at = this.#waits.push(wait) - 1
    this.#timer ??= setInterval(() => this.#look(), LOOK)
  }

  /** False when its time was over already. */
  remove(wait: Wait): boolean {
    const { at } = wait
    if (at === undefined) return false
    const last = this.#waits.pop() as Wait
    if (last !== wait) {
      this.#waits[at] = last
      last.at = at
    }
    wait.at = undefined
    return true
  }

  /** Whoever waits for the very same call; looked for only when somebody is gone. */
  find(key: string): Same | undefined {
    return this.#waits.find(({ same }) => same?.key() === key)?.same
  }

  /** Ends all of them now. */
  end(): void {
    for (const wait of this.#waits.slice()) this.#over(wait)
    this.#stop()
  }

  #look(): void {
    if (this.#waits.length === 0) return this.#stop()
    const now = performance.now()
    for (const wait of this.#waits.filter(({ until }) => until <= now)) this.#over(wait)
  }

  /** Whoever was ended may have ended others. */
  #over(wait: Wait): void {
    if (this.remove(wait)) wait.over()
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
