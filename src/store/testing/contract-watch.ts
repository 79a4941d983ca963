/** Part of the store's contract: hearing of changes. */

import { expect, test, vi } from 'vitest'
import type { Change, Store } from '../port.ts'
import type { Places } from './place.ts'
import { answer, asked, grant, NOW, record, seal } from './samples.ts'

/** The port promises "soon"; this is long because the machine may be busy. */
const SOON = { timeout: 60_000, interval: 10 }

export function watchContract(places: Places): void {
  test('every kind of change is told, here and in another process', async () => {
    const store = await places.fresh()
    const other = await places.again(store)
    const here: Change[] = []
    const there: Change[] = []
    store.watch((change) => here.push(change))
    other.watch((change) => there.push(change))
    // From its first look on, it hears of what others do.
    await other.approvals.pending()
    const [approval, single] = [asked(), grant({ usesLeft: 1 })]
    await store.approvals.ask(approval)
    await store.approvals.end(approval.id, { state: 'answered', answer: answer() }, NOW)
    await store.grants.add(single)
    await store.grants.claim(single.id, NOW)
    await store.profiles.save({ name: 'work', body: '{}', savedAt: NOW })
    await store.audit.append([record(), record()], seal)
    const told = [
      { what: 'approval', id: approval.id },
      { what: 'approval', id: approval.id },
      { what: 'grant', id: single.id },
      { what: 'grant', id: single.id },
      { what: 'profile', id: 'work' },
    ]
    for (const changes of [here, there]) {
      await vi.waitFor(() => {
        expect(changes.filter(({ what }) => what !== 'audit')).toEqual(told)
        expect(changes).toContainEqual({ what: 'audit', id: '2' })
      }, SOON)
    }
  })

  test('changes of another process are heard within a fifth of a second', async () => {
    const store = await places.fresh()
    const other = await places.again(store)
    // Whatever else the machine did just then may have been in the way.
    const isSoon = () => isHeardSoon(store, other)
    expect((await isSoon()) || (await isSoon()) || (await isSoon())).toBe(true)
  })

  test('what happened before is not told, what happens after the first look is', async () => {
    const store = await places.fresh()
    const other = await places.again(store)
    await store.approvals.ask(asked())
    const changes: Change[] = []
    other.watch((change) => changes.push(change))
    const seen = await other.approvals.pending()
    const next = asked()
    await store.approvals.ask(next)
    await vi.waitFor(() => expect(changes).toEqual([{ what: 'approval', id: next.id }]), SOON)
    expect(seen).toHaveLength(1)
  })

  test('a listener that throws does not silence the others, one that stopped hears nothing', async () => {
    const store = await places.fresh()
    const heard: string[] = []
    store.watch(() => {
      throw new Error('a broken face')
    })
    const stop = store.watch(() => heard.push('stopped'))
    store.watch(() => heard.push('listening'))
    stop()
    stop()
    await store.grants.add(grant())
    await vi.waitFor(() => expect(heard).toEqual(['listening']), SOON)
  })

  test('watching begins again after all have stopped', async () => {
    const store = await places.fresh()
    const heard: string[] = []
    const stop = store.watch(({ id }) => heard.push(`first ${id}`))
    stop()
    const [missed, told] = [grant(), grant()]
    await store.grants.add(missed)
    store.watch(({ id }) => heard.push(id))
    await store.grants.add(told)
    await vi.waitFor(() => expect(heard).toEqual([told.id]), SOON)
  })

  test('more changes than fit into one look are all told, in order', async () => {
    const store = await places.fresh()
    const other = await places.again(store)
    const overdue = Array.from({ length: 700 }, () => asked({ expiresAt: NOW }))
    await Promise.all(overdue.map((one) => store.approvals.ask(one)))
    const told: string[] = []
    other.watch(({ id }) => told.push(id))
    await other.approvals.pending()
    await store.approvals.expire(NOW)
    await vi.waitFor(() => expect(new Set(told)).toEqual(new Set(overdue.map(({ id }) => id))), SOON)
    expect(told).toHaveLength(700)
  })
}

async function isHeardSoon(store: Store, other: Store): Promise<boolean> {
  const times: number[] = []
  /** How long the machine takes at present to write and to look, with or without listeners. */
  const paces: number[] = []
  let began = 0
  const stop = other.watch(() => times.push(performance.now() - began))
  await other.approvals.pending()
  for (let round = 1; round <= 5; round++) {
    began = performance.now()
    await store.approvals.ask(asked())
    await store.approvals.pending()
    paces.push(performance.now() - began)
    await vi.waitFor(() => expect(times).toHaveLength(round), SOON)
  }
  stop()
  const middle = (all: number[]) => all.toSorted((a, b) => a - b)[2] as number
  return middle(times) < 200 + 5 * middle(paces)
}
