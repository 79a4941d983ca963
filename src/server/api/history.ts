/** Part of the server's API: what was decided, and whether the record of it is whole. */

import type { Call } from '../../engine/call.ts'
import type { Danger } from '../../engine/effect.ts'
import type { ShownEffect } from '../../gate/shown.ts'
import type { ApprovalView } from './approvals.ts'

/**
 * `GET /v1/audit?kind=&session=&agent=&behavior=&project=&text=&since=&until=&before=&limit=`: newest first. `before` is
 * the `next` of the page before; `text` is looked for in the whole record.
 */
export interface AuditPage {
  readonly records: readonly AuditView[]
  /** Where the next page begins; null when this was the last. */
  readonly next: number | null
}

export interface AuditView {
  readonly seq: number
  readonly kind: string
  readonly at: number
  readonly session: string | null
  readonly hash: string
  /** The record in one line: a decision's call, an answer, a rule that was added; long ones cut. */
  readonly text: string
  /** For a record of a decision; null for every other kind. */
  readonly decision: DecisionView | null
  /** The record's body in full, secrets taken out. */
  readonly body: Readonly<Record<string, unknown>>
}

export interface DecisionView {
  readonly id: string
  readonly behavior: 'allow' | 'deny' | 'ask'
  readonly reason: string
  readonly code: string
  /** Cited with its place. */
  readonly rule: string | null
  readonly call: Call | null
  /** The call in one line: its command, or its tool and what it is about; long ones cut. */
  readonly text: string | null
  readonly agent: string | null
  readonly project: string | null
  readonly mode: string | null
  readonly enforced: boolean
  readonly effects: readonly ShownEffect[]
  readonly dangers: readonly Danger[]
  readonly trace: readonly TraceView[]
  /** For a decision that rests on a person. */
  readonly approval: string | null
  readonly by: string | null
  readonly words: string | null
}

/** `GET /v1/audit/:seq`: one record with what belongs to it. */
export interface AuditDetail {
  readonly record: AuditView
  /** The question and answer that a decision rests on; null when they are no longer kept. */
  readonly approval: ApprovalView | null
  /** How the call went, where the agent told. */
  readonly outcome: { readonly ok: boolean; readonly error: string | null; readonly at: number } | null
  /** What would turn the verdict, by the policy of today; empty for other kinds. */
  readonly changes: readonly { readonly what: string; readonly becomes: 'allow' | 'ask' | 'deny' }[]
}

/** One question put to one part of the call ("why?"). */
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
  /** Oldest first, `2026-01-31`; days without a question are there, too. */
  readonly days: readonly (Tally & { readonly day: string })[]
  /** What asked most, the most first. */
  readonly byRule: readonly (Tally & { readonly rule: string | null; readonly code: string })[]
  /** Milliseconds from question to answer; null without any. */
  readonly waits: {
    readonly median: number | null
    readonly p90: number | null
    /** How many waited up to so long, and longer than the bound before; the last bound is null. */
    readonly spread: readonly { readonly upTo: number | null; readonly count: number }[]
  }
}

/** How many were asked, and how those ended. */
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
  /** The last one's place and hash: note them down elsewhere and compare later. */
  readonly head: { readonly seq: number; readonly hash: string } | null
  /** The last record that a signature vouches for. */
  readonly signedTo: number | null
  /** What is wrong, for people. */
  readonly problems: readonly string[]
}
