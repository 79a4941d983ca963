/**
 * Part of the interceptor port: limits how long anything waits.
 *
 * INVARIANT: the work is told when nobody waits for it any more, so that a question is withdrawn and nobody answers a
 * call that was already denied here. The timer keeps the process alive: a hook that ended without an answer would be an
 * allow.
 */

/** A decision takes microseconds; this leaves room for a sleeping disk and a busy server. */
export const DEFAULT_DEADLINE = 30_000
/** Twice the time for which the gate itself waits for people. */
export const DEFAULT_PATIENCE = 600_000
/** The longest time a timer accepts; with a longer one it would fire at once. */
const LONGEST = 2 ** 31 - 1

export class Late extends Error {
  override readonly name = 'Late'
}

export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

export function deadlineOf(name: string, limit: number): number {
  if (typeof limit === 'number' && limit > 0) return Math.min(limit, LONGEST)
  throw new RangeError(`${name} must be a number of milliseconds above 0`)
}

/**
 * Tells the work that nobody waits any more. Created only when the work asks for it: Node's own class takes longer to
 * load than a decision takes.
 */
class Over {
  #why: Error | undefined
  #telling: AbortController | undefined

  signal(): AbortSignal {
    if (this.#telling === undefined) {
      this.#telling = new AbortController()
      if (this.#why !== undefined) this.#telling.abort(this.#why)
    }
    return this.#telling.signal
  }

  tell(why: Error): void {
    this.#why = why
    this.#telling?.abort(why)
  }
}

/** Rejects with `Late` or `Cancelled`, or with the error of the work. */
export function within<T>(
  limit: number,
  signal: AbortSignal | undefined,
  work: (over: () => AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new Over()
  return new Promise<T>((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
    const giveUp = (error: Error) => {
      finish()
      reject(error)
      over.tell(error)
    }
    const cancel = () => giveUp(new Cancelled('the call was given up'))
    const timer = setTimeout(() => giveUp(new Late(`no answer within ${limit} ms`)), limit)
    if (signal?.aborted === true) return cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    void work(() => over.signal())
      .then(resolve, reject)
      .finally(finish)
  })
}
