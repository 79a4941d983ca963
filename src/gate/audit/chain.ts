/** Part of the audit: how one record is bound to the one before. */

import { createHash } from 'node:crypto'
import type { NewRecord } from '../../store/record.ts'

/** What stands for the hash before the first record. */
export const GENESIS = '0'.repeat(64)

/** SHA-256 over everything a record says, its place and its predecessor; a JSON list parts the fields beyond doubt. */
export function seal({ kind, at, session, body }: NewRecord, seq: number, previous: string): string {
  return createHash('sha256')
    .update(JSON.stringify([seq, kind, at, session, body, previous]))
    .digest('hex')
}
