/**
 * Part of the server: requests that wait for an answer, each up to a time limit. One look every few milliseconds serves
 * them all: most are answered long before, and a timer for each would cost more than the rest of its handling.
 *
 * They are kept in a list and know their place in it. A set that is filled and emptied all the time leaves its outgrown
 * tables in memory, and each table keeps the requests that waited then alive until a full garbage collection.
 */

import type { Ticket } from './tickets.ts'

export interface Wait {
  /** Its index in the list of waiting requests; undefined before it was added and after it was removed. */
  at: number | undefined
  /** On the clock of `performance.now()`. */
  readonly until: number
  readonly over: () => void
  /** Set for a call that another client may send again. */
  readonly same?: Same
}

export interface Same {
  readonly key: () => string
  /** Called if the other request's client is gone: its answer now goes to this one. */
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

  /** False if its time was over already. */
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

  /** A request that waits for the very same call; only searched for when a client is gone. */
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

  /** A copy may contain requests that were removed meanwhile, because ending one may end others. */
  #over(wait: Wait): void {
    if (this.remove(wait)) wait.over()
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
