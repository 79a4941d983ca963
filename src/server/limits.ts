/** Part of the server: how much of it one side may use. */

export interface Limits {
  /** Bytes of a request's body. */
  readonly body: number
  /** Agents' requests per second, and how many at once. */
  readonly agentRate: number
  readonly agentBurst: number
  readonly pageRate: number
  readonly pageBurst: number
  /**
   * Attempts to open a session per minute from everywhere together: by links, and by accounts from browsers where nobody
   * has signed in before.
   */
  readonly opening: number
  /** Calls that wait for a person. */
  readonly waiting: number
  /** Pages that listen to events. */
  readonly listeners: number
  readonly connections: number
}

export const LIMITS: Limits = {
  body: 2 * 1024 * 1024,
  agentRate: 20_000,
  agentBurst: 40_000,
  pageRate: 100,
  pageBurst: 500,
  opening: 20,
  waiting: 2_000,
  listeners: 200,
  connections: 5_000,
}

/** A token bucket that fills with time; each request takes one token. */
export class Bucket {
  readonly #perMs: number
  readonly #most: number
  readonly #now: () => number
  #left: number
  #at: number

  constructor(perSecond: number, most: number, now: () => number = () => performance.now()) {
    this.#perMs = perSecond / 1000
    this.#most = most
    this.#now = now
    this.#left = most
    this.#at = now()
  }

  take(): boolean {
    if (this.#left < 1) this.#fill()
    if (this.#left < 1) return false
    this.#left--
    return true
  }

  #fill(): void {
    const now = this.#now()
    this.#left = Math.min(this.#most, this.#left + Math.max(0, now - this.#at) * this.#perMs)
    this.#at = now
  }
}
