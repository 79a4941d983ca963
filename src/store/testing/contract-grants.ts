/** Part of the store's contract: grants. */

import { beforeAll, expect, test } from 'vitest'
import type { Store } from '../port.ts'
import type { AuditRecord } from '../record.ts'
import type { Places } from './place.ts'
import { grant, NOW, record, seal } from './samples.ts'

export function grantContract(places: Places): void {
  let store: Store
  let other: Store
  beforeAll(async () => {
    store = await places.fresh()
    other = await places.again(store)
  })

  test('a grant is read back as it was given', async () => {
    const one = grant({
      digest: 'd',
      session: 's',
      project: '/p',
      agent: 'a',
      approval: 'x',
      until: NOW + 1,
      usesLeft: 2,
    })
    await store.grants.add(one)
    const kept = { ...one, useCount: 0, usedAt: null, revokedAt: null }
    expect(await other.grants.get(one.id)).toEqual(kept)
    expect(await other.grants.list()).toContainEqual(kept)
    await expect(other.grants.add(one)).rejects.toMatchObject({ code: 'duplicate' })
  })

  test('what goes along is on record with the change, and not without it', async () => {
    const own = await places.fresh()
    const one = grant()
    const kept: string[] = []
    const along = (kind: string) => ({
      record: record({ kind }),
      seal,
      kept: (made: AuditRecord) => kept.push(made.kind),
    })
    await own.grants.add(one, along('grant'))
    await expect(own.grants.add(one, along('again'))).rejects.toMatchObject({ code: 'duplicate' })
    expect(await own.grants.revoke(one.id, NOW, along('revoke'))).toBe(true)
    expect(await own.grants.revoke(one.id, NOW, along('again'))).toBe(false)
    const two = grant()
    const broken = { ...along('broken'), seal: () => '' }
    await expect(own.grants.add(two, broken)).rejects.toMatchObject({ name: 'StoreError' })
    expect(await own.grants.get(two.id)).toBeUndefined()
    expect([kept, (await own.audit.read(1, 10)).map(({ kind }) => kind)]).toEqual([
      ['grant', 'revoke'],
      ['grant', 'revoke'],
    ])
  })

  test('sessions and projects do not see what others were granted', async () => {
    const own = await places.fresh()
    const everywhere = grant({ grantedAt: NOW - 1 })
    const inS1 = grant({ session: 's1' })
    const inP1 = grant({ project: 'p1', grantedAt: NOW + 1 })
    for (const one of [inP1, inS1, everywhere]) await own.grants.add(one)
    const live = async (filter: { session?: string; project?: string }) =>
      (await own.grants.live({ now: NOW, ...filter })).map(({ id }) => id)
    expect(await live({})).toEqual([everywhere.id])
    expect(await live({ session: 's1' })).toEqual([everywhere.id, inS1.id])
    expect(await live({ session: 's1', project: 'p1' })).toEqual([everywhere.id, inS1.id, inP1.id])
    expect(await live({ session: 's2', project: 'p2' })).toEqual([everywhere.id])
    expect(await live({ session: 's1\0' })).toEqual([everywhere.id])
  })

  test('a grant past its time, revoked or used up no longer counts, and cannot be claimed', async () => {
    const session = `s-${Math.random()}`
    const past = grant({ session, until: NOW })
    const revoked = grant({ session })
    const used = grant({ session, usesLeft: 1 })
    const good = grant({ session, until: NOW + 1, usesLeft: 1 })
    for (const one of [past, revoked, used, good]) await store.grants.add(one)
    expect(await other.grants.revoke(revoked.id, NOW)).toBe(true)
    expect(await other.grants.claim(used.id, NOW)).toBe(true)
    const live = await store.grants.live({ now: NOW, session })
    expect(live.filter((one) => one.session === session).map(({ id }) => id)).toEqual([good.id])
    for (const { id } of [past, revoked, used]) expect(await store.grants.claim(id, NOW)).toBe(false)
  })

  test("uses are counted, with the last one's time", async () => {
    const one = grant({ usesLeft: 2 })
    const endless = grant()
    await store.grants.add(one)
    await store.grants.add(endless)
    for (const at of [1, 2, 3]) expect(await store.grants.claim(one.id, NOW + at)).toBe(at < 3)
    for (const at of [1, 2, 3]) expect(await other.grants.claim(endless.id, NOW + at)).toBe(true)
    expect(await other.grants.get(one.id)).toMatchObject({ usesLeft: 0, useCount: 2, usedAt: NOW + 2 })
    expect(await store.grants.get(endless.id)).toMatchObject({ usesLeft: null, useCount: 3, usedAt: NOW + 3 })
  })

  test('of 200 claims of a single use at once, one succeeds', async () => {
    const one = grant({ lasts: 'once', digest: 'd', rules: [], usesLeft: 1 })
    await store.grants.add(one)
    const claims = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? store : other).grants.claim(one.id, NOW)),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  test('a grant is revoked once', async () => {
    const one = grant()
    await store.grants.add(one)
    expect(await store.grants.revoke(one.id, NOW + 1)).toBe(true)
    expect(await other.grants.revoke(one.id, NOW + 2)).toBe(false)
    expect(await other.grants.get(one.id)).toMatchObject({ revokedAt: NOW + 1 })
  })

  test.each(['no-such-id', '', 'x\0y'])('an unknown id (%j) is nothing to claim or revoke', async (id) => {
    expect(await store.grants.get(id)).toBeUndefined()
    expect(await store.grants.claim(id, NOW)).toBe(false)
    expect(await store.grants.revoke(id, NOW)).toBe(false)
  })

  test.each([
    ['a session with a NUL', { session: 's1\0s2' }],
    ['half a use', { usesLeft: 0.5 }],
    ['a time that is not a number', { until: Number.NaN }],
  ])('%s is refused in words', async (_, change) => {
    await expect(store.grants.add(grant(change))).rejects.toMatchObject({ name: 'StoreError', code: 'invalid' })
  })
}
