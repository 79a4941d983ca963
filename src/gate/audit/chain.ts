/** Part of the audit: how one record is bound to the one before. */

import { hash } from 'node:crypto'
import type { NewRecord } from '../../store/record.ts'

/** What stands for the hash before the first record. */
export const GENESIS = '0'.repeat(64)

/**
 * SHA-256 over everything a record says, its place and its predecessor: a JSON list of all but the body, which parts the
 * fields beyond doubt and has no line break, then a line break and the body.
 */
export function seal({ kind, at, session, body }: NewRecord, seq: number, previous: string): string {
  return hash('sha256', `${JSON.stringify([seq, kind, at, session, previous])}\n${body}`, 'hex')
}
