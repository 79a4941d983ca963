/** A store of an earlier version is brought up to date with all that is in it, and what is looked for is found by an index. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sqliteBinding } from './sqlite-binding.ts'
import { openSqlite } from './sqlite.ts'
import { breakIn, record, seal } from './testing/samples.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('0003, 0004: every kind is found as before, the rarer ones by their index, and so is what is asked already', async () => {
  const file = join(folder, 'store.db')
  const before = await openSqlite(file)
  const kinds = ['decision', 'answer', 'decision', 'outcome', 'decision', 'answer']
  await before.audit.append(
    kinds.map((kind) => record({ kind })),
    seal,
  )
  const records = await before.audit.read(1, 10)
  await before.close()
  const open = await sqliteBinding()
  const raw = open(file)
  raw.exec('drop index audit_by_kind')
  raw.exec('create index audit_by_kind on audit (kind, seq)')
  raw.exec('drop index approvals_by_digest')
  raw.exec(`delete from kysely_migration where name >= '0003'`)
  raw.close()

  const after = await openSqlite(file)
  expect(await after.audit.read(1, 10)).toEqual(records)
  expect(breakIn(records)).toBeUndefined()
  const found = async (kind: string) => (await after.audit.find({ kind, limit: 10 })).map(({ seq }) => seq)
  expect(await found('decision')).toEqual([5, 3, 1])
  expect(await found('answer')).toEqual([6, 2])
  expect(await found('outcome')).toEqual([4])
  expect(await found('profile')).toEqual([])
  await after.close()

  const now = open(file)
  const planOf = (where: string) =>
    JSON.stringify(now.prepare(`explain query plan select * from audit where ${where} order by seq desc`).all([]))
  expect(planOf(`kind = 'x' and kind <> 'decision'`)).toContain('audit_by_kind')
  expect(planOf(`kind = 'decision'`)).not.toContain('INDEX')
  expect(planOf(`kind = 'decision' and session = 's'`)).toContain('audit_by_session')
  const asking = `select * from approvals where state = ? and session = ? and project = ? and digest = ?`
  const plan = now.prepare(`explain query plan ${asking} order by asked_at, id`).all(['pending', 's', 'p', 'd'])
  expect(JSON.stringify(plan)).toContain('approvals_by_digest')
  now.close()
})
