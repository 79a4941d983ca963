/**
 * Part of the store: PostgreSQL, for teams and several machines.
 *
 * The server provides durability: with its default `synchronous_commit = on`, what was acknowledged is in the server's
 * log on disk and survives a crash of either side.
 */

import { Kysely, PostgresDialect, sql } from 'kysely'
import type { ClientConfig } from 'pg'
import { assemble } from './assemble.ts'
import type { Backend, Sequence } from './backend.ts'
import { StoreError } from './error.ts'
import { migrate } from './migrate.ts'
import type { Store } from './port.ts'
import { CHANNEL, listen } from './postgres-listener.ts'
import { explainPostgres, isPassing } from './postgres-problem.ts'
import { persist } from './retry.ts'
import type { Tables } from './tables.ts'

/** The connections of a few processes must fit into a server's usual limit of a hundred. */
const CONNECTIONS = 5
const BIGINT = 20

/** An advisory lock is named by two numbers: this one is ours, the other is the sequence's. */
const OURS = 0x63_73_67_6e
const LOCKS: Readonly<Record<Sequence, number>> = { audit: 1, changes: 2 }

/** A process that was stopped in the middle must not block the others for ever. */
const LIMITS = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
} satisfies ClientConfig

export async function openPostgres(address: string): Promise<Store> {
  const where = withoutPassword(address)
  const { Client, Pool, types } = await import('pg')
  const config: ClientConfig = {
    connectionString: address,
    application_name: 'countersign',
    keepAlive: true,
    ...LIMITS,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === BIGINT ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  }
  const pool = new Pool({ ...config, max: CONNECTIONS, allowExitOnIdle: true })
  // A connection that the server closed is replaced at its next use; without a listener, the event would end the
  // process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await persist(() => migrate(db, 'bigint', where), isPassing)
  } catch (error) {
    await db.destroy()
    throw error instanceof StoreError ? error : explainPostgres(error, where)
  }
  const backend: Backend = {
    db,
    remote: true,
    lanes: CONNECTIONS,
    parameter: (n) => `$${n}`,
    async enter(trx, sequence) {
      await sql`select pg_advisory_xact_lock(${sql.lit(OURS)}, ${sql.lit(LOCKS[sequence])}),
        pg_notify(${sql.lit(CHANNEL)}, '')`.execute(trx)
    },
    isPassing,
    explain: (error) => explainPostgres(error, where),
    follow: (wake) => listen(() => new Client(config), wake),
    close: () => db.destroy(),
  }
  return assemble(backend)
}

/** The address for messages, without the password in it. */
function withoutPassword(address: string): string {
  try {
    const { protocol, username, host, pathname } = new URL(address)
    return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`
  } catch {
    // The client understands more addresses than this code, such as sockets; if it cannot read one either, it says so.
    return 'the PostgreSQL server'
  }
}
