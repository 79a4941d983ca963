/**
 * The way into the store. Drivers and the query layer are loaded only here, when a store is opened, so that a command
 * without a store does not pay for them.
 */

import { StoreError } from './error.ts'
import type { Store } from './port.ts'

/**
 * Opens `postgres://…`, `sqlite:FILE`, a path to a file, or `:memory:`; makes the file and the tables when they are
 * missing. Several processes may open the same one.
 *
 * @example
 * const store = await openStore('/var/lib/countersign/store.db')
 */
export async function openStore(where: string): Promise<Store> {
  const scheme = schemeOf(where)
  if (scheme === 'postgres' || scheme === 'postgresql') {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(where)
  }
  if (scheme !== undefined && scheme !== 'sqlite' && where.startsWith('://', scheme.length)) {
    throw new StoreError('invalid', `no store is known by "${scheme}://": use a file, sqlite:FILE or postgres://…`)
  }
  const file = fileIn(where)
  if (file === '' || file.includes('\0')) throw new StoreError('invalid', 'a store needs the path of a file')
  const { openSqlite } = await import('./sqlite.ts')
  return openSqlite(file)
}

/** The file that `where` names; undefined if it does not name a file. */
export function storeFile(where: string): string | undefined {
  const scheme = schemeOf(where)
  const file = fileIn(where)
  return (scheme === undefined || scheme === 'sqlite') && file !== MEMORY ? file : undefined
}

function schemeOf(where: string): string | undefined {
  return /^([a-z][a-z0-9+.-]+):/i.exec(where)?.[1]?.toLowerCase()
}

function fileIn(where: string): string {
  return schemeOf(where) === 'sqlite' ? where.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '') : where
}

const MEMORY = ':memory:'
