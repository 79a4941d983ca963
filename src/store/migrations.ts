/**
 * Part of the store: how the tables were built, in one list for every database.
 *
 * INVARIANT: a released migration is never edited; a change is a new migration at the end, whose name sorts last.
 */

import { sql, type Kysely, type Migration } from 'kysely'

/** 64-bit integers. Only a column of type `integer` becomes SQLite's rowid. */
export type WholeType = 'integer' | 'bigint'

/** Queries for other kinds of records must contain this condition, or no database would use that index. */
export const RARER = sql<boolean>`kind <> 'decision'`

/** The list, with the database's own name for an integer. */
export function migrations(whole: WholeType): Record<string, Migration> {
  return {
    '0001-approvals-grants-audit-profiles': { up: (db) => first(db, whole) },
    '0002-approvals-by-time': {
      up: (db) => db.schema.createIndex('approvals_by_time').on('approvals').columns(['asked_at', 'id']).execute(),
    },
    '0003-decisions-in-no-index-by-kind': { up: (db) => rarerKinds(db, whole) },
    // Each call that asks first looks whether the same is asked already: among thousands, that took longer than deciding.
    '0004-approvals-by-digest': {
      up: (db) =>
        db.schema.createIndex('approvals_by_digest').on('approvals').columns(['digest', 'state', 'asked_at']).execute(),
    },
  }
}

/**
 * Most records are decisions. Reading the chain finds them as quickly, and every index makes a write a tenth slower.
 */
async function rarerKinds(db: Kysely<unknown>, whole: WholeType): Promise<void> {
  // For a long history this takes longer than the limit we set for PostgreSQL; SQLite has no such limit.
  if (whole === 'bigint') await sql`set local statement_timeout = 0`.execute(db)
  await db.schema.dropIndex('audit_by_kind').execute()
  await db.schema.createIndex('audit_by_kind').on('audit').columns(['kind', 'seq']).where(RARER).execute()
}

async function first(db: Kysely<unknown>, whole: WholeType): Promise<void> {
  await db.schema
    .createTable('approvals')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('agent', 'text')
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('shown', 'text', (column) => column.notNull())
    .addColumn('asked_at', whole, (column) => column.notNull())
    .addColumn('expires_at', whole, (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('ended_at', whole)
    .addColumn('note', 'text')
    .execute()
  await db.schema.createIndex('approvals_by_state').on('approvals').columns(['state', 'asked_at']).execute()

  await db.schema
    .createTable('grants')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('behavior', 'text', (column) => column.notNull())
    .addColumn('lasts', 'text', (column) => column.notNull())
    .addColumn('rules', 'text', (column) => column.notNull())
    .addColumn('digest', 'text')
    .addColumn('session', 'text')
    .addColumn('project', 'text')
    .addColumn('agent', 'text')
    .addColumn('granted_at', whole, (column) => column.notNull())
    .addColumn('granted_by', 'text', (column) => column.notNull())
    .addColumn('approval', 'text')
    .addColumn('until', whole)
    .addColumn('uses_left', whole)
    .addColumn('use_count', whole, (column) => column.notNull())
    .addColumn('used_at', whole)
    .addColumn('revoked_at', whole)
    .execute()
  await db.schema.createIndex('grants_by_session').on('grants').column('session').execute()

  await db.schema
    .createTable('audit')
    .addColumn('seq', whole, (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', whole, (column) => column.notNull())
    .addColumn('session', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('previous', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_by_session').on('audit').columns(['session', 'seq']).execute()
  await db.schema.createIndex('audit_by_kind').on('audit').columns(['kind', 'seq']).execute()
  await db.schema.createIndex('audit_by_time').on('audit').column('at').execute()

  await db.schema
    .createTable('checkpoints')
    .addColumn('seq', whole, (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('at', whole, (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('checkpoints_pk', ['seq', 'hash', 'key'])
    .execute()

  await db.schema
    .createTable('profiles')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('saved_at', whole, (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('changes')
    .addColumn('n', whole, (column) => column.primaryKey())
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .execute()
}
