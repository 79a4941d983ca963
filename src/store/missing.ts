/** Part of the store: finds which of some records the audit does not hold yet. */

import type { Transaction } from 'kysely'
import type { NewRecord } from './record.ts'
import type { Tables } from './tables.ts'

const TIMES_AT_ONCE = 200

/**
 * Each record once, in order. Two records with the same content and time are the same one, since a decision's content
 * includes its id.
 */
export async function missingOf(db: Transaction<Tables>, records: readonly NewRecord[]): Promise<readonly NewRecord[]> {
  const missing = new Map(records.map((record) => [nameOf(record), record]))
  const times = [...new Set(records.map(({ at }) => at))]
  for (let start = 0; start < times.length; start += TIMES_AT_ONCE) {
    const rows = await db
      .selectFrom('audit')
      .select(['kind', 'at', 'session', 'body'])
      .where('at', 'in', times.slice(start, start + TIMES_AT_ONCE))
      .execute()
    for (const row of rows) missing.delete(nameOf(row))
  }
  return [...missing.values()]
}

export function nameOf({ kind, at, session, body }: NewRecord): string {
  return JSON.stringify([kind, at, session, body])
}
