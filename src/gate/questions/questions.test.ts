import { afterEach, beforeEach, expect, it } from 'vitest'
import { INBOX } from '../askers/inbox.ts'
import { altered, bash, eventually, World } from '../testing.ts'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => world.end())

const OPEN = 250

it('however many are open, the store is asked about so many in a second, and in the end about all', async () => {
  const looks: string[] = []
  const { store } = world
  const approvals = altered(store.approvals, {
    get: (id) => {
      looks.push(id)
      return store.approvals.get(id)
    },
  })
  // The store reports no changes to anybody.
  const gate = await world.open({ asker: INBOX, store: altered(store, { approvals, watch: () => () => undefined }) })
  const asked = Promise.all(Array.from({ length: OPEN }, (_, n) => gate.authorize(bash(`npm publish ${n}`))))
  await eventually(async () => (await store.approvals.pending()).length === OPEN)

  const before = looks.length
  const began = performance.now()
  await eventually(() => new Set(looks.slice(before)).size === OPEN)
  const seconds = (performance.now() - began) / 1000
  expect(seconds).toBeGreaterThan(1)
  expect(looks.length - before).toBeLessThanOrEqual(100 * Math.ceil(seconds + 1))
  await gate.close()
  await asked
})
