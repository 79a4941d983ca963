/** Part of the store's nouns: an answer that is remembered. */

import type { Lasting } from './approval.ts'
import type { Along } from './record.ts'

export interface Grant {
  readonly id: string
  readonly behavior: 'allow' | 'deny'
  readonly lasts: Lasting
  /** Rule texts; none for `once`, where only the digest counts. */
  readonly rules: readonly string[]
  /** Binds a `once` to exactly one call. */
  readonly digest: string | null
  /** Null if it holds in every session. */
  readonly session: string | null
  readonly project: string | null
  readonly agent: string | null
  readonly grantedAt: number
  readonly grantedBy: string
  /** The approval it came from. */
  readonly approval: string | null
  readonly until: number | null
  /** Null for any number. */
  readonly usesLeft: number | null
  readonly useCount: number
  readonly usedAt: number | null
  readonly revokedAt: number | null
  /** What is damaged in the store, if something is. Then it allows nothing; a rule that cannot be read is missing. */
  readonly broken?: string
}

export type NewGrant = Omit<Grant, 'useCount' | 'usedAt' | 'revokedAt' | 'broken'>

export interface LiveFilter {
  readonly now: number
  readonly session?: string
  readonly project?: string
}

export interface GrantStore {
  /** The record that goes along, here and in `revoke`, is written together with the change, or neither is written. */
  add(grant: NewGrant, along?: Along): Promise<void>
  get(id: string): Promise<Grant | undefined>
  /**
   * Those that still count: not revoked, not past `until`, with uses left, and valid everywhere or for this session and
   * project. If no session is given, none that belongs to a session is returned; the same for projects. Oldest first.
   */
  live(filter: LiveFilter): Promise<readonly Grant[]>
  list(): Promise<readonly Grant[]>
  /**
   * Takes one use, atomically: false if the grant no longer counts. If many claim a single use, one succeeds. Watchers
   * are told only about the last use, since the others change nothing that counts.
   */
  claim(id: string, now: number): Promise<boolean>
  revoke(id: string, now: number, along?: Along): Promise<boolean>
}
