/** Exporting the audit, one record a line: for reading, as CloudEvents 1.0, or sealed. */

import type { AuditRecord, AuditStore } from '../../store/record.ts'
import { shownBody } from './body.ts'
import { sealedRecord } from './sealed.ts'

const SHAPES = { jsonl: recordJson, cloudevents: cloudEvent, sealed: sealedRecord } as const
export type ExportFormat = keyof typeof SHAPES

export interface ExportOptions {
  readonly format: ExportFormat
  readonly from?: number
  /** Milliseconds since the epoch. */
  readonly since?: number
}

const PAGE = 500

/** Objects to be written as JSON, in the order of the chain. */
export async function* exportAudit(
  store: Pick<AuditStore, 'read'>,
  { format, from = 1, since = 0 }: ExportOptions,
): AsyncGenerator<object> {
  const shaped = SHAPES[format]
  for (let next = from; ;) {
    const page = await store.read(next, PAGE)
    for (const record of page) if (record.at >= since) yield shaped(record)
    const last = page.at(-1)
    if (last === undefined || last.seq < next) return
    next = last.seq + 1
  }
}

/** The body is written in full, whereas the hash of a decision was made from the short form (`body.ts`). */
export function recordJson({ seq, kind, at, session, body, previous, hash }: AuditRecord): object {
  return { seq, kind, at, session, body: shownBody(body), previous, hash }
}

/** https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md; the extensions' names are lower case by its rules. */
function cloudEvent({ seq, kind, at, session, body, previous, hash }: AuditRecord): object {
  return {
    specversion: '1.0',
    id: hash,
    source: 'urn:countersign:audit',
    type: `dev.countersign.${kind}`,
    time: timeOf(at),
    ...(session === null || session === '' ? {} : { subject: session }),
    datacontenttype: 'application/json',
    sequence: String(seq).padStart(16, '0'),
    previous,
    data: shownBody(body),
  }
}

function timeOf(at: number): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString()
}
