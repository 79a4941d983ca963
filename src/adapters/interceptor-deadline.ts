/**
 * Part of the interceptor port: an end to all waiting.
 *
 * INVARIANT: the work is told when nobody waits for it any more, so that a question is taken back and nothing of a call that
 * was denied here is answered later. The timer keeps the process alive: a hook that ended without a word would be an allow.
 */

/** A decision takes microseconds; this leaves room for a sleeping disk and a busy server. */
export const DEFAULT_DEADLINE = 30_000
/** Twice the gate's own patience with people. */
export const DEFAULT_PATIENCE = 600_000
/** The most a timer takes; beyond it, it would fire at once. */
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

/** How the work is told that nobody waits any more. Made when it asks: Node's own takes longer to load than a decision. */
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

/** Rejects with `Late` or `Cancelled`, or with what the work rejected with. */
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
