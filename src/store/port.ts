/**
 * The store as the gate knows it: a few small interfaces. Every implementation runs the contract suite.
 *
 * INVARIANT: once a method resolves, its change is durable: it survives the process being killed. A method rejects with
 * a `StoreError` that says what to do, and then nothing was changed; only if the connection to a server is lost during
 * the commit (`unreachable`) the change may have been made.
 */

import type { ApprovalStore } from './approval.ts'
import type { GrantStore } from './grant.ts'
import type { AuditStore } from './record.ts'

/** Something changed, here or in another process on the same store. */
export interface Change {
  readonly what: 'approval' | 'grant' | 'audit' | 'profile'
  /**
   * A profile's name; for the audit, the newest sequence number, reported once for all records since the last report.
   */
  readonly id: string
}

export interface Profile {
  readonly name: string
  /** The profile as JSON text, as in an export. */
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
  /** Whether other machines may use it, too. */
  readonly remote?: boolean
  /**
   * Reports changes by any process, soon after they happened; returns a function that stops it. Watch first, then read,
   * and nothing is missed in between. Watching alone does not keep the process alive.
   */
  watch(listener: (change: Change) => void): () => void
  close(): Promise<void>
}
