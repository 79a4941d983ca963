/**
 * Part of the gate: leaves the question in the store, for whoever looks there: `countersign inbox`, the page of a server.
 * Their answer ends the question through the store; here nothing is to do but to keep it open.
 */

import type { Asker } from '../asker.ts'

export const INBOX: Asker = {
  name: 'inbox',
  ask: (_, signal) =>
    new Promise((resolve) => {
      const over = () => resolve(undefined)
      if (signal.aborted) over()
      else signal.addEventListener('abort', over, { once: true })
    }),
}
