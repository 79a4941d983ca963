/** Part of the store: binds each record of the audit to the one before. */

import { hash } from 'node:crypto'
import type { NewRecord } from './record.ts'

/** Stands for the hash before the first record. */
export const NO_HASH = '0'.repeat(64)

/**
 * SHA-256 over everything in a record, its place and its predecessor: a JSON list of everything but the body, then a
 * line break and the body. JSON separates the fields unambiguously and contains no line break.
 */
export function seal({ kind, at, session, body }: NewRecord, seq: number, previous: string): string {
  const json = JSON.stringify
  return hash('sha256', `${sealedHead(json(kind), at, json(session), seq, json(previous))}${body}`, 'hex')
}

/**
 * The text that is hashed before the body. Numbers are integers; kind, session and the previous hash are passed as
 * JSON, because a caller that seals many records has them in that form. This function's own source text is sent to the
 * writing thread, so it must not refer to anything outside itself. It joins the pieces by hand because `JSON.stringify`
 * of a list takes three times as long.
 */
export function sealedHead(kind: string, at: number, session: string, seq: number, previous: string): string {
  return `[${seq},${kind},${at},${session},${previous}]\n`
}
