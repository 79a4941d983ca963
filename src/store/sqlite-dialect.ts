/** Part of the store: Kysely's SQLite dialect, with transactions that several processes can share. */

import { SqliteAdapter, SqliteDialect, SqliteDriver, type DatabaseConnection } from 'kysely'
import { messageOf } from '../engine/thrown.ts'
import { Lanes } from './lanes.ts'
import { persist } from './retry.ts'
import type { Database } from './sqlite-binding.ts'
import { isHeld } from './sqlite-problem.ts'

export class SharedSqliteDialect extends SqliteDialect {
  readonly #database: Database
  readonly #patience: number | undefined

  constructor(database: Database, patience?: number) {
    super({ database })
    this.#database = database
    this.#patience = patience
  }

  override createDriver() {
    return new SharedSqliteDriver(this.#database, this.#patience)
  }

  override createAdapter() {
    return new TransactionalAdapter()
  }
}

/** Migrations run in one transaction, so that one of several processes makes the tables and the others find them. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

class SharedSqliteDriver extends SqliteDriver {
  readonly #database: Database
  readonly #patience: number | undefined
  /** Kysely's own lock would wake everyone who waits, each time. */
  readonly #lane = new Lanes(1)

  constructor(database: Database, patience: number | undefined) {
    super({ database })
    this.#database = database
    this.#patience = patience
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#lane.enter()
    return super.acquireConnection()
  }

  override async releaseConnection(): Promise<void> {
    await super.releaseConnection()
    this.#lane.leave()
  }

  /**
   * An immediate transaction: one that first reads and then wants to write would fail at once if another process wrote
   * in between. While another process writes, only one transaction of this process keeps trying, and its patience
   * starts only now.
   */
  override async beginTransaction(): Promise<void> {
    await persist(async () => this.#database.exec('begin immediate'), isHeld, this.#patience, SHORT_PAUSE_MS)
  }

  override async commitTransaction(): Promise<void> {
    this.#database.exec('commit')
  }

  override async rollbackTransaction(): Promise<void> {
    try {
      this.#database.exec('rollback')
    } catch (error) {
      // A full disk has already rolled the transaction back; its own error is the one to report.
      if (!messageOf(error).includes('no transaction is active')) throw error
    }
  }
}

/** Processes with much to write leave the file free for moments only; one that looks seldom would always miss them. */
export const SHORT_PAUSE_MS = 6
