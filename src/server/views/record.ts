/** Part of the server: a record of the audit as the page draws it. */

import { isObject } from '../../engine/call.ts'
import { bodyOf } from '../../gate/audit/body.ts'
import type { AuditRecord } from '../../gate/management.ts'
import { callText } from '../../gate/call-text.ts'
import { behaviorOf, callOf, recordText } from '../../gate/audit/record-text.ts'
import type { AuditView, DecisionView, TraceView } from '../api/history.ts'

type Body = Readonly<Record<string, unknown>>

export function recordView({ seq, kind, at, session, hash, body: text }: AuditRecord): AuditView {
  const body = bodyOf(text)
  const decision = kind === 'decision' ? decisionView(body) : null
  return { seq, kind, at, session, hash, text: recordText(kind, body), decision, body }
}

function decisionView(body: Body): DecisionView {
  const call = callOf(body)
  return {
    id: text(body['id']) ?? '',
    behavior: behaviorOf(body['behavior']) ?? 'deny',
    reason: text(body['reason']) ?? '',
    code: text(body['code']) ?? '',
    rule: text(body['rule']),
    call,
    text: call === null ? null : callText(call),
    agent: call?.agent ?? null,
    project: text(body['project']),
    mode: text(body['mode']),
    enforced: body['enforced'] !== false,
    effects: list(body['effects']) as DecisionView['effects'],
    dangers: list(body['dangers']) as DecisionView['dangers'],
    trace: list(body['trace']).map(traceView),
    approval: text(body['approval']),
    by: text(body['by']),
    words: text(body['words']),
  }
}

export function traceView(step: unknown): TraceView {
  const given = isObject(step) ? step : {}
  const { effect, question, answer, behavior, rule, note } = given
  return {
    effect: typeof effect === 'number' ? effect : 0,
    question: text(question) ?? '',
    answer: answer === 'yes' || answer === 'maybe' ? answer : 'no',
    behavior: behaviorOf(behavior),
    rule: text(rule),
    note: text(note),
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
