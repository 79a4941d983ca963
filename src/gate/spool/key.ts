/** Part of the spool: the key that signs its lines, derived from the key that signs the audit. */

import { openKey, pemIn } from '../audit/key.ts'
import { sha256 } from '../sha256.ts'

/** Throws if the audit's key is not available or cannot be relied on. */
export function spoolKey(file: string): Buffer {
  const pem = pemIn(file) ?? (openKey(file), pemIn(file))
  if (pem?.includes('PRIVATE KEY') !== true) throw new Error(`the audit key ${file} is gone, or none`)
  return sha256(Buffer.from(`countersign spool\n${pem.toString('latin1')}`))
}
