/** Part of the store: Kysely's SQLite, with transactions that several processes can share. */

import { SqliteAdapter, SqliteDialect, SqliteDriver, type DatabaseConnection } from 'kysely'
import { messageOf } from './error.ts'
import type { Database } from './sqlite-binding.ts'

export class SharedSqliteDialect extends SqliteDialect {
  readonly #database: Database

  constructor(database: Database) {
    super({ database })
    this.#database = database
  }

  override createDriver() {
    return new SharedSqliteDriver(this.#database)
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
  readonly #database: Database
  readonly #line: (() => void)[] = []
  #taken = false

  constructor(database: Database) {
    super({ database })
    this.#database = database
  }

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

  /** Immediate: one that reads first and then wants to write would fail at once if another wrote in between. */
  override async beginTransaction(): Promise<void> {
    this.#database.exec('begin immediate')
  }

  override async commitTransaction(): Promise<void> {
    this.#database.exec('commit')
  }

  override async rollbackTransaction(): Promise<void> {
    try {
      this.#database.exec('rollback')
    } catch (error) {
      // A full disk has rolled back already; its own error is the one to hear of.
      if (!messageOf(error).includes('no transaction is active')) throw error
    }
  }
}
