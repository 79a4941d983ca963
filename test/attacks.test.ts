/**
 * Attacks on the reading of shell lines and on the decision: every case of `spec/attacks` holds.
 *
 * A file holds groups of cases that share a policy, a mode and an expectation; a case may expect otherwise for itself.
 * `not-allow` is the bar for what no reading can be sure of.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Behavior } from '../src/index.ts'
import { callOf, engineOf } from './case.ts'
import type { Case } from './case.ts'
import { cpuNow } from './cpu.ts'

type Expected = Behavior | 'not-allow'
type Attack = Omit<Case, 'expect'> & { readonly why: string; readonly expect: Expected }
type Group = Pick<Attack, 'source' | 'policy' | 'mode' | 'expect'> & { readonly cases: readonly Partial<Attack>[] }

const FOLDER = new URL('../spec/attacks/', import.meta.url)
const FIELDS = new Set('name file source why mode policy command repeat expect'.split(' '))
const EXPECTATIONS = new Set<Expected>(['allow', 'ask', 'deny', 'not-allow'])
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
  expect(attacks.filter((one) => !EXPECTATIONS.has(one.expect))).toEqual([])
  expect(attacks.flatMap((one) => Object.keys(one).filter((field) => !FIELDS.has(field)))).toEqual([])
  expect(attacks.length).toBeGreaterThan(400)
})

for (const file of new Set(attacks.map((one) => one.file))) {
  describe(file, () => {
    for (const one of attacks) if (one.file === file) test(one.name, () => holds(one))
  })
}

function attacksIn(file: string): readonly Attack[] {
  const { groups } = parse(readFileSync(new URL(file, FOLDER), 'utf8')) as { readonly groups: readonly Group[] }
  return groups.flatMap(({ cases, ...shared }) => cases.map((one) => ({ ...shared, ...one, file }) as Attack))
}

function holds(attack: Attack): void {
  const one: Case = { ...attack, expect: attack.expect === 'not-allow' ? { not: 'allow' } : attack.expect }
  const engine = engineOf(one)
  const call = callOf(one)
  const { behavior, code, reason } = engine.decide(call)
  const seen = `${behavior} (${code}): ${reason}\nexpected ${attack.expect}: ${attack.why}`
  if (attack.expect === 'not-allow') expect(behavior, seen).not.toBe('allow')
  else expect(behavior, seen).toBe(attack.expect)
  expect(code, seen).not.toBe('internal-error')
  if (attack.repeat !== undefined)
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
