/** Behaviour as data: every case of `spec/cases` holds. */

import { describe, expect, test } from 'vitest'
import { caseHolds } from './case-holds.ts'
import { expectedOf, readCases } from './case.ts'

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
  'name file source mode policy layers trusted answers root home cwd fs tools now async agent call command repeat read write url list expect'.split(
    ' ',
  ),
)
const EXPECTED_FIELDS = new Set(
  'behavior not code rule safety reason enforced suggests offers never-offers lasts visible'.split(' '),
)

for (const file of new Set(cases.map((one) => one.file))) {
  describe(file, () => {
    for (const one of cases) if (one.file === file) test(one.name, () => caseHolds(one))
  })
}
