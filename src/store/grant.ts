/** Part of the store's nouns: an answer that is remembered. */

import type { Lasting } from './approval.ts'
import type { Along } from './record.ts'

export interface Grant {
  readonly id: string
  readonly behavior: 'allow' | 'deny'
  readonly lasts: Lasting
  /** Rule texts; for `once` none, the digest alone counts. */
  readonly rules: readonly string[]
  /** Binds a `once` to exactly one call. */
  readonly digest: string | null
  /** Null for what holds in every session. */
  readonly session: string | null
  readonly project: string | null
  readonly agent: string | null
  readonly grantedAt: number
  readonly grantedBy: string
  /** The approval it came from. */
  readonly approval: string | null
  readonly until: number | null
  /** Null: any number. */
  readonly usesLeft: number | null
  readonly useCount: number
  readonly usedAt: number | null
  readonly revokedAt: number | null
}

export type NewGrant = Omit<Grant, 'useCount' | 'usedAt' | 'revokedAt'>

export interface GrantStore {
  /** What goes along, here and in `revoke`, is put on record with the change, or neither is. */
  add(grant: NewGrant, along?: Along): Promise<void>
  get(id: string): Promise<Grant | undefined>
  /**
   * Those that still count: not revoked, not past `until`, uses left; held everywhere, or by this session and project.
   * Without a session none that belongs to a session, the same for projects. Oldest first.
   */
  live(filter: {
    readonly now: number
    readonly session?: string
    readonly project?: string
  }): Promise<readonly Grant[]>
  list(): Promise<readonly Grant[]>
  /**
   * Takes one use, atomically: false when it no longer counts. Of many claims of a single use, one succeeds. Watchers are
   * told of the last use only: the others change nothing that counts.
   */
  claim(id: string, now: number): Promise<boolean>
  revoke(id: string, now: number, along?: Along): Promise<boolean>
}
