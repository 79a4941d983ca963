/** What is hashed and handed over is, byte for byte, what was to be recorded; chains of before still hold. */

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pack } from './packed.ts'
import type { NewRecord } from './record.ts'
import { seal, sealedHead } from './seal.ts'

const TEXT = fc.string({ unit: 'grapheme', maxLength: 60 })
const WHOLE = fc.maxSafeInteger()
const RECORD: fc.Arbitrary<NewRecord> = fc.record({
  kind: TEXT,
  at: WHOLE,
  session: fc.option(TEXT),
  body: fc.oneof(TEXT, fc.string({ maxLength: 2_000 })),
})

it('a head is the list that earlier records were sealed with', () => {
  fc.assert(
    fc.property(RECORD, WHOLE, TEXT, (record, seq, previous) => {
      const { kind, at, session, body } = record
      const before = `${JSON.stringify([seq, kind, at, session, previous])}\n`
      const [kindJson, sessionJson, previousJson] = [kind, session, previous].map((text) => JSON.stringify(text))
      expect(sealedHead(kindJson!, at, sessionJson!, seq, previousJson!)).toBe(before)
      expect(seal(record, seq, previous)).toBe(createHash('sha256').update(`${before}${body}`).digest('hex'))
    }),
  )
})

it('packed records are what was given, apart from each other, in new bytes or in used ones', () => {
  fc.assert(
    fc.property(fc.array(RECORD, { maxLength: 20 }), fc.nat(20_000), (records, spare) => {
      const { bytes, bounds, kinds, ats, sessions } = pack(records, Buffer.allocUnsafeSlow(spare))
      let end = 0
      const given = records.map(({ kind, session }, index): NewRecord => {
        const [from, to] = [bounds[index * 2] as number, bounds[index * 2 + 1] as number]
        expect(from).toBeGreaterThanOrEqual(end)
        end = to + 64 + Buffer.byteLength(kind) + Buffer.byteLength(session ?? '')
        const body = Buffer.from(bytes.subarray(from, to)).toString()
        return { kind: kinds[index] as string, at: ats[index] as number, session: sessions[index] ?? null, body }
      })
      expect(given).toEqual(records)
      expect(bytes.length).toBeGreaterThanOrEqual(end)
    }),
  )
})

it('bytes that suffice are used again, others are not', () => {
  const records = [{ kind: 'decision', at: 1, session: 's', body: '{}' }]
  const spare = Buffer.allocUnsafeSlow(1_000)
  expect(pack(records, spare).bytes.buffer).toBe(spare.buffer)
  expect(pack([{ ...records[0]!, body: 'x'.repeat(1_000) }], spare).bytes.buffer).not.toBe(spare.buffer)
})
