/**
 * Part of the server's API: `GET /v1/events`, server-sent events. Each has its type as `event:` and JSON as `data:`.
 *
 * After `hello` (at the start and after every reconnection), read everything on the page again: then nothing is missed.
 * A `beat` comes at least every 10 seconds; silence for longer means that the connection is lost.
 */

import type { ApprovalView } from './approvals.ts'
import type { AuditView } from './history.ts'

export type ServerEvent =
  | { readonly type: 'hello'; readonly now: number; readonly version: string }
  /** A new or changed question (more time): add or replace it. */
  | { readonly type: 'approval'; readonly approval: ApprovalView }
  /** The question ended, here or elsewhere: remove it from the list. */
  | { readonly type: 'ended'; readonly approval: ApprovalView }
  /**
   * New records; those of decisions come with their `decision`. Under load only the newest are sent, and `skipped`
   * counts the others.
   */
  | { readonly type: 'audit'; readonly records: readonly AuditView[]; readonly skipped: number }
  /** Something else changed: read it again. */
  | { readonly type: 'changed'; readonly what: 'grants' | 'profiles' | 'policy' }
  | { readonly type: 'beat'; readonly now: number; readonly pending: number }
  /** The server stops; it may come back with another link. */
  | { readonly type: 'bye' }
