/** What the seed documents promise holds, or is listed with a reason in `docs/decisions/0001-seed-cases.md`. */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readCorpus } from './corpus.ts'
import { judgeSeedCase } from './seed-case.ts'
import type { SeedCase } from './seed-case.ts'

interface Decided {
  readonly elsewhere: Readonly<Record<string, string>>
  readonly differently: Readonly<Record<string, string>>
}

const PAGE = new URL('../docs/decisions/0001-seed-cases.md', import.meta.url)
const { elsewhere, differently } = parse(fenced(readFileSync(PAGE, 'utf8'))) as Decided
const lines = readCorpus('seed-cases.jsonl') as readonly SeedCase[]

describe('every seed case agrees or is listed', () => {
  for (const line of lines.filter(({ kind }) => !(kind in elsewhere))) {
    test(`${line.id} ${line.kind}`, () => {
      const { agrees, seen } = judgeSeedCase(line)
      if (line.id in differently) expect(agrees, `${line.id} is listed as different, but agrees`).toBe(false)
      else expect(agrees, `${JSON.stringify(line)}\n  seen: ${seen}`).toBe(true)
    })
  }
})

test('what is listed exists, with a reason', () => {
  const ids = new Set(lines.map(({ id }) => id))
  const kinds = new Set<string>(lines.map(({ kind }) => kind))
  expect(Object.keys(differently).filter((id) => !ids.has(id))).toEqual([])
  expect(Object.keys(elsewhere).filter((kind) => !kinds.has(kind))).toEqual([])
  for (const reason of Object.values({ ...elsewhere, ...differently })) expect(reason.length).toBeGreaterThan(20)
})

test('the page counts the lines', () => {
  expect(readFileSync(PAGE, 'utf8')).toContain(`holds ${lines.length} cases`)
})

function fenced(page: string): string {
  const found = /```yaml\n([^]*?)```/.exec(page)?.[1]
  if (found === undefined) throw new Error('the decision page has lost its list')
  return found
}
