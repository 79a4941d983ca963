/** The pages that people look things up in name all there is. What commands print of themselves is held by src/cli/reference.test.ts. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOCKS, policySchema } from '../src/policy/schema.ts'

const ROOT = join(import.meta.dirname, '..')
const page = (name: string) => readFileSync(join(ROOT, 'docs', name), 'utf8')

test('the guide names every field of a policy, and of a rule', () => {
  const guide = page('guide/policy.md')
  const fields = namesIn(policySchema()).filter((name) => name !== '$schema')
  expect(fields).toContain('workingDirectories')
  expect([...fields, ...LOCKS].filter((name) => !guide.includes(name))).toEqual([])
})

test('the first page leads to every guide', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const guides = readdirSync(join(ROOT, 'docs', 'guide'))
  expect(guides.filter((name) => !readme.includes(`(docs/guide/${name})`))).toEqual([])
})

test('the page of files and variables names every variable that is read', () => {
  const reference = page('reference/files.md')
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/test|testing/u.test(file))
    .map((file) => join('src', file))
  const read = ['bin/countersign-hook', ...sources].flatMap((file) =>
    [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(/\benv\['((?:COUNTERSIGN_)?\w+)'\]|\$\{(COUNTERSIGN_\w+)/gu),
    ].flatMap(([, inCode, inShell]) => inCode ?? inShell ?? []),
  )
  /** What every program reads, and what marks a machine of CI. */
  const usual = ['HOME', 'PATH', 'PWD', 'TERM', 'CI']
  expect(read).toContain('COUNTERSIGN_TOKEN')
  expect([...new Set(read)].filter((name) => !usual.includes(name) && !reference.includes(`\`${name}\``))).toEqual([])
})

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own =
    'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : []
  return [...own, ...Object.values(schema).flatMap(namesIn)]
}
