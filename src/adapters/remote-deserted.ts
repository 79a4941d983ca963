/** Part of the remote gate: whether a server left its socket behind. */

import { connect } from 'node:net'

/**
 * One that was killed leaves its number, too; another process may have that by now, or its own that nobody has buried: in a
 * container both are usual. A socket that is gone says nothing: its server may well run.
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
