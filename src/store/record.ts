/** Part of the store's nouns: one line of the audit, chained to the one before. */

export interface NewRecord {
  /** `decision`, `answer`, `outcome`, `grant`, `revoke`, `policy`, `profile` … */
  readonly kind: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly session: string | null
  /** Canonical JSON (RFC 8785), secrets already redacted. */
  readonly body: string
}

export interface AuditRecord extends NewRecord {
  /** Counts from 1, without gaps. */
  readonly seq: number
  /** Hash of the record before; 64 zeros for the first. */
  readonly previous: string
  /** SHA-256 over seq, kind, at, session, body and previous. */
  readonly hash: string
}

/** Computes a record's hash from its place and the hash before. */
export type Seal = (record: NewRecord, seq: number, previous: string) => string

/** A record that is written in the transaction of another change: with it, or not at all. */
export interface Along {
  readonly record: NewRecord
  readonly seal: Seal
  /** Called once both are durable. */
  readonly kept: (record: AuditRecord) => void
}

/** A signed statement that the chain up to `seq` ended in `hash`. */
export interface Checkpoint {
  readonly seq: number
  readonly hash: string
  readonly at: number
  /** Fingerprint of the Ed25519 key, and the signature, base64. */
  readonly key: string
  readonly signature: string
}

export interface RecordFilter {
  readonly kind?: string
  readonly session?: string
  /** At this time or later, and before; milliseconds since the epoch. */
  readonly since?: number
  readonly until?: number
  /** Only records with a lower number. */
  readonly before?: number
  /** Only records whose number is at least this. */
  readonly from?: number
  readonly limit: number
}

export interface AuditStore {
  /**
   * Appends in order, all or none. `seal` computes a record's hash from its seq and its predecessor's hash. It runs
   * inside the store's transaction, so that several processes can append to one chain without a gap, and it runs again
   * if the transaction does. Resolves when durable.
   */
  append(records: readonly NewRecord[], seal: Seal): Promise<readonly AuditRecord[]>
  /**
   * Like `append`, but leaves out records that are already there, so that what is taken in twice is kept once. Returns
   * the new ones.
   */
  appendMissing(records: readonly NewRecord[], seal: Seal): Promise<readonly AuditRecord[]>
  head(): Promise<AuditRecord | undefined>
  /** In order, starting at `from`. */
  read(from: number, limit: number): Promise<readonly AuditRecord[]>
  /** Newest first. */
  find(filter: RecordFilter): Promise<readonly AuditRecord[]>
  addCheckpoint(checkpoint: Checkpoint): Promise<void>
  checkpoints(): Promise<readonly Checkpoint[]>
  /**
   * Retention: removes records before `seq`; the caller keeps a checkpoint at `seq - 1` as the new start. The newest
   * record stays, whatever `seq` is, because the next one is chained to it.
   */
  dropBefore(seq: number): Promise<number>
}
