/** Part of the gate: where decisions, answers and outcomes are written down. Implemented in `audit/`. */

export interface AuditLog {
  /** Resolves once the entry is durable; a rejection means it is not on record, and then nothing is allowed. */
  append(entry: { kind: string; body: unknown; session: string | null }): Promise<void>
}
