/**
 * Verifying the audit: is the chain whole, from its start to the last signed checkpoint?
 *
 * It can find: any record that was changed, removed, reordered or inserted, and an end cut off before a checkpoint.
 * Records after the last checkpoint are chained but not signed, and anybody who has the signing key can sign another
 * chain: to notice either, keep a head noted elsewhere (`expect`).
 */

import type { KeyObject } from 'node:crypto'
import type { AuditRecord, AuditStore, Checkpoint } from '../../store/record.ts'
import { GENESIS, seal } from './chain.ts'
import { DAMAGED } from './damage.ts'
import { claimOf, isSigned } from './key.ts'

export interface Finding {
  readonly what:
    | 'changed'
    | 'removed'
    | 'replaced'
    | 'out of order'
    | 'truncated'
    | 'forged'
    | 'unsigned'
    | 'unknown key'
  /** The record it is about. */
  readonly seq: number
  readonly message: string
}

export interface Verification {
  readonly ok: boolean
  readonly findings: readonly Finding[]
  /** Records that were looked at. */
  readonly records: number
  readonly first: number | undefined
  readonly head: { readonly seq: number; readonly hash: string; readonly at: number } | undefined
  /** The last record that a valid checkpoint covers. */
  readonly signedTo: number | undefined
  /** Retention removed the records up to this one, at this time, and signed for it. */
  readonly startsAfter: { readonly seq: number; readonly at: number } | undefined
}

export interface VerifyOptions {
  /** Public keys that may have signed, by fingerprint. */
  readonly keys: ReadonlyMap<string, KeyObject>
  /** A head noted earlier and elsewhere: the chain must still contain it. */
  readonly expect?: { readonly seq: number; readonly hash: string }
}

const PAGE = 500
/** More findings than anybody reads; such a chain is beyond repair. */
const MOST = 100

export async function verifyAudit(
  store: Pick<AuditStore, 'read' | 'checkpoints'>,
  options: VerifyOptions,
): Promise<Verification> {
  // Checkpoints are read first because appends go on meanwhile: then a record may lack its checkpoint, but no
  // checkpoint its record.
  const walk = new Walk(await store.checkpoints(), options)
  // Records count from 1, but somebody may have put others before them.
  for (let from = Number.MIN_SAFE_INTEGER; ;) {
    const page = await store.read(from, PAGE)
    for (const record of page) walk.step(record)
    const last = page.at(-1)
    // A store that returns other records than requested must not cause an endless loop.
    if (last === undefined || !(last.seq >= from && last.seq < Number.MAX_SAFE_INTEGER)) break
    from = last.seq + 1
  }
  return walk.end()
}

class Walk {
  readonly #findings: Finding[] = []
  /** Valid checkpoints, by the record they are about. */
  readonly #ends = new Map<number, Checkpoint[]>()
  readonly #starts = new Map<number, Checkpoint>()
  readonly #strangers = new Set<string>()
  readonly #expect: VerifyOptions['expect']
  #lastEnd = 0
  #records = 0
  #signedTo: number | undefined
  #first: AuditRecord | undefined
  #before: AuditRecord | undefined
  #startsAfter: Verification['startsAfter']

  constructor(checkpoints: readonly Checkpoint[], { keys, expect }: VerifyOptions) {
    this.#expect = expect
    for (const checkpoint of checkpoints) this.#addCheckpoint(checkpoint, keys)
  }

  step(record: AuditRecord): void {
    const { seq } = record
    if (seq < 1) return this.#find('out of order', seq, `record ${seq} was inserted: the first record has number 1`)
    const before = this.#before
    if (before === undefined) this.#start(record)
    else if (seq <= before.seq) this.#find('out of order', seq, `record ${seq} comes after ${before.seq}`)
    else if (seq > before.seq + 1) this.#findGap(before.seq + 1, seq - 1)
    else if (record.previous !== before.hash)
      this.#find('replaced', seq, `record ${seq} does not follow record ${before.seq}: one of the two was replaced`)
    if (hashOf(record) !== record.hash) this.#find('changed', seq, `record ${seq} does not have the hash it was given`)
    if (record.kind === DAMAGED) this.#find('changed', seq, `record ${seq} tells of damage: ${reasonIn(record)}`)
    this.#compare(record)
    this.#records++
    this.#before = record
  }

