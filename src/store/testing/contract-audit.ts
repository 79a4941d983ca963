/** Part of the store's contract: the audit. */

import { beforeAll, expect, test } from 'vitest'
import type { Store } from '../port.ts'
import type { RecordFilter } from '../record.ts'
import type { Places } from './place.ts'
import { breakIn, NOW, record, seal } from './samples.ts'

export function auditContract(places: Places): void {
  let store: Store
  let other: Store
  beforeAll(async () => {
    store = await places.fresh()
    other = await places.again(store)
  })

  test('the first record follows 64 zeros, the next its hash, whoever appends', async () => {
    expect(await store.audit.head()).toBeUndefined()
    const [first] = await store.audit.append([record()], seal)
    const [second] = await other.audit.append([record({ session: null, body: '{"ü":"🗝\\u0000"}' })], seal)
    expect(first).toMatchObject({ ...record(), seq: 1, previous: '0'.repeat(64) })
    expect(second).toMatchObject({ seq: 2, previous: first?.hash, session: null })
    expect(await store.audit.head()).toEqual(second)
    expect(await store.audit.read(1, 10)).toEqual([first, second])
    expect(breakIn(await other.audit.read(1, 10))).toBeUndefined()
  })

  test('appends that arrive together keep their order and their own records', async () => {
    const own = await places.fresh()
    const results = await Promise.all(
      Array.from({ length: 300 }, (_, n) => own.audit.append([record({ at: n }), record({ at: n })], seal)),
    )
    expect(results.map((records) => records.map(({ at, seq }) => [at, seq]))).toEqual(
      Array.from({ length: 300 }, (_, n) => [
        [n, 2 * n + 1],
        [n, 2 * n + 2],
      ]),
    )
    expect(breakIn(await own.audit.read(1, 1000))).toBeUndefined()
  })

  test('what is there already is not appended again, by whomever and however often it is tried', async () => {
    const one = await places.fresh()
    const two = await places.again(one)
    const given = [1, 2, 3, 4, 5].map((n) => record({ at: NOW + (n % 2), body: `{"n":${n}}` }))
    await one.audit.append(given.slice(1, 3), seal)
    const added = await Promise.all([one, two, one, two].map((store) => store.audit.appendMissing(given, seal)))
    expect(added.map((records) => records.length).filter((length) => length > 0)).toEqual([3])
    expect(added.flat().map(({ body }) => body)).toEqual(['{"n":1}', '{"n":4}', '{"n":5}'])
    expect(
      await one.audit.appendMissing([...given, record({ session: null }), record({ session: null })], seal),
    ).toHaveLength(1)
    const all = await one.audit.read(1, 100)
    expect(all).toHaveLength(6)
    expect(breakIn(all)).toBeUndefined()
  })

  test('records are found newest first, by kind, session, time and place', async () => {
    const own = await places.fresh()
    const given = [1, 2, 3, 4].map((n) =>
      record({ at: NOW + n, kind: n % 2 === 0 ? 'even' : 'odd', session: n === 4 ? null : 's' }),
    )
    await own.audit.append(given, seal)
    const found = async (filter: Omit<RecordFilter, 'limit'>, limit = 10) =>
      (await own.audit.find({ ...filter, limit })).map(({ seq }) => seq)
    expect(await found({})).toEqual([4, 3, 2, 1])
    expect(await found({}, 2)).toEqual([4, 3])
    expect(await found({ before: 3 })).toEqual([2, 1])
    expect(await found({ from: 2, before: 4 })).toEqual([3, 2])
    expect(await found({ kind: 'odd', session: 's' })).toEqual([3, 1])
    expect(await found({ since: NOW + 2, until: NOW + 4 })).toEqual([3, 2])
    expect(await found({ session: `' or 1=1 --` })).toEqual([])
  })

  test('two that append at once make one chain', async () => {
    const one = await places.fresh()
    const two = await places.again(one)
    await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        if (n % 10 === 0) await one.audit.head()
        return (n % 2 === 0 ? one : two).audit.append([record()], seal)
      }),
    )
    const all = await one.audit.read(1, 1000)
    expect(all).toHaveLength(100)
    expect(breakIn(all)).toBeUndefined()
  })

  test('a record that cannot be sealed takes nothing else with it', async () => {
    const own = await places.fresh()
    const broken = () => {
      throw new Error('no hash')
    }
    const results = await Promise.allSettled([
      own.audit.append([record()], seal),
      own.audit.append([record(), record()], broken),
      own.audit.append([record()], () => ''),
      own.audit.append([record()], seal),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(results[1]).toMatchObject({ reason: { name: 'StoreError', code: 'invalid', cause: { message: 'no hash' } } })
    const all = await own.audit.read(1, 10)
    expect(all).toHaveLength(2)
    expect(breakIn(all)).toBeUndefined()
  })

  test.each([
    ['a body with half a character', { body: '"\ud800"' }],
    ['a body with a NUL', { body: '"\0"' }],
    ['a time that is not a number', { at: Number.NaN }],
    ['a body over all measure', { body: 'x'.repeat(17 * 1024 * 1024) }],
  ])('%s is refused before anything is written', async (_, change) => {
    const before = await store.audit.head()
    const refused = store.audit.append([record(), record(change)], seal)
    await expect(refused).rejects.toMatchObject({ name: 'StoreError', code: 'invalid' })
    expect(await store.audit.head()).toEqual(before)
  })

  test('nothing to append is nothing appended', async () => {
    const before = await store.audit.head()
    expect(await store.audit.append([], seal)).toEqual([])
    expect(await store.audit.head()).toEqual(before)
  })

  test('a batch of thousands is one append', async () => {
    const own = await places.fresh()
    const many = await own.audit.append(
      Array.from({ length: 3000 }, () => record()),
      seal,
    )
    expect(many.at(-1)?.seq).toBe(3000)
    expect(breakIn(await own.audit.read(1, 5000))).toBeUndefined()
  })

  test('records are found by kind, session and time, newest first', async () => {
    const own = await places.fresh()
    await own.audit.append(
      [
        record({ kind: 'decision', session: 'a', at: NOW }),
        record({ kind: 'answer', session: 'a', at: NOW + 1 }),
        record({ kind: 'decision', session: 'b', at: NOW + 2 }),
        record({ kind: 'decision', session: 'a', at: NOW - 5 }),
      ],
      seal,
    )
    const seqs = async (filter: { kind?: string; session?: string; since?: number; limit?: number }) =>
      (await own.audit.find({ limit: 10, ...filter })).map(({ seq }) => seq)
    expect(await seqs({})).toEqual([4, 3, 2, 1])
    expect(await seqs({ limit: 2 })).toEqual([4, 3])
    expect(await seqs({ kind: 'decision', session: 'a' })).toEqual([4, 1])
    expect(await seqs({ since: NOW + 1 })).toEqual([3, 2])
    expect(await seqs({ session: 'nobody' })).toEqual([])
    expect(await own.audit.read(3, 1)).toMatchObject([{ seq: 3 }])
    expect(await own.audit.read(9, 5)).toEqual([])
    await expect(own.audit.read(1, Number.NaN)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('checkpoints are kept, the same one once', async () => {
    const checkpoint = { seq: 2, hash: 'h', at: NOW, key: 'k', signature: 's' }
    await store.audit.addCheckpoint({ ...checkpoint, seq: 5 })
    await store.audit.addCheckpoint(checkpoint)
    await other.audit.addCheckpoint(checkpoint)
    expect(await other.audit.checkpoints()).toEqual([checkpoint, { ...checkpoint, seq: 5 }])
  })

  test('old records are dropped, the newest stays and the chain goes on', async () => {
    const own = await places.fresh()
    await own.audit.append([record(), record(), record(), record()], seal)
    expect(await own.audit.dropBefore(3)).toBe(2)
    expect((await own.audit.read(1, 10)).map(({ seq }) => seq)).toEqual([3, 4])
    expect(await own.audit.dropBefore(100)).toBe(1)
    const head = await own.audit.head()
    expect(head?.seq).toBe(4)
    const [next] = await own.audit.append([record()], seal)
    expect(next).toMatchObject({ seq: 5, previous: head?.hash })
  })
}
