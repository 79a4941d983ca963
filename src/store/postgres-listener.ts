/**
 * Part of the store: a connection of its own that hears of other processes' commits. A lost one is made again; a slow look
 * every few seconds covers what no notification told (a lost connection, a pooler that passes none on).
 */

import type { Client } from 'pg'

/** Its types leave this out. */
type Listening = Client & { unref(): void }

export const CHANNEL = 'countersign'
const AGAIN_MS = 1000
const SLOW_LOOK_MS = 3000

/** Resolves `ready` when the first attempt to listen has ended, well or not. */
export function listen(connect: () => Client, wake: () => void) {
  let stopped = false
  let client: Listening | undefined
  let again: NodeJS.Timeout | undefined
  const slow = setInterval(wake, SLOW_LOOK_MS)
  slow.unref()

  const attempt = async (): Promise<void> => {
    const current = connect() as Listening
    client = current
    let lost = false
    const lose = () => {
      if (lost) return
      lost = true
      current.end().catch(() => undefined)
      if (stopped) return
      again = setTimeout(() => void attempt().then(wake), AGAIN_MS)
      again.unref()
    }
    current.on('error', lose)
    current.on('end', lose)
    current.on('notification', wake)
    try {
      await current.connect()
      await current.query(`listen ${CHANNEL}`)
      // Watching alone keeps no process alive.
      current.unref()
    } catch {
      lose()
    }
  }

  return {
    ready: attempt(),
    stop() {
      stopped = true
      clearInterval(slow)
      clearTimeout(again)
      client?.end().catch(() => undefined)
    },
  }
}
