/** Part of the store's contract: several processes at once, some of them killed. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditRecord } from '../record.ts'
import type { Places } from './place.ts'
import { Processes } from './processes.ts'
import { asked, breakIn, grant, record, seal } from './samples.ts'

export function processContract(places: Places): void {
  let processes: Processes
  beforeAll(async () => {
    processes = await Processes.build()
  })
  afterAll(() => processes.remove())

  const parallel = async (address: string, tasks: Parameters<Processes['start']>[1][]) => {
    const children = await Promise.all(tasks.map((task) => processes.start(address, task)))
    for (const child of children) child.go()
    return (await Promise.all(children.map((child) => child.end()))).flat()
  }

  test('of 20 endings by four processes one wins, and all learn which', async () => {
    const store = await places.fresh()
    const one = asked()
    await store.approvals.ask(one)
    const tasks = [1, 2, 3, 4].map((n) => ({ do: 'end', id: one.id, times: 5, by: `process ${n}` }) as const)
    const said = (await parallel(places.address(store), tasks)) as { won: boolean; by: string }[]
    const winners = said.filter(({ won }) => won)
    expect(said).toHaveLength(20)
    expect(winners).toHaveLength(1)
    expect(new Set(said.map(({ by }) => by))).toEqual(new Set([winners[0]?.by]))
  })

  test('of 200 claims of a single use by four processes one succeeds', async () => {
    const store = await places.fresh()
    const one = grant({ usesLeft: 1 })
    await store.grants.add(one)
    const tasks = [1, 2, 3, 4].map(() => ({ do: 'claim', id: one.id, times: 50 }) as const)
    const said = await parallel(places.address(store), tasks)
    expect(said).toHaveLength(200)
    expect(said.filter(Boolean)).toHaveLength(1)
    expect(await store.grants.get(one.id)).toMatchObject({ usesLeft: 0, useCount: 1 })
  })

  test('four processes append 100 records each to one chain without a gap', async () => {
    const store = await places.fresh()
    const tasks = [1, 2, 3, 4].map(() => ({ do: 'append', times: 100 }) as const)
    const said = (await parallel(places.address(store), tasks)) as number[]
    expect(said.sort((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, n) => n + 1))
    expect(breakIn(await store.audit.read(1, 1000))).toBeUndefined()
  })

  test('four processes may open an empty database at once', async () => {
    const address = await places.empty()
    const tasks = [1, 2, 3, 4].map(() => ({ do: 'append', times: 1 }) as const)
    const said = (await parallel(address, tasks)) as number[]
    expect(said.sort((a, b) => a - b)).toEqual([1, 2, 3, 4])
  })

  test('watching alone keeps no process alive', async () => {
    expect(await processes.run(await places.empty(), { do: 'watch' })).toEqual(['watching'])
  })

  test('a writer that is killed loses nothing it was told is written, and blocks nobody', async () => {
    const store = await places.fresh()
    const address = places.address(store)
    const appending = await processes.start(address, { do: 'append-for-ever' })
    const answering = await processes.start(address, { do: 'answer-for-ever' })
    for (const child of [appending, answering]) child.go()
    await Promise.all([appending.said(100), answering.said(30)])
    for (const child of [appending, answering]) child.kill()
    const acknowledged = (await appending.remains()) as Pick<AuditRecord, 'seq' | 'hash'>[]
    const answered = (await answering.remains()) as string[]

    await store.audit.append([record()], seal)
    const kept = await store.audit.read(1, 1_000_000)
    expect(breakIn(kept)).toBeUndefined()
    for (const { seq, hash } of acknowledged) expect(kept[seq - 1]?.hash).toBe(hash)
    for (const id of answered)
      expect(await store.approvals.get(id)).toMatchObject({ state: 'answered', answer: { by: id } })
  })
}
