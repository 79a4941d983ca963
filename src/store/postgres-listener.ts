/**
 * Part of the store: a separate connection that hears of other processes' commits. If it is lost, a new one is made; a
 * look every few seconds finds what no notification reported (because of a lost connection, or a pooler that does not
 * pass them on).
 */

import type { Client } from 'pg'

/** The package's types leave this method out. */
type Listening = Client & { unref(): void }

export const CHANNEL = 'countersign'
const AGAIN_MS = 1000
const SLOW_LOOK_MS = 3000

/** `ready` resolves when the first attempt to listen has ended, whether it succeeded or not. */
export function listen(connect: () => Client, wake: () => void) {
  let stopped = false
  let again: NodeJS.Timeout | undefined
  let giveUp = () => {}
  const slow = setInterval(wake, SLOW_LOOK_MS)
  slow.unref()

  const attempt = () =>
    new Promise<void>((resolve) => {
      const client = connect() as Listening
      let lost = false
      giveUp = () => {
        if (lost) return
        lost = true
        client.end().catch(() => undefined)
        resolve()
        if (stopped) return
        again = setTimeout(() => void attempt().then(wake), AGAIN_MS)
        again.unref()
      }
      client.on('error', giveUp)
      client.on('end', giveUp)
      client.on('notification', wake)
      const listening = async () => {
        await client.connect()
        await client.query(`listen ${CHANNEL}`)
        // Watching alone must not keep the process alive.
        client.unref()
      }
      listening().then(resolve, giveUp)
    })

  return {
    ready: attempt(),
    stop() {
      stopped = true
      clearInterval(slow)
      clearTimeout(again)
      giveUp()
    },
  }
}
