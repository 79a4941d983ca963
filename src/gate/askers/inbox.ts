/**
 * Part of the gate: leaves the question in the store, for people who look there with `countersign inbox` or on a
 * server's page. Their answer ends the question through the store; this asker only keeps it open.
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