  end(): Verification {
    const last = this.#before
    const end = last?.seq ?? this.#latestStart()
    if (this.#lastEnd > end)
      this.#find('truncated', end + 1, `records ${end + 1} to ${this.#lastEnd} are gone: a checkpoint vouches for them`)
    if (this.#expect !== undefined && this.#expect.seq > end)
      this.#find('truncated', end + 1, `records ${end + 1} to ${this.#expect.seq} are gone: they were there when noted`)
    if (last !== undefined && this.#signedTo === undefined)
      this.#find('unsigned', last.seq, 'no checkpoint vouches for any of these records')
    return {
      ok: this.#findings.length === 0,
      findings: this.#findings,
      records: this.#records,
      first: this.#first?.seq,
      head: last === undefined ? undefined : { seq: last.seq, hash: last.hash, at: last.at },
      signedTo: this.#signedTo,
      startsAfter: this.#startsAfter,
    }
  }

  #addCheckpoint(checkpoint: Checkpoint, keys: ReadonlyMap<string, KeyObject>): void {
    const { says, id } = claimOf(checkpoint)
    const { seq } = checkpoint
    const key = keys.get(id)
    if (key === undefined) return this.#findStranger(seq, id)
    if (!isSigned(checkpoint, key))
      return this.#find('forged', seq, `the signature of the checkpoint at ${seq} is wrong`)
    if (says === 'start') this.#starts.set(seq, checkpoint)
    else {
      this.#ends.set(seq, [...(this.#ends.get(seq) ?? []), checkpoint])
      this.#lastEnd = Math.max(this.#lastEnd, seq)
    }
  }

  /** The key may be another machine's, or that of somebody who signed another chain: only a person can tell which. */
  #findStranger(seq: number, id: string): void {
    if (this.#strangers.has(id)) return
    this.#strangers.add(id)
    this.#find(
      'unknown key',
      seq,
      `the checkpoint at ${seq} is signed with key ${id}, unknown here; if it is that of another machine on this store, put what \`countersign audit key\` prints there into a file of ~/.config/countersign/audit-keys`,
    )
  }

  #start(record: AuditRecord): void {
    this.#first = record
    if (record.seq === 1) {
      if (record.previous !== GENESIS) this.#find('replaced', 1, 'record 1 claims to follow another')
      return
    }
    const start = this.#starts.get(record.seq - 1)
    if (start === undefined) return this.#findGap(1, record.seq - 1)
    this.#startsAfter = { seq: start.seq, at: start.at }
    if (record.previous !== start.hash)
      this.#find('replaced', record.seq, `record ${record.seq} does not follow where retention stopped`)
  }

  #compare({ seq, hash }: AuditRecord): void {
    for (const checkpoint of this.#ends.get(seq) ?? []) {
      if (checkpoint.hash !== hash) this.#find('replaced', seq, `the chain up to ${seq} is not the one that was signed`)
      else this.#signedTo = seq
    }
    if (this.#expect?.seq === seq && this.#expect.hash !== hash)
      this.#find('replaced', seq, `the chain up to ${seq} is not the one that was noted`)
  }

  #findGap(from: number, to: number): void {
    const what = from === to ? `record ${from} is` : `records ${from} to ${to} are`
    this.#find('removed', from, `${what} missing`)
  }

  /** For the case that retention removed every record. */
  #latestStart(): number {
    const latest = Math.max(0, ...this.#starts.keys())
    const start = this.#starts.get(latest)
    if (start !== undefined) this.#startsAfter = { seq: start.seq, at: start.at }
    return latest
  }

  #find(what: Finding['what'], seq: number, message: string): void {
    if (this.#findings.length < MOST) this.#findings.push({ what, seq, message })
  }
}

function reasonIn({ body }: AuditRecord): string {
  try {
    return String((JSON.parse(body) as { readonly reason?: unknown }).reason)
  } catch {
    return body
  }
}

function hashOf(record: AuditRecord): string | undefined {
  try {
    return seal(record, record.seq, record.previous)
  } catch {
    return undefined
  }
}
