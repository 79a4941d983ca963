/**
 * Part of the audit: whether the chain still has a record that this process has seen in it.
 *
 * A chain that was cut back to a signed record and continued verifies. Only a process that has seen what was cut off
 * can tell, so it records that, and verifying reports it from then on.
 */

import type { AuditRecord, AuditStore, NewRecord } from '../../store/record.ts'
import { DAMAGED } from './damage.ts'
import { claimOf } from './key.ts'

export async function isKept(
  store: Pick<AuditStore, 'read' | 'checkpoints'>,
  { seq, hash }: AuditRecord,
): Promise<boolean> {
  const [found] = await store.read(seq, 1)
  if (found?.seq === seq) return found.hash === hash
  // Retention has signed for what it removed; verifying checks that signature.
  return (await store.checkpoints()).some((checkpoint) => checkpoint.seq >= seq && claimOf(checkpoint).says === 'start')
}

export function lossOf({ seq, hash }: AuditRecord, at: number): NewRecord {
  const reason = `The chain was cut back or replaced while it was in use: record ${seq} (${hash}) was in it and is not any more.`
  return { kind: DAMAGED, at, session: null, body: JSON.stringify({ reason }) }
}
