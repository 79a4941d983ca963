/** Part of the gate: the next turn of the event loop. Node's own promise of it would be loaded first, and a hook waits for that. */

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
