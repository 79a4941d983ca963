/**
 * Part of the store: the runtime's own SQLite (Node 22.13 and newer), or the optional package `libsql`; either in the shape
 * Kysely expects.
 *
 * Every statement is run by `all()`: it is the one call that both drivers answer alike, for reading and for writing.
 */

import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { messageOf, StoreError } from './error.ts'

export type BindingName = 'node' | 'libsql'

export type OpenDatabase = (file: string) => SqliteDatabase

interface RawStatement {
  all(...parameters: unknown[]): unknown[]
}

interface RawDatabase {
  prepare(sql: string): RawStatement
  close(): void
}

/** How to open a database by the named driver, or by the first that is there. */
export async function sqliteBinding(name?: BindingName): Promise<OpenDatabase> {
  const open = (name === 'libsql' ? undefined : nodeSqlite()) ?? (name === 'node' ? undefined : await libsql())
  if (open === undefined) throw new StoreError('driver', 'this Node has no SQLite of its own; Node 22 has')
  return open
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
    return (file) => shaped(new Database(file), (statement, parameters) => statement.all(parameters))
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

function unused(): never {
  throw new StoreError('failed', 'statements are run by all()')
}

/** Node 22 calls its SQLite experimental on standard error, where an agent's hook must be silent. */
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
