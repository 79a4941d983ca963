/** Part of the gate: where decisions, answers and outcomes are written down. Implemented in `audit/`. */

import type { Along } from '../store/record.ts'
import type { Decision } from './record.ts'

export interface Entry {
  readonly kind: string
  readonly body: unknown
  readonly session: string | null
}

export interface AuditLog {
  /** Resolves once the entry is durable; a rejection means it is not on record, and then nothing is allowed. */
  append(entry: Entry): Promise<void>
  /** Several decisions, all or none, in this order; for a log that is quicker so than by one entry each. */
  appendDecisions?(decisions: readonly Decision[]): Promise<void>
  /** The entry for the store to put on record in the transaction of what it is about; a log elsewhere has no such thing. */
  along?(entry: Entry): Promise<Along>
  /** Whose decision it was, if one with this id is on record, or else undefined. A log kept elsewhere may not be able to tell. */
  decided?(id: string): Promise<{ readonly session: string | null } | undefined>
}
