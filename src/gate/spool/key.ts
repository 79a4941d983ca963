/** Part of the spool: the key that signs its lines, derived from the key that signs the audit. */

import { hash } from 'node:crypto'
import { openKey, pemIn } from '../audit/key.ts'

/** Throws if the audit's key is not available or cannot be relied on. */
export function spoolKey(file: string): Buffer {
  const pem = pemIn(file) ?? (openKey(file), pemIn(file))
  if (pem?.includes('PRIVATE KEY') !== true) throw new Error(`the audit key ${file} is gone, or none`)
  return hash('sha256', `countersign spool\n${pem.toString('latin1')}`, 'buffer')
}
