/** Part of the server's API: the decisions on record, and whether that record is complete. */

import type { Call } from '../../engine/call.ts'
import type { Danger } from '../../engine/effect.ts'
import type { ShownEffect } from '../../gate/shown.ts'
import type { ApprovalView } from './approvals.ts'

/**
 * `GET /v1/audit?kind=&session=&agent=&behavior=&project=&text=&since=&until=&before=&limit=`: newest first. `before`
 * is the `next` of the previous page; `text` is searched for in the whole record.
 */
export interface AuditPage {
  readonly records: readonly AuditView[]
  /** Where the next page begins; null if this was the last. */
  readonly next: number | null
}

export interface AuditView {
  readonly seq: number
  readonly kind: string
  readonly at: number
  readonly session: string | null
  readonly hash: string
  /** The record in one line: a decision's call, an answer, a rule that was added. Long lines are cut. */
  readonly text: string
  /** For a record of a decision; null for every other kind. */
  readonly decision: DecisionView | null
  /** The record's whole body, with secrets taken out. */
  readonly body: Readonly<Record<string, unknown>>
}

export interface DecisionView {
  readonly id: string
  readonly behavior: 'allow' | 'deny' | 'ask'
  readonly reason: string
  readonly code: string
  /** The rule, cited with its place. */
  readonly rule: string | null
  readonly call: Call | null
  /** The call in one line: its command, or its tool and what it is about. Long lines are cut. */
  readonly text: string | null
  readonly agent: string | null
  readonly project: string | null
  readonly mode: string | null
  readonly enforced: boolean
  readonly effects: readonly ShownEffect[]
  readonly dangers: readonly Danger[]
  readonly trace: readonly TraceView[]
  /** Set if the decision rests on a person's answer. */
  readonly approval: string | null
  readonly by: string | null
  readonly words: string | null
}

/** `GET /v1/audit/:seq`: one record with everything that belongs to it. */
export interface AuditDetail {
  readonly record: AuditView
  /** The question and answer that a decision rests on; null when they are no longer kept. */
  readonly approval: ApprovalView | null
  /** How the call went, if the agent reported it. */
  readonly outcome: { readonly ok: boolean; readonly error: string | null; readonly at: number } | null
  /** What would change the verdict, by the present policy; empty for other kinds of record. */
  readonly changes: readonly { readonly what: string; readonly becomes: 'allow' | 'ask' | 'deny' }[]
}

/** One question of the decision about one part of the call ("why?"). */
export interface TraceView {
  /** Index into `effects`. */
  readonly effect: number
  readonly question: string
  readonly answer: 'yes' | 'maybe' | 'no'
  readonly behavior: 'allow' | 'ask' | 'deny' | null
  readonly rule: string | null
  readonly note: string | null
}

/** `GET /v1/audit/stats?days=14&offset=60` (minutes east of UTC): the questions that were put before people. */
export interface AuditStats extends Tally {
  readonly since: number
  readonly pending: number
  /** Oldest first, `2026-01-31`; days without a question are included. */
  readonly days: readonly (Tally & { readonly day: string })[]
  /** What caused questions, the most frequent first. */
  readonly byRule: readonly (Tally & { readonly rule: string | null; readonly code: string })[]
  /** Milliseconds from question to answer; null without any. */
  readonly waits: {
    readonly median: number | null
    readonly p90: number | null
    /** How many waits were up to this long and longer than the bound before; the last bound is null. */
    readonly spread: readonly { readonly upTo: number | null; readonly count: number }[]
  }
}

/** How many questions were asked, and how they ended. */
export interface Tally {
  readonly asked: number
  readonly allowed: number
  readonly denied: number
  readonly unanswered: number
}

/** `GET /v1/audit/verify` */
export interface ChainStatus {
  readonly ok: boolean
  readonly records: number
  /** The number and hash of the last record: note them down elsewhere and compare later. */
  readonly head: { readonly seq: number; readonly hash: string } | null
  /** The last record that a signature covers. */
  readonly signedTo: number | null
  /** What is wrong, for people. */
  readonly problems: readonly string[]
}
