import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AuditRecord } from '../../store/record.ts'
import { visibleJson } from '../visible.ts'
import { exportAudit } from './export.ts'
import { signCheckpoint } from './key.ts'
import { sealedCheckpoint, verifySealed } from './sealed.ts'
import { chainOf, StillAudit, testKey } from './testing.ts'

const key = testKey()
const keys = new Map([[key.id, key.publicKey]])
const verify = (lines: readonly string[]) => verifySealed(from(lines), { keys })

async function* from(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

async function sealed(count: number): Promise<string[]> {
  const records = chainOf(count)
  const lines: object[] = [sealedCheckpoint(signCheckpoint(key, records.at(-1) as AuditRecord, 5))]
  for await (const line of exportAudit(new StillAudit(records), { format: 'sealed' })) lines.push(line)
  return lines.map((line) => visibleJson(line))
}

describe('a sealed export', () => {
  it.each([1, 2, 499, 500, 501, 1200])('of %i records verifies without the store', async (count) => {
    expect(await verify(await sealed(count))).toMatchObject({ ok: true, findings: [], records: count, signedTo: count })
  })

  it('is not believed without the key that signed it', async () => {
    expect(await verifySealed(from(await sealed(3)), { keys: new Map() })).toMatchObject({ ok: false })
  })

  it.each([
    ['is empty', []],
    ['holds something else', ['{"seq":1}']],
    ['is not JSON', ['x']],
    ['holds no object', ['null']],
    ['holds a list', ['[]']],
  ])('that %s is not sound', async (_, lines) => {
    expect((await verify(lines)).ok).toBe(false)
  })

  it('that was emptied of all but the leave to drop what is old is not sound', async () => {
    const start = signCheckpoint(key, chainOf(3)[1] as AuditRecord, 5, 'start')
    expect((await verify([visibleJson(sealedCheckpoint(start))])).ok).toBe(false)
  })

  it('that was cut back to an earlier checkpoint is told by a head that was noted', async () => {
    const [, ...lines] = await sealed(6)
    const [second, last] = [chainOf(6)[1], chainOf(6)[5]] as [AuditRecord, AuditRecord]
    const cut = [visibleJson(sealedCheckpoint(signCheckpoint(key, second, 5))), ...lines.slice(0, 2)]
    expect((await verify(cut)).ok).toBe(true)
    expect((await verifySealed(from(cut), { keys, expect: last })).ok).toBe(false)
  })

  it('of the shape that is shown, not sealed, is refused in words', async () => {
    const lines: string[] = []
    for await (const line of exportAudit(new StillAudit(chainOf(2)), { format: 'jsonl' })) lines.push(visibleJson(line))
    const { findings } = await verify(lines)
    expect(findings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('line 1 is not a sealed record'),
    )
  })

  it('law: whatever is changed, dropped, doubled or moved in it, it is not sound', async () => {
    const lines = await sealed(6)
    const place = fc.nat({ max: lines.length - 1 })
    const change = fc.oneof(
      fc.record({ does: fc.constant('drop' as const), at: place }),
      fc.record({ does: fc.constant('double' as const), at: fc.integer({ min: 1, max: lines.length - 1 }) }),
      fc.record({ does: fc.constant('swap' as const), at: fc.integer({ min: 0, max: lines.length - 2 }) }),
      fc.record({ does: fc.constant('cut' as const), at: fc.integer({ min: 1, max: lines.length - 1 }) }),
      fc.record({
        does: fc.constant('edit' as const),
        at: place,
        byte: fc.nat(),
        to: fc.constantFrom('0', '1', 'x', '"', ' '),
      }),
    )
    await fc.assert(
      fc.asyncProperty(change, async (lie) => {
        const told = changed(lines, lie)
        fc.pre(!sameMeaning(told, lines))
        expect((await verify(told)).ok).toBe(false)
      }),
    )
  })

  it('whose signature is spelled another way is not sound', async () => {
    const [checkpoint = '', ...records] = await sealed(2)
    const spelled = ['\\n=="', '="', '"', '==="'].map((end) => checkpoint.replace('=="', end))
    for (const line of spelled) expect((await verify([line, ...records])).ok).toBe(false)
  })
})

type Lie = { readonly at: number } & (
  | { readonly does: 'drop' | 'double' | 'swap' | 'cut' }
  | { readonly does: 'edit'; readonly byte: number; readonly to: string }
)

function changed(lines: readonly string[], lie: Lie): string[] {
  const line = lines[lie.at] as string
  switch (lie.does) {
    case 'drop':
      return lines.toSpliced(lie.at, 1)
    case 'double':
      return lines.toSpliced(lie.at, 0, line)
    case 'swap':
      return lines.toSpliced(lie.at, 2, lines[lie.at + 1] as string, line)
    case 'cut':
      return lines.slice(0, lie.at)
    case 'edit': {
      const byte = lie.byte % line.length
      return lines.with(lie.at, line.slice(0, byte) + lie.to + line.slice(byte + 1))
    }
  }
}

/** Whether the lines mean the same: a changed blank between two names, for example, changes nothing. */
function sameMeaning(some: readonly string[], others: readonly string[]): boolean {
  const read = (lines: readonly string[]) => {
    try {
      return JSON.stringify(lines.map((line) => JSON.parse(line) as unknown))
    } catch {
      return undefined
    }
  }
  const said = read(some)
  return said !== undefined && said === read(others)
}
