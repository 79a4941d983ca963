/** Part of `check --batch`: standard input, read as it comes. */

import { readSync } from 'node:fs'

const CHUNK = 64 * 1024

/**
 * Read from the file itself, since Node's stream takes longer to open than a decision takes; nothing else is waited for
 * meanwhile. Whoever made the input so that reading does not wait gets the stream.
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

/** Undefined when it would have to be waited for; 0 at the end, which Windows tells by a failure. */
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
