import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AuditRecord } from '../../store/record.ts'
import { seal } from './chain.ts'
import { isSigned, signCheckpoint } from './key.ts'
import { dropOld } from './retention.ts'
import { chainOf, StillAudit, testKey } from './testing.ts'
import { verifyAudit } from './verify.ts'

const key = testKey()
const keys = new Map([[key.id, key.publicKey]])
const verify = (store: StillAudit, expected?: { seq: number; hash: string }) =>
  verifyAudit(store, { keys, ...(expected === undefined ? {} : { expect: expected }) })

/** A chain with a checkpoint at its end and one in the middle. */
function sound(count: number): StillAudit {
  const records = chainOf(count)
  const ends = [records[Math.floor((count - 1) / 2)], records.at(-1)] as AuditRecord[]
  return new StillAudit(
    records,
    ends.map((record) => signCheckpoint(key, record, 5)),
  )
}

describe('a sound chain', () => {
  it.each([1, 2, 499, 500, 501, 1200])('of %i records verifies', async (count) => {
    const found = await verify(sound(count))
    expect(found).toMatchObject({ ok: true, findings: [], records: count, first: 1, signedTo: count })
    expect(found.head?.seq).toBe(count)
  })

  it('that is empty verifies', async () => {
    expect(await verify(new StillAudit())).toMatchObject({ ok: true, records: 0, head: undefined })
  })

  it('may have records that are not signed for yet, and says up to where it is', async () => {
    const store = sound(4)
    await store.append([{ kind: 'answer', at: 9, session: null, body: '{}' }], seal)
    expect(await verify(store)).toMatchObject({ ok: true, records: 5, signedTo: 4 })
  })
})

it('checkpoints of a key that is not known vouch for nothing, and each such key is told once', async () => {
  const records = chainOf(6)
  const stranger = testKey()
  const signed = records.map((record, at) => signCheckpoint(at === 0 ? key : stranger, record, 5))
  const found = await verify(new StillAudit(records, signed))
  expect(found).toMatchObject({ ok: false, signedTo: 1, findings: [{ what: 'unknown key', seq: 2 }] })
  expect(found.findings[0]?.message).toContain(stranger.id)
})

/** Ways to tamper. Each gets a copy of the records and two random positions. */
type Lie = (records: AuditRecord[], at: number, other: number) => AuditRecord[]

const edit =
  (change: (record: AuditRecord) => Partial<AuditRecord>): Lie =>
  (records, at) =>
    records.map((record, index) => (index === at ? { ...record, ...change(record) } : record))

const swap: Lie = (records, at, other) => {
  const next = [...records]
  const [a, b] = [records[at] as AuditRecord, records[other] as AuditRecord]
  next[at] = { ...b, seq: a.seq }
  next[other] = { ...a, seq: b.seq }
  return next
}

const insert: Lie = (records, at) =>
  records.flatMap((record, index) => (index === at ? [record, record] : [record])).map(renumber)
const insertAs =
  (seq: number): Lie =>
  (records, at) =>
    [...records, { ...(records[at] as AuditRecord), seq }].toSorted((a, b) => a.seq - b.seq)
const remove: Lie = (records, at) => records.filter((_, index) => index !== at)
const removeAndRenumber: Lie = (records, at) => remove(records, at, 0).map(renumber)
const renumber = (record: AuditRecord, index: number): AuditRecord => ({ ...record, seq: index + 1 })

const LIES: Readonly<Record<string, Lie>> = {
  'a changed body': edit(({ body }) => ({ body: `${body} ` })),
  'a changed kind': edit(() => ({ kind: 'answer' })),
  'a changed time': edit(({ at }) => ({ at: at + 1 })),
  'a changed session': edit(({ session }) => ({ session: session === null ? '' : null })),
  'a changed hash': edit(({ hash }) => ({ hash: flipped(hash) })),
  'a changed link': edit(({ previous }) => ({ previous: flipped(previous) })),
  'a changed body with its hash made anew': edit((record) => {
    const body = '{"n":"forged"}'
    return { body, hash: seal({ ...record, body }, record.seq, record.previous) }
  }),
  'a record removed': remove,
  'a record removed and the others renumbered': removeAndRenumber,
  'two records swapped': swap,
  'a record inserted': insert,
  'a record inserted before the first': insertAs(0),
  'a record inserted long before the first': insertAs(Number.MIN_SAFE_INTEGER),
  'a record inserted at the very end': insertAs(Number.MAX_SAFE_INTEGER),
  'a record inserted where numbers end': insertAs(2 ** 63),
  'the end cut off': (records, at) => records.slice(0, at),
  'the start cut off': (records, at) => records.slice(at + 1),
  'everything removed': () => [],
  'a chain made anew from there': (records, at) => rechained(edit(() => ({ body: '{}' }))(records, at, 0)),
  'a chain made anew without one': (records, at) => rechained(removeAndRenumber(records, at, 0)),
}

