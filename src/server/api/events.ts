/**
 * Part of the server's API: `GET /v1/events`, server-sent events. Each has its type as `event:` and JSON as `data:`.
 *
 * After `hello` (at first and after every new connection) read again what is on the page: nothing is missed in between. A
 * `beat` comes at least every 10 seconds; silence for longer means the connection is lost.
 */

import type { ApprovalView } from './approvals.ts'
import type { AuditView } from './history.ts'

export type ServerEvent =
  | { readonly type: 'hello'; readonly now: number; readonly version: string }
  /** New, or changed (more time): put it in its place. */
  | { readonly type: 'approval'; readonly approval: ApprovalView }
  /** It ended, here or anywhere: take it out of the list. */
  | { readonly type: 'ended'; readonly approval: ApprovalView }
  /** Put on record; decisions come with their `decision`. Under load only the newest are told, and `skipped` counts the others. */
  | { readonly type: 'audit'; readonly records: readonly AuditView[]; readonly skipped: number }
  /** Something else than the above changed: read it again. */
  | { readonly type: 'changed'; readonly what: 'grants' | 'profiles' | 'policy' }
  | { readonly type: 'beat'; readonly now: number; readonly pending: number }
  /** The server stops; it may come again, under another link. */
  | { readonly type: 'bye' }
