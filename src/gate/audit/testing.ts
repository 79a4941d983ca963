/** For tests: an audit in memory that can be tampered with. */

import { generateKeyPairSync } from 'node:crypto'
import type { AuditRecord, AuditStore, Checkpoint, NewRecord } from '../../store/record.ts'
import { GENESIS, seal } from './chain.ts'
import { keyId } from './key.ts'
import type { SigningKey } from './key.ts'

export function testKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { id: keyId(publicKey), publicKey, privateKey }
}

export function chainOf(count: number): AuditRecord[] {
  const records: AuditRecord[] = []
  for (let seq = 1; seq <= count; seq++) {
    const previous = records.at(-1)?.hash ?? GENESIS
    const record: NewRecord = { kind: 'decision', at: seq * 1000, session: `s${seq % 3}`, body: `{"n":${seq}}` }
    records.push({ ...record, seq, previous, hash: seal(record, seq, previous) })
  }
  return records
}

/** Returns the records it was given, sound or not. */
export class StillAudit implements AuditStore {
  records: AuditRecord[]
  signed: Checkpoint[]

  constructor(records: AuditRecord[] = [], signed: Checkpoint[] = []) {
    this.records = records
    this.signed = signed
  }

  async append(records: readonly NewRecord[], sealed: typeof seal): Promise<readonly AuditRecord[]> {
    const added = records.map((record) => {
      const last = this.records.at(-1)
      const seq = (last?.seq ?? 0) + 1
      const previous = last?.hash ?? GENESIS
      const full = { ...record, seq, previous, hash: sealed(record, seq, previous) }
      this.records.push(full)
      return full
    })
    return added
  }

  appendMissing(records: readonly NewRecord[], sealed: typeof seal): Promise<readonly AuditRecord[]> {
    return this.append(records, sealed)
  }

  async head(): Promise<AuditRecord | undefined> {
    return this.records.at(-1)
  }

  async read(from: number, limit: number): Promise<readonly AuditRecord[]> {
    return this.records.filter(({ seq }) => seq >= from).slice(0, limit)
  }

  async find(): Promise<readonly AuditRecord[]> {
    return []
  }

  async addCheckpoint(checkpoint: Checkpoint): Promise<void> {
    this.signed.push(checkpoint)
  }

  async checkpoints(): Promise<readonly Checkpoint[]> {
    return this.signed
  }

  async dropBefore(seq: number): Promise<number> {
    const before = this.records.length
    this.records = this.records.filter((record) => record.seq >= seq)
    return before - this.records.length
  }
}
