/**
 * Part of the server: whether somebody still waits for a hook's answer. A connection whose other side has said all it had to
 * say does not tell when that side ends; its process does, and the process that started it: an agent that was killed leaves its
 * hook behind.
 */

import { readFileSync } from 'node:fs'

const LOOK = 1_000
/** Behind the name, which may hold anything: the state, then the parent. */
const PARENT = /\) \S (\d+) [^)]*$/

/** Calls `ended` once when the process is gone, or its parent. Returns a function that stops looking. */
export function whileAlive(pid: number, ended: () => void): () => void {
  // One in another container has another number there.
  if (!isAlive(pid)) return () => undefined
  let parent: string | undefined
  const look = setInterval(() => {
    const now = parentOf(pid)
    // Most are answered before the first look.
    parent ??= now
    if (isAlive(pid) && (now === undefined || now === parent)) return
    clearInterval(look)
    ended()
  }, LOOK).unref()
  return () => clearInterval(look)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Undefined where or while the system does not tell, as with too many files open; then the process alone counts. */
function parentOf(pid: number): string | undefined {
  try {
    return PARENT.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]
  } catch {
    return undefined
  }
}
