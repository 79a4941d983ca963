/**
 * Part of the store: the tables, as rows, in the common subset of SQLite and PostgreSQL: ids are text, times are
 * integers (milliseconds since the epoch), JSON is text.
 */

import type { ApprovalState, Lasting } from './approval.ts'
import type { Change } from './port.ts'

export interface ApprovalRow {
  id: string
  session: string
  agent: string | null
  project: string
  digest: string
  call: string
  shown: string
  asked_at: number
  expires_at: number
  state: ApprovalState
  answer: string | null
  ended_at: number | null
  note: string | null
}

export interface GrantRow {
  id: string
  behavior: 'allow' | 'deny'
  lasts: Lasting
  rules: string
  digest: string | null
  session: string | null
  project: string | null
  agent: string | null
  granted_at: number
  granted_by: string
  approval: string | null
  until: number | null
  uses_left: number | null
  use_count: number
  used_at: number | null
  revoked_at: number | null
}

export interface AuditRow {
  seq: number
  kind: string
  at: number
  session: string | null
  body: string
  previous: string
  hash: string
}

export interface CheckpointRow {
  seq: number
  hash: string
  at: number
  key: string
  signature: string
}

export interface ProfileRow {
  name: string
  body: string
  saved_at: number
}

/** Recent changes, for watchers in other processes; `n` counts up in the order of the commits. */
export interface ChangeRow {
  n: number
  what: Change['what']
  id: string
}

export interface Tables {
  approvals: ApprovalRow
  grants: GrantRow
  audit: AuditRow
  checkpoints: CheckpointRow
  profiles: ProfileRow
  changes: ChangeRow
}
