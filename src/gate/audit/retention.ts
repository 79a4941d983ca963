/**
 * Retention: old records are removed, and a signed statement says up to which one and that it was on purpose.
 *
 * INVARIANT: the statement is stored before anything is removed; if the process stops half way, the chain still
 * verifies.
 */

import type { AuditRecord, AuditStore } from '../../store/record.ts'
import { signCheckpoint } from './key.ts'
import type { SigningKey } from './key.ts'

export interface Retention {
  /** Records before this time are removed, in milliseconds since the epoch. */
  readonly before: number
  readonly key: SigningKey
  readonly now: number
}

export interface Dropped {
  readonly count: number
  /** The last record that was removed; undefined if none is old enough. */
  readonly to: number | undefined
}

const PAGE = 500

/** The newest record always stays, so that the chain has an end to continue from. */
export async function dropOld(store: AuditStore, { before, key, now }: Retention): Promise<Dropped> {
  const last = await lastOld(store, before)
  if (last === undefined) return { count: 0, to: undefined }
  await store.addCheckpoint(signCheckpoint(key, last, now, 'start'))
  return { count: await store.dropBefore(last.seq + 1), to: last.seq }
}

/**
 * The last of the records at the start that are all old: if a clock went backwards, this keeps too much, never too
 * little.
 */
async function lastOld(store: AuditStore, before: number): Promise<AuditRecord | undefined> {
  const head = await store.head()
  let last: AuditRecord | undefined
  for (let from = 1; ;) {
    const page = await store.read(from, PAGE)
    for (const record of page) {
      if (record.at >= before || head === undefined || record.seq >= head.seq) return last
      last = record
    }
    const end = page.at(-1)
    if (end === undefined || end.seq < from) return last
    from = end.seq + 1
  }
}
