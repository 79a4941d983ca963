/** Part of the store: repeats work when another process was in the way. */

import { setTimeout as delay } from 'node:timers/promises'

/** Longer than a correct writer ever holds a database, and short because an agent is waiting. */
export const PATIENCE_MS = 10_000
const LONGEST_PAUSE_MS = 40

/**
 * Runs `work` until it succeeds, fails for good, or the patience is over. A failed run of `work` must leave nothing
 * behind.
 */
export async function persist<T>(
  work: () => Promise<T>,
  isPassing: (error: unknown) => boolean,
  patience: number = PATIENCE_MS,
  longestPause: number = LONGEST_PAUSE_MS,
): Promise<T> {
  const deadline = performance.now() + patience
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || performance.now() >= deadline) throw error
    }
    // Random, so that processes that collided once do not collide again.
    await delay(Math.random() * Math.min(attempt * 4, longestPause))
  }
}
