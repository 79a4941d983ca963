/** Part of the store's contract: opening, closing, and what outlives them. */

import { expect, test } from 'vitest'
import type { Places } from './place.ts'
import { asked, breakIn, grant, NOW, record, seal } from './samples.ts'

export function lifeContract(places: Places): void {
  test('what was written is there after closing and opening again', async () => {
    const before = await places.fresh()
    const [approval, given] = [asked(), grant()]
    await before.approvals.ask(approval)
    await before.grants.add(given)
    await before.audit.append([record()], seal)
    await before.close()
    const after = await places.again(before)
    expect(await after.approvals.pending()).toMatchObject([{ id: approval.id }])
    expect(await after.grants.live({ now: NOW })).toMatchObject([{ id: given.id }])
    await after.audit.append([record()], seal)
    const all = await after.audit.read(1, 10)
    expect(all).toHaveLength(2)
    expect(breakIn(all)).toBeUndefined()
  })

  test('a closed store says so, to everybody', async () => {
    const store = await places.fresh()
    await store.close()
    await store.close()
    const closed = { name: 'StoreError', code: 'closed', message: 'the store is closed' }
    await expect(store.approvals.get('x')).rejects.toMatchObject(closed)
    await expect(store.approvals.ask(asked())).rejects.toMatchObject(closed)
    await expect(store.grants.claim('x', NOW)).rejects.toMatchObject(closed)
    await expect(store.audit.append([record()], seal)).rejects.toMatchObject(closed)
    await expect(store.profiles.list()).rejects.toMatchObject(closed)
    expect(() => store.watch(() => undefined)).toThrow(expect.objectContaining(closed))
  })

  test('closing waits for what was begun', async () => {
    const store = await places.fresh()
    const stop = store.watch(() => undefined)
    const begun = [
      store.approvals.ask(asked()),
      store.grants.add(grant()),
      ...Array.from({ length: 20 }, () => store.audit.append([record()], seal)),
    ]
    const settling = Promise.allSettled(begun)
    await store.close()
    stop()
    const settled = await settling
    const after = await places.again(store)
    const kept = settled.slice(2).filter(({ status }) => status === 'fulfilled').length
    expect(kept).toBe(20)
    expect((await after.audit.head())?.seq).toBe(20)
    expect(await after.approvals.pending()).toHaveLength(settled[0]?.status === 'fulfilled' ? 1 : 0)
  })

  test('many may open an empty database at once', async () => {
    const first = await places.fresh()
    const rest = await Promise.all(Array.from({ length: 6 }, () => places.again(first)))
    await Promise.all(rest.map((store) => store.audit.append([record()], seal)))
    expect(breakIn(await first.audit.read(1, 100))).toBeUndefined()
  })
}
