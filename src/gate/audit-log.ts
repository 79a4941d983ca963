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
  /**
   * Appends several decisions in this order, either all or none. For a log that does this faster than one entry each.
   */
  appendDecisions?(decisions: readonly Decision[]): Promise<void>
  /**
   * The entry in the form in which the store records it in the same transaction as the change it is about. A log that
   * is kept elsewhere cannot offer this.
   */
  along?(entry: Entry): Promise<Along>
  /**
   * The session of the decision with this id, or undefined if none is on record. A log that is kept elsewhere may not
   * be able to tell.
   */
  decided?(id: string): Promise<{ readonly session: string | null } | undefined>
}
