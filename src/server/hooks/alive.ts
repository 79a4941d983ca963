/**
 * Part of the server: whether somebody still waits for a hook's answer. A connection whose other side has finished
 * sending does not show when that side ends. Its process shows it, and so does the parent of that process, since an
 * agent that was killed leaves its hook running.
 */

import { readFileSync } from 'node:fs'

const LOOK = 1_000
/** After the name, which may contain anything: the state, then the parent. */
const PARENT = /\) \S (\d+) [^)]*$/

/** Calls `ended` once when the process or its parent is gone. Returns a function that stops looking. */
export function whileAlive(pid: number, ended: () => void): () => void {
  // A process in another container has another number there.
  if (!isAlive(pid)) return () => undefined
  let parent: string | undefined
  const look = setInterval(() => {
    const now = parentOf(pid)
    // The parent is first read here because most calls are answered before the first look.
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

/** Undefined if the system does not tell, for example with too many files open; then only the process counts. */
function parentOf(pid: number): string | undefined {
  try {
    return PARENT.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]
  } catch {
    return undefined
  }
}
