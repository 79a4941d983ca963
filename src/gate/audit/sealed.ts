/**
 * Part of the audit: an export that can be verified without the store. One JSON object a line: the checkpoints, then
 * every record as it was sealed, with its body as text.
 *
 * INVARIANT: whatever the file contains, only a chain that a known key signed is called sound. A file cut back to an
 * earlier checkpoint is such a chain, too: only a head that was noted elsewhere (`expect`) reveals the cut.
 */

import type { AuditRecord, AuditStore, Checkpoint } from '../../store/record.ts'
import { verifyAudit } from './verify.ts'
import type { Finding, Verification, VerifyOptions } from './verify.ts'

export function sealedRecord({ seq, kind, at, session, body, previous, hash }: AuditRecord): object {
  return { seq, kind, at, session, body, previous, hash }
}

export function sealedCheckpoint({ seq, hash, at, key, signature }: Checkpoint): object {
  return { checkpoint: { seq, hash, at, key, signature } }
}

export async function verifySealed(lines: AsyncIterable<string>, options: VerifyOptions): Promise<Verification> {
  const sealed = new SealedLines(lines)
  const verification = await verifyAudit(sealed, options)
  const { damage = isNothing(verification) ? NOTHING : undefined } = sealed
  return damage === undefined
    ? verification
    : { ...verification, ok: false, findings: [...verification.findings, damage] }
}

/**
 * A store may have no records yet, but an export without records was emptied: retention always leaves the last record.
 */
function isNothing({ records, findings }: Verification): boolean {
  return records === 0 && findings.length === 0
}

const NOTHING: Finding = { what: 'removed', seq: 1, message: 'no record is in it' }

/** Reads each line once, up to the last or to one that cannot be read. */
class SealedLines implements Pick<AuditStore, 'read' | 'checkpoints'> {
  damage: Finding | undefined
  readonly #lines: AsyncIterator<string>
  #number = 0
  /** The first record, which comes after the last checkpoint. */
  #first: AuditRecord | undefined
  #next = 1

  constructor(lines: AsyncIterable<string>) {
    this.#lines = lines[Symbol.asyncIterator]()
  }

  async checkpoints(): Promise<readonly Checkpoint[]> {
    const found: Checkpoint[] = []
    for (;;) {
      const value = await this.#value()
      const checkpoint = value?.['checkpoint']
      if (!isCheckpoint(checkpoint)) {
        if (value !== undefined) this.#first = this.#recordOf(value)
        return found
      }
      found.push(checkpoint)
    }
  }

  async read(_from: number, limit: number): Promise<readonly AuditRecord[]> {
    const page: AuditRecord[] = []
    if (this.#first !== undefined) page.push(this.#first)
    this.#first = undefined
    while (page.length < limit && this.damage === undefined) {
      const value = await this.#value()
      const record = value === undefined ? undefined : this.#recordOf(value)
      if (record === undefined) break
      page.push(record)
    }
    return page
  }

  /** Undefined at the end, and after a line that cannot be read. */
  async #value(): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { done, value: line } = await this.#lines.next()
    if (done === true) return undefined
    this.#number++
    try {
      const value: unknown = JSON.parse(line)
      if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>
    } catch {
      // Reported below.
    }
    return this.#fail('is not a JSON object')
  }

  #recordOf(value: Readonly<Record<string, unknown>>): AuditRecord | undefined {
    if (!isRecord(value)) return this.#fail('is not a sealed record; only an export of that format can be verified')
    this.#next = value.seq + 1
    return value
  }

  #fail(message: string): undefined {
    this.damage = { what: 'changed', seq: this.#next, message: `line ${this.#number} ${message}` }
    return undefined
  }
}

function isCheckpoint(value: unknown): value is Checkpoint {
  return hasFields(value, { seq: 'number', hash: 'string', at: 'number', key: 'string', signature: 'string' })
}

function isRecord(value: unknown): value is AuditRecord {
  const fields = { seq: 'number', kind: 'string', at: 'number', body: 'string', previous: 'string', hash: 'string' }
  if (!hasFields(value, fields)) return false
  const session = value['session']
  return session === null || typeof session === 'string'
}

function hasFields(value: unknown, types: Readonly<Record<string, string>>): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(types).every(([name, type]) => typeof (value as Record<string, unknown>)[name] === type)
}
