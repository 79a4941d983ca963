/**
 * Part of the server: calls that wait for a person longer than their request does.
 *
 * INVARIANT: a call is given up only if nobody has asked for it for a while; its question then ends as well. Until then
 * the answer is handed out to a client that asks for it.
 */

import { newSecret } from '../auth/secret.ts'
import type { Stop } from './stop.ts'

export interface Ticket {
  readonly id: string
  /** The call it is about: a client that lost the connection and sends the same call again gets the same answer. */
  readonly key: string
  /** Never rejects. */
  readonly answer: Promise<string>
  readonly stop: Stop
  settled: string | undefined
  /** How many requests wait for it now. */
  holders: number
  /** When it is given up, on the clock of `performance.now()`, unless a request waits for it then. */
  until: number
}

/** The longest time between two requests for the same answer. */
const GRACE = 60_000
/**
 * An agent that was cut off asks again within seconds or is gone; nobody should have to look at the question of a dead
 * agent for longer.
 */
const GRACE_OF_ORPHANS = 10_000
const SWEEP = 1_000

export class Tickets {
  readonly #tickets = new Map<string, Ticket>()
  /** Tickets whose client went away without knowing the id. */
  readonly #orphans = new Map<string, Ticket>()
  #sweeper: NodeJS.Timeout | undefined

  get size(): number {
    return this.#tickets.size
  }

  add(key: string, answer: Promise<string>, stop: Stop): Ticket {
    const id = newSecret()
    const ticket: Ticket = { id, key, answer, stop, settled: undefined, holders: 0, until: performance.now() + GRACE }
    this.#tickets.set(id, ticket)
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP).unref()
    void answer.then((text) => {
      ticket.settled = text
    })
    return ticket
  }

  /** To be called when no client knows the ticket's id any more. */
  orphan(ticket: Ticket): void {
    if (!this.#tickets.has(ticket.id)) return
    this.#orphans.set(ticket.key, ticket)
    ticket.until = performance.now() + GRACE_OF_ORPHANS
  }

  hasOrphans(): boolean {
    return this.#orphans.size > 0
  }

  adopt(key: string): Ticket | undefined {
    const ticket = this.#orphans.get(key)
    this.#orphans.delete(key)
    return ticket
  }

  get(id: string): Ticket | undefined {
    return this.#tickets.get(id)
  }

  hold(ticket: Ticket): void {
    ticket.holders++
  }

  leave(ticket: Ticket): void {
    ticket.holders--
    ticket.until = performance.now() + GRACE
  }

  /** To be called when the ticket's answer was handed out. */
  done(ticket: Ticket): void {
    this.#tickets.delete(ticket.id)
    if (this.#orphans.get(ticket.key) === ticket) this.#orphans.delete(ticket.key)
  }

  close(): void {
    clearInterval(this.#sweeper)
    this.#tickets.clear()
    this.#orphans.clear()
  }

  #sweep(): void {
    const now = performance.now()
    for (const ticket of this.#tickets.values()) {
      if (ticket.holders > 0 || ticket.until > now) continue
      this.done(ticket)
      ticket.stop.abort()
    }
    if (this.#tickets.size > 0) return
    clearInterval(this.#sweeper)
    this.#sweeper = undefined
  }
}