describe('every single lie is found', () => {
  it.each(Object.entries(LIES))('%s', async (_, lie) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 40 }), fc.nat(), fc.nat(), async (count, a, b) => {
        const at = a % count
        const other = b % count
        fc.pre(lie !== swap || at !== other)
        const store = sound(count)
        store.records = lie(store.records, at, other)
        const { ok, findings } = await verify(store)
        expect(ok).toBe(false)
        expect(findings[0]?.message).toMatch(/record|checkpoint|chain/)
      }),
      { numRuns: 60, seed: 7 },
    )
  })

  it('says which record, and how', async () => {
    const store = sound(9)
    const gone = remove(store.records, 3, 0)
    store.records = edit(() => ({ body: '{"n":"x"}' }))(gone, 6, 0)
    expect((await verify(store)).findings).toEqual([
      { what: 'removed', seq: 4, message: 'record 4 is missing' },
      { what: 'changed', seq: 8, message: 'record 8 does not have the hash it was given' },
    ])
  })

  it('also in checkpoints: another key, another seq, no checkpoint at all', async () => {
    const store = sound(4)
    const [first, last] = store.signed
    const stranger = signCheckpoint(testKey(), store.records[3] as AuditRecord, 5)
    for (const signed of [
      [first, last, stranger],
      [stranger],
      [{ ...last, seq: 3, hash: store.records[2]?.hash }],
      [{ ...last, signature: '' }],
      [],
    ])
      expect(await verify(new StillAudit(store.records, signed as never))).toMatchObject({ ok: false })
  })

  it('and a head noted elsewhere tells what even the signing key cannot hide', async () => {
    const { records } = sound(5)
    const noted = records[4] as AuditRecord
    const shorter = new StillAudit(records.slice(0, 3), [signCheckpoint(key, records[2] as AuditRecord, 5)])
    expect(await verify(shorter)).toMatchObject({ ok: true })
    expect(await verify(shorter, noted)).toMatchObject({ ok: false, findings: [{ what: 'truncated', seq: 4 }] })
    const other = rechained(edit(() => ({ body: '{}' }))(records, 0, 0))
    const resigned = new StillAudit(other, [signCheckpoint(key, other[4] as AuditRecord, 5)])
    expect(await verify(resigned)).toMatchObject({ ok: true })
    expect(await verify(resigned, noted)).toMatchObject({ ok: false, findings: [{ what: 'replaced', seq: 5 }] })
  })

  it('endless findings end', async () => {
    const store = sound(300)
    store.records = store.records.map((record) => ({ ...record, body: '' }))
    expect((await verify(store)).findings).toHaveLength(100)
  })
})

describe('retention', () => {
  it('drops what is old; the rest verifies and says since when', async () => {
    const store = sound(20)
    expect(await dropOld(store, { before: 8_000, key, now: 99 })).toEqual({ count: 7, to: 7 })
    expect(await verify(store)).toMatchObject({ ok: true, first: 8, records: 13, startsAfter: { seq: 7, at: 99 } })
    expect(await dropOld(store, { before: 8_000, key, now: 99 })).toEqual({ count: 0, to: undefined })
  })

  it('never drops the newest record, nor one that is younger than an older one', async () => {
    const store = sound(5)
    expect(await dropOld(store, { before: Number.MAX_SAFE_INTEGER, key, now: 99 })).toEqual({ count: 4, to: 4 })
    const backwards = sound(5)
    backwards.records = backwards.records.map((record) => ({ ...record, at: 10 - record.seq }))
    expect(await dropOld(backwards, { before: 8, key, now: 99 })).toEqual({ count: 0, to: undefined })
  })

  it('an ordinary checkpoint is no leave to drop what came before it', async () => {
    const store = sound(20)
    await store.dropBefore(11)
    expect(await verify(store)).toMatchObject({ ok: false, findings: [{ what: 'removed', seq: 1 }] })
    const renamed = store.signed.map((one) => ({ ...one, key: `${one.key} start` }))
    expect(renamed.every((one) => !isSigned(one, key.publicKey))).toBe(true)
  })

  it('dropping more than was signed for is found', async () => {
    const store = sound(20)
    await dropOld(store, { before: 8_000, key, now: 99 })
    await store.dropBefore(12)
    expect(await verify(store)).toMatchObject({ ok: false })
  })
})

function flipped(hash: string): string {
  return (hash.startsWith('0') ? '1' : '0') + hash.slice(1)
}

function rechained(records: readonly AuditRecord[]): AuditRecord[] {
  const next: AuditRecord[] = []
  for (const record of records) {
    const previous = next.at(-1)?.hash ?? '0'.repeat(64)
    next.push({ ...record, previous, hash: seal(record, record.seq, previous) })
  }
  return next
}
