/** Behaviour as data: every case of `spec/cases` holds. */

import { describe, expect, test } from 'vitest'
import { callOf, engineOf, expectedOf, readCases } from './case.ts'
import type { Case, Expected } from './case.ts'
import type { Suggestion, Verdict } from '../src/index.ts'

const cases = readCases()

test('case names are unique, in kebab-case, and each says where it comes from', () => {
  const names = cases.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(names.filter((name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))).toEqual([])
  expect(cases.filter(({ source }) => typeof source !== 'string' || source === '')).toEqual([])
})

test('there are at least 180 cases, and none expects nothing', () => {
  expect(cases.length).toBeGreaterThanOrEqual(180)
  const empty = cases.filter((one) => {
    const { behavior, not, visible } = expectedOf(one)
    return behavior === undefined && not === undefined && visible === undefined
  })
  expect(empty).toEqual([])
})

test('no case has a field that is not read', () => {
  const strange = cases.flatMap((one) => [
    ...Object.keys(one).filter((field) => !CASE_FIELDS.has(field)),
    ...Object.keys(expectedOf(one)).filter((field) => !EXPECTED_FIELDS.has(field)),
  ])
  expect(strange).toEqual([])
})

const CASE_FIELDS = new Set(
  'name file source mode policy layers trusted answers root home cwd fs tools now async call command repeat read write url list expect'.split(
    ' ',
  ),
)
const EXPECTED_FIELDS = new Set(
  'behavior not code rule safety reason enforced suggests offers never-offers lasts visible'.split(' '),
)

for (const file of new Set(cases.map((one) => one.file))) {
  describe(file, () => {
    for (const one of cases) if (one.file === file) test(one.name, () => holds(one))
  })
}

async function holds(one: Case): Promise<void> {
  const engine = engineOf(one)
  const expected = expectedOf(one)
  if (expected.visible !== undefined) {
    const listed = engine.visible((one.list ?? []).map((name) => ({ name })))
    expect(listed.map(({ name }) => name)).toEqual(expected.visible)
    return
  }
  const call = callOf(one)
  const verdict = one.async === true ? await engine.decideAsync(call) : engine.decide(call)
  expectVerdict(verdict, expected)
  expectSuggestions(engine.suggest(verdict), expected)
}

function expectVerdict(verdict: Verdict, expected: Expected): void {
  const { behavior, not, code, rule, safety, reason, enforced } = expected
  const seen = `${verdict.behavior} (${verdict.code}): ${verdict.reason}`
  if (behavior !== undefined) expect(verdict.behavior, seen).toBe(behavior)
  if (not !== undefined) expect(verdict.behavior, seen).not.toBe(not)
  if (code !== undefined) expect(verdict.code, seen).toBe(code)
  if (rule !== undefined) expect(verdict.rule?.rule, seen).toBe(rule)
  if (safety !== undefined) expect(verdict.safety, seen).toBe(safety)
  if (reason !== undefined) expect(verdict.reason).toContain(reason)
  if (enforced !== undefined) expect(verdict.enforced).toBe(enforced)
}

function expectSuggestions(found: readonly Suggestion[], expected: Expected): void {
  const rules = found.map((suggestion) => suggestion.rules)
  expect(rules.length).toBeLessThanOrEqual(5)
  if (expected.suggests !== undefined) expect(rules).toEqual(expected.suggests)
  // Which part of the call a rule is for does not order them.
  const offered = rules.map((texts) => texts.toSorted())
  for (const offer of expected.offers ?? []) expect(offered).toContainEqual(offer.toSorted())
  for (const text of expected['never-offers'] ?? []) expect(rules.flat()).not.toContain(text)
  if (expected.lasts !== undefined) expect(found[0]?.lasts).toEqual(expected.lasts)
}
