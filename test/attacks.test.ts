/**
 * Attacks on the reading of calls, on policies and on the decision: every case of `spec/attacks` holds.
 *
 * The format is that of `spec/cases`, in groups of cases that share fields; it is told in `spec/README.md`.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { caseHolds } from './case-holds.ts'
import { callOf, engineOf, expectedOf } from './case.ts'
import type { Case } from './case.ts'
import { cpuNow } from './cpu.ts'

type Attack = Case & { readonly why: string }
type Fields = Partial<Attack>
type Group = Fields & { readonly cases: readonly Fields[] }
type AttackFile = Fields & { readonly about: string; readonly groups: readonly Group[] }

const FOLDER = new URL('../spec/attacks/', import.meta.url)
const FIELDS = new Set(
  'name file source why mode policy layers trusted root home cwd fs tools async agent call command repeat read write url expect'.split(
    ' ',
  ),
)
const BEHAVIORS = new Set<unknown>(['allow', 'ask', 'deny'])
/** Far more than a decision takes: only what grows faster than its line comes near. */
const IN_TIME = 250

const attacks = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap(attacksIn)

test('attacks have unique names in kebab-case, a reason, a source, a known expectation and no field that is not read', () => {
  const names = attacks.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(names.filter((name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))).toEqual([])
  expect(attacks.filter(({ why, source }) => !why || !source)).toEqual([])
  expect(attacks.filter((one) => !expectsSomething(one))).toEqual([])
  expect(attacks.flatMap((one) => Object.keys(one).filter((field) => !FIELDS.has(field)))).toEqual([])
  expect(attacks.length).toBeGreaterThan(800)
})

for (const file of new Set(attacks.map((one) => one.file))) {
  describe(file, () => {
    for (const one of attacks) if (one.file === file) test(one.name, () => holds(one))
  })
}

function attacksIn(file: string): readonly Attack[] {
  const { about: _, groups, ...ofFile } = parse(readFileSync(new URL(file, FOLDER), 'utf8')) as AttackFile
  return groups.flatMap(({ cases, ...ofGroup }) =>
    cases.map((one) => ({ ...ofFile, ...ofGroup, ...one, file }) as Attack),
  )
}

function expectsSomething(one: Case): boolean {
  const { behavior, not } = expectedOf(one)
  return BEHAVIORS.has(behavior) || BEHAVIORS.has(not)
}

async function holds(attack: Attack): Promise<void> {
  await caseHolds(attack, attack.why)
  if (attack.repeat === undefined) return
  const engine = engineOf(attack)
  const call = callOf(attack)
  engine.decide(call)
  expect(
    timeOf(() => engine.decide(call)),
    'milliseconds',
  ).toBeLessThan(IN_TIME)
}

/** The better of two: the machine has other work. */
function timeOf(decide: () => void): number {
  const times = [0, 0].map(() => {
    const start = cpuNow()
    decide()
    return cpuNow() - start
  })
  return Math.min(...times)
}
