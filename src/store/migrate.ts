/**
 * Part of the store: gives a database the tables that this version knows; safe even if several processes do it at once.
 */

import { Migrator, type Kysely } from 'kysely'
import { StoreError } from './error.ts'
import { migrations, type WholeType } from './migrations.ts'

/** The table in which Kysely keeps the names of the migrations that ran. */
interface Done {
  kysely_migration: { name: string }
}

export async function migrate<T>(db: Kysely<T>, whole: WholeType, where: string): Promise<void> {
  const known = migrations(whole)
  const names = Object.keys(known)
  const ledger = db as unknown as Kysely<Done>
  if (isCurrent(await executed(ledger), names, where)) return
  const migrator = new Migrator({ db: ledger, provider: { getMigrations: () => Promise.resolve(known) } })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  // A newer version may have migrated meanwhile; saying that is the better message.
  isCurrent(await executed(ledger), names, where)
  throw error
}

/** Undefined if there is no such table yet, or it cannot be read: then the migrator will report the reason. */
async function executed(db: Kysely<Done>): Promise<readonly string[] | undefined> {
  try {
    const rows = await db.selectFrom('kysely_migration').select('name').execute()
    return rows.map(({ name }) => name)
  } catch {
    return undefined
  }
}

function isCurrent(done: readonly string[] | undefined, names: readonly string[], where: string): boolean {
  if (done === undefined) return false
  const strange = done.filter((name) => !names.includes(name))
  if (strange.length > 0) {
    const step = strange.join(', ')
    throw new StoreError('newer', `${where} was written by a newer Countersign (${step}): update this one to use it`)
  }
  return names.every((name) => done.includes(name))
}
