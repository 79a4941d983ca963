/**
 * Part of the gate: waits for the next turn of the event loop. Node's own promise version would have to be loaded
 * first, and a hook would wait for that.
 */

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
