/**
 * Where one pattern is said to cover another, the matchers must agree. `COUNTERSIGN_RUNS` and `COUNTERSIGN_SEED` say how often and
 * from where.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { covers, matterOf } from '../src/engine/lint/matter.ts'
import { compileSubject } from '../src/engine/subject.ts'
import { covering, WAYS } from './arbitrary-pairs.ts'

const RUNS = 5 * Number(process.env['COUNTERSIGN_RUNS'] ?? 300)
const SEED = Number(process.env['COUNTERSIGN_SEED'] ?? 20261115)

test('what covers another matches all that it matches', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(covering, ([[world, [outer, inner]], list]) => {
      const [a, b] = [matterOf(outer, world), matterOf(inner, world)]
      for (const way of WAYS) {
        if (!covers(a, b, way, world)) continue
        seen.set(`${b.of} ${way}`, (seen.get(`${b.of} ${way}`) ?? 0) + 1)
        const [wide, narrow] = [compileSubject(outer, world), compileSubject(inner, world)]
        for (const reading of list) {
          for (const effect of reading.effects) {
            const why = `${outer} ${way} ${inner}: ${JSON.stringify(effect)} of ${reading.tool}`
            const permitted = effect.certain && narrow.permits(effect, reading)
            const restricted = wide.restricts(effect, reading)
            if (way === 'restricts') expect(restricted, why).toBeGreaterThanOrEqual(narrow.restricts(effect, reading))
            if (!permitted || way === 'restricts') continue
            if (way === 'beats') expect(restricted, why).toBe(2)
            else expect(wide.permits(effect, reading), why).toBe(true)
            // Only what is read may want a rule that names it.
            if (way === 'permits' && effect.type === 'read' && narrow.names(effect))
              expect(wide.names(effect), why).toBe(true)
          }
        }
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 1500 },
  )
  for (const of of ['shell', 'read', 'write', 'url', 'mcp', 'tool'])
    for (const way of WAYS) expect(seen.get(`${of} ${way}`) ?? 0, `${of} ${way}`).toBeGreaterThan(0)
})
