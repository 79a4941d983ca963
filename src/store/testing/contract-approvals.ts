/** Part of the store's contract: approvals. */

import { beforeAll, expect, test } from 'vitest'
import type { ApprovalFilter, Asked, PendingFilter } from '../approval.ts'
import type { Store } from '../port.ts'
import type { AuditRecord } from '../record.ts'
import type { Places } from './place.ts'
import { answer, asked, breakIn, NOW, record, seal } from './samples.ts'

export function approvalContract(places: Places): void {
  let store: Store
  let other: Store
  beforeAll(async () => {
    store = await places.fresh()
    other = await places.again(store)
  })

  test('what was asked is read back as it was, by another process too', async () => {
    const hard = asked({
      agent: null,
      call: { tool: 'Bash', input: { command: 'printf "\0 \u202e 🗝 ü"', deep: { list: [1, null, true, '\ud800'] } } },
      shown: { html: '<b>&', quote: `'";--` },
    })
    await store.approvals.ask(hard)
    expect(await other.approvals.get(hard.id)).toEqual({
      ...hard,
      state: 'pending',
      answer: null,
      endedAt: null,
      note: null,
    })
  })

  test('an id is asked once', async () => {
    const one = asked()
    await store.approvals.ask(one)
    await expect(store.approvals.ask(one)).rejects.toMatchObject({ name: 'StoreError', code: 'duplicate' })
  })

  test('pending ones come oldest first, for a session, a project and a digest alone where asked for', async () => {
    const session = `s-${Math.random()}`
    const late = asked({ session, askedAt: NOW + 5 })
    const early = asked({ session, askedAt: NOW + 1, project: '/srv/other', digest: 'early' })
    await store.approvals.ask(late)
    await store.approvals.ask(early)
    const ids = async (filter: PendingFilter) => (await other.approvals.pending(filter)).map(({ id }) => id)
    expect(await ids({ session })).toEqual([early.id, late.id])
    expect(await ids({ session, project: '/srv/project' })).toEqual([late.id])
    expect(await ids({ session, digest: 'early' })).toEqual([early.id])
    expect(await ids({ session: `${session}x` })).toEqual([])
    expect(await ids({})).toEqual(expect.arrayContaining([early.id, late.id]))
  })

  test('what goes along is on record with the ending that wins, and with no other', async () => {
    const [one, two, three] = [asked(), asked(), asked({ expiresAt: NOW })]
    for (const each of [one, two, three]) await store.approvals.ask(each)
    const kept: AuditRecord[] = []
    const along = (body: string) => ({ record: record({ body }), seal, kept: (made: AuditRecord) => kept.push(made) })
    const said = { state: 'answered', answer: answer() } as const
    await store.audit.append([record()], seal)
    await store.approvals.end(one.id, said, NOW, along('"first"'))
    await other.approvals.end(one.id, said, NOW, along('"second"'))
    await other.approvals.end(three.id, said, NOW + 1, along('"too late"'))
    const stale = { state: 'answered', answer: answer({ digest: 'other' }) } as const
    await expect(other.approvals.end(two.id, stale, NOW, along('"stale"'))).rejects.toMatchObject({ code: 'stale' })
    const end = (await other.audit.head()) as AuditRecord
    expect(kept).toEqual([end])
    expect(end.body).toBe('"first"')
    expect(breakIn(await other.audit.read(1, 100))).toBeUndefined()
  })

  test('an ending whose record cannot be kept does not happen', async () => {
    const one = asked()
    await store.approvals.ask(one)
    const seal = () => {
      throw new Error('no key')
    }
    const along = { record: record(), seal, kept: () => expect.unreachable() }
    const ending = { state: 'answered', answer: answer() } as const
    await expect(store.approvals.end(one.id, ending, NOW, along)).rejects.toMatchObject({ code: 'invalid' })
    expect(await other.approvals.get(one.id)).toMatchObject({ state: 'pending' })
  })

  test('the first ending wins, the second learns how it ended', async () => {
    const one = asked()
    await store.approvals.ask(one)
    const said = answer({ words: 'go on', until: NOW + 9, uses: 3, input: { command: 'ls' } })
    const first = await store.approvals.end(one.id, { state: 'answered', answer: said }, NOW + 1)
    expect(first).toMatchObject({ won: true, approval: { state: 'answered', answer: said, endedAt: NOW + 1 } })
    const second = await other.approvals.end(one.id, { state: 'cancelled', note: 'gone' }, NOW + 2)
    expect(second).toEqual({ won: false, approval: first?.approval })
    expect(await store.approvals.pending({ session: one.session })).not.toContainEqual(
      expect.objectContaining({ id: one.id }),
    )
  })

  test.each(['expired', 'cancelled', 'superseded'] as const)('one that was %s keeps the note', async (state) => {
    const one = asked()
    await store.approvals.ask(one)
    await store.approvals.end(one.id, { state, note: 'because' }, NOW + 1)
    expect(await other.approvals.get(one.id)).toMatchObject({ state, note: 'because', answer: null, endedAt: NOW + 1 })
  })

  test('an answer to another digest ends nothing', async () => {
    const one = asked()
    await store.approvals.ask(one)
    const wrong = store.approvals.end(one.id, { state: 'answered', answer: answer({ digest: 'd2' }) }, NOW)
    await expect(wrong).rejects.toMatchObject({ code: 'stale' })
    expect(await other.approvals.get(one.id)).toMatchObject({ state: 'pending', answer: null })
  })

  test('an answer to another digest, after the end, changes nothing', async () => {
    const one = asked()
    await store.approvals.ask(one)
    await store.approvals.end(one.id, { state: 'cancelled', note: 'gone' }, NOW)
    const wrong = await store.approvals.end(one.id, { state: 'answered', answer: answer({ digest: 'd2' }) }, NOW)
    expect(wrong).toMatchObject({ won: false, approval: { state: 'cancelled' } })
  })

  test('an answer that comes too late is not an answer', async () => {
    const one = asked()
    await store.approvals.ask(one)
    const late = await store.approvals.end(one.id, { state: 'answered', answer: answer() }, one.expiresAt)
    expect(late).toMatchObject({ won: false, approval: { state: 'expired', answer: null } })
  })

  test('a clock that went backwards ends it all the same', async () => {
    const one = asked()
    await store.approvals.ask(one)
    const ended = await store.approvals.end(one.id, { state: 'answered', answer: answer() }, NOW - 3_600_000)
    expect(ended).toMatchObject({ won: true, approval: { state: 'answered' } })
  })

  test('of many endings at once one wins', async () => {
    const one = asked()
    await store.approvals.ask(one)
    const endings = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? store : other).approvals.end(
        one.id,
        { state: 'answered', answer: answer({ by: `face ${index}` }) },
        NOW,
      ),
    )
    const results = await Promise.all(endings)
    expect(results.filter((result) => result?.won === true)).toHaveLength(1)
    expect(new Set(results.map((result) => result?.approval.answer?.by)).size).toBe(1)
  })

  test('overdue ones expire, once, and no others', async () => {
    const base = NOW + 1_000_000
    const session = `s-${Math.random()}`
    const due = asked({ session, askedAt: base - 2, expiresAt: base })
    const older = asked({ session, askedAt: base - 3, expiresAt: base - 1 })
    const open = asked({ session, expiresAt: base + 1 })
    for (const one of [due, older, open]) await store.approvals.ask(one)
    const expired = (await other.approvals.expire(base)).filter((one) => one.session === session)
    expect(expired.map(({ id, state }) => [id, state])).toEqual([
      [older.id, 'expired'],
      [due.id, 'expired'],
    ])
    expect(await store.approvals.expire(base)).toEqual([])
    expect(await store.approvals.get(open.id)).toMatchObject({ state: 'pending' })
  })

  test('those that wait are counted, without those that are overdue', async () => {
    const own = await places.fresh()
    expect(await own.approvals.count(NOW)).toBe(0)
    for (const late of [1, 2, 3]) await own.approvals.ask(asked({ expiresAt: NOW + late }))
    expect([await own.approvals.count(NOW), await own.approvals.count(NOW + 2)]).toEqual([3, 1])
    await own.approvals.expire(NOW + 2)
    expect(await own.approvals.count(NOW)).toBe(1)
  })

  test('ended ones are removed when they are old, pending ones never', async () => {
    const own = await places.fresh()
    const [ended, recent, open] = [asked(), asked(), asked({ askedAt: NOW - 1_000_000 })]
    for (const one of [ended, recent, open]) await own.approvals.ask(one)
    await own.approvals.end(ended.id, { state: 'cancelled', note: '' }, NOW)
    await own.approvals.end(recent.id, { state: 'cancelled', note: '' }, NOW + 10)
    expect(await own.approvals.prune(NOW + 10)).toBe(1)
    expect(await own.approvals.get(ended.id)).toBeUndefined()
    expect(await own.approvals.get(recent.id)).toBeDefined()
    expect(await own.approvals.get(open.id)).toBeDefined()
  })

  test('the end of an open one is put off, never brought forward, with what goes along on record', async () => {
    const own = await places.fresh()
    const [open, ended] = [asked(), asked()]
    for (const one of [open, ended]) await own.approvals.ask(one)
    await own.approvals.end(ended.id, { state: 'cancelled', note: '' }, NOW)
    const kept: AuditRecord[] = []
    const along = { record: record({ kind: 'extend' }), seal, kept: (made: AuditRecord) => kept.push(made) }
    const until = open.expiresAt + 1_000
    expect(await own.approvals.extend(open.id, until, NOW, along)).toMatchObject({
      won: true,
      approval: { expiresAt: until, state: 'pending' },
    })
    expect(await own.approvals.extend(open.id, until - 1, NOW, along)).toMatchObject({ won: false })
    expect(await own.approvals.extend(open.id, until + 1, until, along)).toMatchObject({ won: false })
    expect(await own.approvals.extend(ended.id, until, NOW, along)).toMatchObject({
      won: false,
      approval: { state: 'cancelled' },
    })
    expect(await own.approvals.extend('no-such-id', until, NOW, along)).toBeUndefined()
    expect(kept).toHaveLength(1)
    expect(await own.audit.read(1, 10)).toEqual(kept)
    const late = { state: 'expired', note: '', due: open.expiresAt } as const
    expect(await own.approvals.end(open.id, late, until)).toMatchObject({ won: false, approval: { state: 'pending' } })
    expect(await own.approvals.end(open.id, { ...late, due: until }, NOW)).toMatchObject({ won: true })
  })

  test('of many who put the end off or end it at once, the store says who was in time', async () => {
    const own = await places.fresh()
    const again = await places.again(own)
    for (let round = 0; round < 5; round++) {
      const one = asked()
      await own.approvals.ask(one)
      const late = { state: 'expired', note: '', due: one.expiresAt } as const
      const [extended, ended] = await Promise.all([
        own.approvals.extend(one.id, one.expiresAt + 5, NOW),
        again.approvals.end(one.id, late, one.expiresAt),
      ])
      expect([extended?.won, ended?.won].filter((won) => won === true)).toHaveLength(1)
      expect((await own.approvals.get(one.id))?.state).toBe(extended?.won === true ? 'pending' : 'expired')
    }
  })

  test('all of them are found again, newest first, in whatever state', async () => {
    const own = await places.fresh()
    const [first, second, third] = [1, 2, 3].map((n) => asked({ askedAt: NOW + n, session: `s${n % 2}` }))
    for (const one of [second, third, first]) await own.approvals.ask(one as Asked)
    await own.approvals.end(second?.id ?? '', { state: 'cancelled', note: '' }, NOW)
    const ids = async (filter: Omit<ApprovalFilter, 'limit'>, limit = 10) =>
      (await own.approvals.history({ ...filter, limit })).map(({ id }) => id)
    expect(await ids({})).toEqual([third?.id, second?.id, first?.id])
    expect(await ids({}, 1)).toEqual([third?.id])
    expect(await ids({ before: NOW + 3, since: NOW + 2 })).toEqual([second?.id])
    expect(await ids({ session: 's1' })).toEqual([third?.id, first?.id])
    expect(await ids({ session: 'x\0' })).toEqual([])
  })

  test.each(['no-such-id', '', `'; drop table approvals; --`, 'x\0y'])(
    'an unknown id (%j) is undefined',
    async (id) => {
      expect(await store.approvals.get(id)).toBeUndefined()
      expect(await store.approvals.end(id, { state: 'cancelled', note: '' }, NOW)).toBeUndefined()
    },
  )

  test.each([
    ['a session with a NUL', { session: 's1\0s2' }],
    ['half a character in a project', { project: '/srv/\ud800' }],
    ['no id', { id: '' }],
    ['a time that is not a number', { expiresAt: Number.NaN }],
    ['an endless time', { expiresAt: Number.POSITIVE_INFINITY }],
    ['an input that is not JSON', { call: { tool: 'x', input: { big: 1n } } }],
  ])('%s is refused in words', async (_, change) => {
    await expect(store.approvals.ask(asked(change))).rejects.toMatchObject({ name: 'StoreError', code: 'invalid' })
  })
}
