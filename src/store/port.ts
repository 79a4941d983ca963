/**
 * The store as the gate knows it: a few small interfaces. Every implementation runs the contract suite.
 *
 * INVARIANT: what a method resolved for is durable: it survives the process being killed. What a method rejects with is
 * a `StoreError` that says what to do, and then nothing was changed; only when the way to a server is lost at the very
 * commit (`unreachable`) it may have been.
 */

import type { ApprovalStore } from './approval.ts'
import type { GrantStore } from './grant.ts'
import type { AuditStore } from './record.ts'

/** Something changed, here or in another process on the same store. */
export interface Change {
  readonly what: 'approval' | 'grant' | 'audit' | 'profile'
  /** A profile's name; of the audit, the newest sequence number, told once for all records since the last one told. */
  readonly id: string
}

export interface Profile {
  readonly name: string
  /** JSON text of the profile, as exported. */
  readonly body: string
  readonly savedAt: number
}

export interface ProfileStore {
  save(profile: Profile): Promise<void>
  get(name: string): Promise<Profile | undefined>
  list(): Promise<readonly Profile[]>
  remove(name: string): Promise<boolean>
}

export interface Store {
  readonly approvals: ApprovalStore
  readonly grants: GrantStore
  readonly audit: AuditStore
  readonly profiles: ProfileStore
  /** Other machines may be on it. */
  readonly remote?: boolean
  /**
   * Tells of changes by any process, soon after they happened; returns a function that stops it. Begin to watch, then read:
   * between the two nothing is missed. Watching alone keeps no process alive.
   */
  watch(listener: (change: Change) => void): () => void
  close(): Promise<void>
}
