/** Part of the remote gate: whether a server left its socket behind. */

import { connect } from 'node:net'

/**
 * A server that was killed leaves its process number, too. Another process may have that number by now, or it may still
 * belong to the dead process, because nobody has reaped it: in a container both are usual. A missing socket proves
 * nothing: its server may well be running.
 */
export function isDeserted(socket: string | undefined): Promise<boolean> {
  if (socket === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const probe = connect(socket, () => tell(false))
    const tell = (deserted: boolean) => {
      probe.destroy()
      resolve(deserted)
    }
    probe.on('error', ({ code }: NodeJS.ErrnoException) => tell(code === 'ECONNREFUSED'))
  })
}
