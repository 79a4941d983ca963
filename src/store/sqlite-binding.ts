/**
 * Part of the store: the runtime's own SQLite (Node 22.13 and newer) or the optional package `libsql`, in the shape
 * that Kysely expects.
 *
 * Every statement is run by `all()`, the only call that both drivers answer alike, for reading and for writing. Only
 * beginning and ending a transaction use `exec()`, which leaves no statement behind if the database is busy.
 */

import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { messageOf } from '../engine/thrown.ts'
import { StoreError } from './error.ts'
import { isBusy } from './sqlite-problem.ts'

export type BindingName = 'node' | 'libsql'

export interface Database extends SqliteDatabase {
  exec(sql: string): void
}

export type OpenDatabase = (file: string) => Database

interface RawStatement {
  all(...parameters: unknown[]): unknown[]
}

interface RawDatabase {
  prepare(sql: string): RawStatement
  exec(sql: string): void
  close(): void
}

/** Returns how to open a database with the named driver, or with the first one that exists. */
export async function sqliteBinding(name?: BindingName): Promise<OpenDatabase> {
  const open = (name === 'libsql' ? undefined : nodeSqlite()) ?? (name === 'node' ? undefined : await libsql())
  if (open === undefined) throw new StoreError('driver', 'this Node has no SQLite of its own; Node 22 has')
  return open
}

/** Which of the two drivers that is. */
export function driverOf(name?: BindingName): BindingName {
  return name ?? (nodeSqlite() === undefined ? 'libsql' : 'node')
}

function nodeSqlite(): OpenDatabase | undefined {
  const sqlite = quietly(() => process.getBuiltinModule('node:sqlite')) as
    | { DatabaseSync: new (file: string) => RawDatabase }
    | undefined
  if (sqlite === undefined) return undefined
  return (file) => shaped(new sqlite.DatabaseSync(file), (statement, parameters) => statement.all(...parameters))
}

async function libsql(): Promise<OpenDatabase> {
  try {
    const { default: Database } = (await import('libsql')) as unknown as { default: new (file: string) => RawDatabase }
    return (file) =>
      shaped(remembering(new Database(file)), (statement, parameters) => untilFree(() => statement.all(parameters)))
  } catch (error) {
    throw new StoreError(
      'driver',
      `SQLite needs Node 22 or the optional package libsql (npm install libsql): ${messageOf(error)}`,
      error,
    )
  }
}

function shaped(raw: RawDatabase, all: (statement: RawStatement, parameters: readonly unknown[]) => unknown[]) {
  return {
    close: () => raw.close(),
    exec: (sql: string) => raw.exec(sql),
    prepare(sql: string): SqliteStatement {
      const statement = raw.prepare(sql)
      return {
        reader: true,
        all: (parameters) => all(statement, parameters),
        run: unused,
        iterate: unused,
      }
    },
  }
}

/**
 * libsql frees a statement only when it is garbage-collected, which is late. So few statements are made, and they are
 * used again.
 */
function remembering(raw: RawDatabase): RawDatabase {
  const statements = new Map<string, RawStatement>()
  return {
    prepare(sql) {
      const known = statements.get(sql)
      if (known !== undefined) return known
      const [oldest] = statements.keys()
      if (statements.size >= REMEMBERED && oldest !== undefined) statements.delete(oldest)
      const statement = raw.prepare(sql)
      statements.set(sql, statement)
      return statement
    },
    exec: (sql) => raw.exec(sql),
    close() {
      statements.clear()
      raw.close()
    },
  }
}

/** More than the number of different statements, including batches of every size. */
const REMEMBERED = 250

/**
 * A libsql statement that found the database busy stays half done and keeps its view of the data until it is run again
 * or collected, so it is run again at once. Inside a transaction nothing is busy, so this is rare and short.
 */
function untilFree<T>(run: () => T): T {
  for (let attempt = 1; ; attempt++) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || attempt === BUSY_ATTEMPTS) throw error
    }
  }
}

const BUSY_ATTEMPTS = 50

function unused(): never {
  throw new StoreError('failed', 'statements are run by all()')
}

/** Node 22 prints a warning about its SQLite on standard error, where an agent's hook must be silent. */
function quietly<T>(load: () => T): T {
  const kept = Object.getOwnPropertyDescriptor(process, 'emitWarning')
  Object.defineProperty(process, 'emitWarning', { configurable: true, writable: true, value: () => undefined })
  try {
    return load()
  } finally {
    if (kept !== undefined) Object.defineProperty(process, 'emitWarning', kept)
    else Reflect.deleteProperty(process, 'emitWarning')
  }
}
