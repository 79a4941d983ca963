/** What `lint` tells is proven: tried on random policies, and on calls made of their own patterns. `COUNTERSIGN_RUNS` says how often. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEngine } from '../src/index.ts'
import type { Policy, Rule, Verdict } from '../src/index.ts'
import { compileRule, permits } from '../src/engine/compiled-rule.ts'
import type { Remark } from '../src/engine/lint/lint.ts'
import { NOW, PLACE, ship } from './arbitrary.ts'
import { linted, WORLD } from './arbitrary-lint.ts'

const RUNS = Number(process.env['COUNTERSIGN_RUNS'] ?? 300)
const SEED = Number(process.env['COUNTERSIGN_SEED'] ?? 20261115)

const told = ({ behavior, code, reason }: Verdict) => `${behavior} (${code}): ${reason}`
const without = (given: Policy, gone: readonly Rule[]): Policy => ({
  ...given,
  rules: given.rules.filter((rule) => !gone.includes(rule)),
})

/** The same but for the name of a rule that is gone: what it says for it is another sentence. */
function alikeVerdicts(before: Verdict, after: Verdict, gone: readonly Rule[], why: string): void {
  expect([after.behavior, after.safety], `${why}\nbefore ${told(before)}\nafter ${told(after)}`).toEqual([
    before.behavior,
    before.safety,
  ])
  if (before.rule === undefined || gone.includes(before.rule)) return
  expect(after.rule, `${why}\nbefore ${told(before)}\nafter ${told(after)}`).toBe(before.rule)
}

const spell = (remarks: readonly Remark[]) =>
  remarks
    .map(
      (remark) =>
        `${remark.says} ${JSON.stringify(remark.rule)}${'by' in remark ? ` by ${JSON.stringify(remark.by)}` : ''}`,
    )
    .join('\n')

describe('what is told changes no verdict', () => {
  test('of calls', () => {
    let count = 0
    fc.assert(
      fc.property(linted, ([{ policy: given, remarks }, list, answers]) => {
        if (remarks.length === 0) return
        count++
        const engineFor = (rest: Policy) => createEngine({ ...PLACE, policy: rest, tools: [ship], now: () => NOW })
        const asked = { ...given, answers }
        const gone = remarks.map(({ rule }) => rule)
        for (const some of RUNS > 300 ? [gone, ...gone.map((rule) => [rule])] : [gone, gone.slice(0, 1)]) {
          const [all, rest] = [engineFor(asked), engineFor(without(asked, some))]
          for (const call of list)
            alikeVerdicts(
              all.decide(call),
              rest.decide(call),
              some,
              `${spell(remarks)}\n${JSON.stringify(call)} ${given.mode} ${given.otherwise}`,
            )
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 300 },
    )
    expect(count).toBeGreaterThan(RUNS / 4)
  })

  test('and what can never match permits nothing', () => {
    fc.assert(
      fc.property(linted, ([{ policy: given, remarks }, list]) => {
        const dead = remarks.flatMap((remark) => (remark.says === 'dead' ? [remark.rule] : []))
        if (dead.length === 0) return
        const engine = createEngine({ ...PLACE, policy: given, tools: [ship], now: () => NOW })
        for (const call of list) {
          const { reading, rule, code } = engine.decide(call)
          expect(dead).not.toContain(rule)
          if (code === 'tool-hidden') continue
          for (const one of dead)
            if (one.behavior === 'allow')
              expect(
                reading.effects.some((effect) => permits(compileRule(one, 0, WORLD), effect, reading, NOW)),
                one.rule,
              ).toBe(false)
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 300 },
    )
  })
})
