/** Part of `check --batch`: standard input, read as it arrives. */

import { readSync } from 'node:fs'

const CHUNK = 64 * 1024

/**
 * Reads from the file descriptor, since Node's stream takes longer to open than a decision takes, and there is nothing
 * else to do meanwhile. An input that was opened for non-blocking reads is read through the stream.
 */
export async function* inputChunks(): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK)
  for (;;) {
    const count = readNow(chunk)
    if (count === 0) return
    if (count === undefined) return yield* process.stdin as AsyncIterable<Buffer>
    yield Buffer.from(chunk.subarray(0, count))
  }
}

/** Undefined if it would have to wait; 0 at the end, which Windows reports as an error. */
function readNow(chunk: Buffer): number | undefined {
  try {
    return readSync(0, chunk)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EOF') return 0
    if (code === 'EAGAIN') return undefined
    throw error
  }
}
