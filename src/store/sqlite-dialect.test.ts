import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { sqliteBinding, type Database } from './sqlite-binding.ts'
import { SharedSqliteDialect } from './sqlite-dialect.ts'

const locked = () => Object.assign(new Error('database is locked'), { rawCode: 5 })

/** As if, after each transaction of ours, another process had the file for so long. */
function contested(raw: Database, heldFor: number): Database {
  let freeAt = 0
  return {
    ...raw,
    exec(text) {
      if (text.startsWith('begin') && performance.now() < freeAt) throw locked()
      raw.exec(text)
      if (text === 'commit') freeAt = performance.now() + heldFor
    },
  }
}

test('waiting for one’s own turn in this process does not use up the patience with others', async () => {
  const raw = (await sqliteBinding())(':memory:')
  const db = new Kysely({ dialect: new SharedSqliteDialect(contested(raw, 60), 200) })
  const done: number[] = []
  const work = Array.from({ length: 8 }, (_, n) =>
    db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      done.push(n)
    }),
  )
  await Promise.all(work)
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  await db.destroy()
})

test('patience with others ends, and whoever is next gets their turn', async () => {
  const raw = (await sqliteBinding())(':memory:')
  let isHeld = true
  const exec = (text: string) => {
    if (isHeld) throw locked()
    raw.exec(text)
  }
  const db = new Kysely({ dialect: new SharedSqliteDialect({ ...raw, exec }, 20) })
  const write = () => db.transaction().execute((trx) => sql`select 1`.execute(trx))
  await expect(write()).rejects.toThrow('database is locked')
  isHeld = false
  await write()
  await db.destroy()
})

test('an old view of the data that is still open is not waited for: others in the line must come to end it', async () => {
  const raw = (await sqliteBinding())(':memory:')
  const stale = Object.assign(new Error('database is locked'), { rawCode: 517 })
  const exec = () => {
    throw stale
  }
  const db = new Kysely({ dialect: new SharedSqliteDialect({ ...raw, exec }, 60_000) })
  await expect(db.transaction().execute((trx) => sql`select 1`.execute(trx))).rejects.toBe(stale)
  await db.destroy()
})
