/** Part of the store: Kysely's SQLite, with transactions that several processes can share. */

import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDialectConfig,
} from 'kysely'
import { messageOf } from './error.ts'

export class SharedSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new SharedSqliteDriver(this.#config)
  }

  override createAdapter() {
    return new TransactionalAdapter()
  }
}

/** Migrations run in one transaction, so that of several processes one makes the tables and the others find them. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

class SharedSqliteDriver extends SqliteDriver {
  readonly #line: (() => void)[] = []
  #taken = false

  /** First come, first served: Kysely's own lock wakes everybody who waits each time. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#taken) await new Promise<void>((resolve) => this.#line.push(resolve))
    this.#taken = true
    return super.acquireConnection()
  }

  override async releaseConnection(): Promise<void> {
    await super.releaseConnection()
    const next = this.#line.shift()
    if (next === undefined) this.#taken = false
    else next()
  }

  /** A transaction that reads first and then wants to write would fail at once if another wrote in between. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      // A full disk has rolled back already; its own error is the one to hear of.
      if (!messageOf(error).includes('no transaction is active')) throw error
    }
  }
}
