/** A real gate of the built library, with a store of its own, and what it put on record. */

import { join } from 'node:path'
import { openGate } from '../../dist/lib/index.js'

/**
 * @param {ReturnType<import('./place.mjs').newPlace>} place
 * @param {{ policy?: object, answer?: (question: object) => object | undefined }} options `answer` is the person; by default there is nobody
 */
export async function openTestGate(place, { policy = {}, answer } = {}) {
  const asked = []
  const decided = []
  const outcomes = []
  const gate = await openGate({
    cwd: place.project,
    home: place.home,
    store: join(place.home, 'gate.db'),
    managedDir: join(place.root, 'managed'),
    policy,
    timeout: 60_000,
    asker: {
      name: 'test',
      ask: async (question) => {
        asked.push(question)
        return answer?.(question)
      },
    },
  })
  gate.on('decided', ({ call, authorization }) => decided.push({ call, ...authorization }))
  gate.on('after', (event) => outcomes.push(event))
  return { gate, asked, decided, outcomes, close: () => gate.close() }
}
