/** Part of the store: trying again when another process was in the way. */

import { setTimeout as delay } from 'node:timers/promises'

/** Longer than any honest writer holds a database; an agent is waiting. */
export const PATIENCE_MS = 10_000
const LONGEST_PAUSE_MS = 40

/** Runs `work` until it succeeds, fails for good, or patience ends. `work` must be whole: a failed run leaves nothing. */
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
    // Random, so that those who met once do not meet again.
    await delay(Math.random() * Math.min(attempt * 4, longestPause))
  }
}
