/** Part of the store: how one record of the audit is bound to the one before. */

import { hash } from 'node:crypto'
import type { NewRecord } from './record.ts'

/** What stands for the hash before the first record. */
export const NO_HASH = '0'.repeat(64)

/**
 * SHA-256 over everything a record says, its place and its predecessor: a JSON list of all but the body, which parts the
 * fields beyond doubt and has no line break, then a line break and the body.
 */
export function seal({ kind, at, session, body }: NewRecord, seq: number, previous: string): string {
  const json = JSON.stringify
  return hash('sha256', `${sealedHead(json(kind), at, json(session), seq, json(previous))}${body}`, 'hex')
}

/**
 * What is hashed before the body, numbers being whole; kind, session and hash before as JSON, for whoever seals many has them
 * so. Its own text goes to the thread that writes: it must not name anything outside itself. Said piece by piece: of a list,
 * `JSON.stringify` takes three times as long.
 */
export function sealedHead(kind: string, at: number, session: string, seq: number, previous: string): string {
  return `[${seq},${kind},${at},${session},${previous}]\n`
}
