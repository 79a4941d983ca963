/** Part of the store: which of some records the audit does not hold yet. */

import type { Transaction } from 'kysely'
import type { NewRecord } from './record.ts'
import type { Tables } from './tables.ts'

const TIMES_AT_ONCE = 200

/** Each once, in order. Two that say the same of the same moment are one: a decision's own id is in what it says. */
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
