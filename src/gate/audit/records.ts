/** Part of the audit: turns entries and decisions into records, with secrets taken out. */

import type { NewRecord } from '../../store/record.ts'
import type { Entry } from '../audit-log.ts'
import type { Decision } from '../record.ts'
import { decisionJson } from './decision-json.ts'
import { redactedJson } from './redact.ts'

export function recordOf({ kind, body, session }: Entry, at: number): NewRecord {
  return { kind, at, session, body: redactedJson(body) }
}

export function decisionRecord(decision: Decision, at: number): NewRecord {
  return { kind: 'decision', at, session: decision.call?.session ?? null, body: decisionJson(decision) }
}
