/** Part of the tests: one case of `spec`, decided by the engine it describes and held against what it expects. */

import { expect } from 'vitest'
import type { Suggestion, Verdict } from '../src/index.ts'
import { callOf, engineOf, expectedOf } from './case.ts'
import type { Case, Expected } from './case.ts'

/** `why` is said where the case does not hold. */
export async function caseHolds(one: Case, why = ''): Promise<void> {
  const engine = engineOf(one)
  const expected = expectedOf(one)
  if (expected.visible !== undefined) {
    const listed = engine.visible((one.list ?? []).map((name) => ({ name })))
    expect(listed.map(({ name }) => name)).toEqual(expected.visible)
    return
  }
  const call = callOf(one)
  const verdict = one.async === true ? await engine.decideAsync(call) : engine.decide(call)
  expectVerdict(verdict, expected, why)
  expectSuggestions(engine.suggest(verdict), expected)
}

function expectVerdict(verdict: Verdict, expected: Expected, why: string): void {
  const { behavior, not, code, rule, safety, reason, enforced } = expected
  const seen = `${verdict.behavior} (${verdict.code}): ${verdict.reason}\n${why}`
  if (behavior !== undefined) expect(verdict.behavior, seen).toBe(behavior)
  if (not !== undefined) expect(verdict.behavior, seen).not.toBe(not)
  if (code !== undefined) expect(verdict.code, seen).toBe(code)
  else expect(verdict.code, seen).not.toBe('internal-error')
  if (rule !== undefined) expect(verdict.rule?.rule, seen).toBe(rule)
  if (safety !== undefined) expect(verdict.safety, seen).toBe(safety)
  if (reason !== undefined) expect(verdict.reason).toContain(reason)
  if (enforced !== undefined) expect(verdict.enforced, seen).toBe(enforced)
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
