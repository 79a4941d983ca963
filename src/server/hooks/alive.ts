/**
 * Part of the server: whether somebody still waits for a hook's answer. A connection whose other side has said all it had to
 * say does not tell when that side ends; its process does.
 */

const LOOK = 1_000

/** Calls `ended` once when the process is gone. Returns a function that stops looking. */
export function whileAlive(pid: number, ended: () => void): () => void {
  // One in another container has another number there.
  if (!isAlive(pid)) return () => undefined
  const look = setInterval(() => {
    if (isAlive(pid)) return
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
