/**
 * Part of the gate: limits on waiting. A store or a log that never answers must not keep an agent waiting for ever.
 *
 * INVARIANT: a guarded promise is settled in time, one way or the other. One timer serves all, since the first to start
 * waiting is also due first. It keeps the process alive only while somebody waits.
 */

export class Silence extends Error {
  override readonly name = 'Silence'

  constructor(ms: number) {
    super(`no answer within ${ms >= 1000 ? `${ms / 1000} seconds` : `${ms} ms`}`)
  }
}

/**
 * Milliseconds on a clock that never goes back. `performance` would have to be loaded first, which takes longer than a
 * decision.
 */
const clock = () => process.uptime() * 1000

interface Waiting {
  readonly due: number
  readonly giveUp: () => void
}

export class Patience {
  readonly #ms: number
  readonly #waiting = new Set<Waiting>()
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number) {
    this.#ms = ms
  }

  guard<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = { due: clock() + this.#ms, giveUp: () => reject(new Silence(this.#ms)) }
      this.#waiting.add(waiting)
      if (this.#timer === undefined) this.#timer = setTimeout(() => this.#look(), this.#ms)
      else if (this.#waiting.size === 1) this.#timer.ref()
      work.then(
        (value) => {
          this.#leave(waiting)
          resolve(value)
        },
        (error: unknown) => {
          this.#leave(waiting)
          // oxlint-disable-next-line prefer-promise-reject-errors -- the error is passed on unchanged, whatever it is
          reject(error)
        },
      )
    })
  }

  #leave(waiting: Waiting): void {
    if (this.#waiting.delete(waiting) && this.#waiting.size === 0) this.#timer?.unref()
  }

  #look(): void {
    this.#timer = undefined
    const now = clock()
    for (const waiting of this.#waiting) {
      if (waiting.due > now) {
        this.#timer = setTimeout(() => this.#look(), waiting.due - now)
        return
      }
      this.#waiting.delete(waiting)
      waiting.giveUp()
    }
  }
}
