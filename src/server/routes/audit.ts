/** Part of the server: history. */

import { Hono } from 'hono'
import type { Context } from 'hono'
import type { Call } from '../../engine/call.ts'
import { bodyOf } from '../../gate/audit/body.ts'
import { behaviorOf, callOf } from '../../gate/audit/record-text.ts'
import type { AuditFilter } from '../../gate/management.ts'
import type { AuditDetail, AuditPage, AuditStats, ChainStatus } from '../api/history.ts'
import type { Deps, Env } from '../deps.ts'
import { limitIn, numberIn } from '../http/query.ts'
import { HttpProblem } from '../problem.ts'
import { approvalView } from '../views/approval.ts'
import { recordView } from '../views/record.ts'

const DAY = 86_400_000
const MINUTES_OF_DAY = 1_440
const MOST = 200

const TEXTS = ['kind', 'session', 'agent', 'rule', 'text', 'project'] as const
const NUMBERS = ['before', 'since', 'until'] as const

export function auditRoutes(deps: Deps): Hono<Env> {
  const { audit } = deps.house.management
  return new Hono<Env>()
    .get('/', async (c) => {
      const { records, next } = await audit.search(filterOf(c))
      return c.json({ records: records.map(recordView), next: next ?? null } satisfies AuditPage)
    })
    .get('/stats', async (c) => c.json(await statsOf(c, deps)))
    .get('/verify', async (c) => c.json(await chainStatus(deps)))
    .get('/:seq', async (c) => c.json(await detailOf(c.req.param('seq'), deps)))
}

function filterOf(c: Context<Env>): AuditFilter {
  const behavior = behaviorOf(c.req.query('behavior'))
  const given = [
    ...TEXTS.map((name) => [name, c.req.query(name) || undefined] as const),
    ...NUMBERS.map((name) => [name, numberIn(c, name)] as const),
  ].filter(([, value]) => value !== undefined)
  return { limit: limitIn(c, MOST), ...Object.fromEntries(given), ...(behavior === null ? {} : { behavior }) }
}

async function statsOf(c: Context<Env>, { house, now }: Deps): Promise<AuditStats> {
  const days = Math.min(Math.max(numberIn(c, 'days') ?? 14, 1), 366)
  const offset = numberIn(c, 'offset', MINUTES_OF_DAY) ?? 0
  const since = now() - days * DAY
  const found = await house.management.statistics({ since, offset })
  return { ...found, since, days: allDays(found.days, { since, until: now(), offset }) }
}

async function chainStatus({ house }: Deps): Promise<ChainStatus> {
  const { ok, findings, records, head, signedTo } = await house.management.audit.verify({ keys: new Map() })
  const problems = findings.map(({ seq, what, message }) => `Record ${seq} (${what}): ${message}`)
  const last = head === undefined ? null : { seq: head.seq, hash: head.hash }
  return { ok, records, head: last, signedTo: signedTo ?? null, problems }
}

async function detailOf(given: string, deps: Deps): Promise<AuditDetail> {
  const { audit, approvals } = deps.house.management
  const seq = Number(given)
  const record = Number.isSafeInteger(seq) ? await audit.get(seq) : undefined
  if (record === undefined) throw new HttpProblem('not-found', `There is no record ${given}.`)
  const body = bodyOf(record.body)
  const call = callOf(body)
  const id = body['approval']
  const approval = typeof id === 'string' ? await approvals.get(id) : undefined
  return {
    record: recordView(record),
    approval: approval === undefined ? null : approvalView(approval),
    outcome: record.kind === 'decision' ? await outcomeOf(deps, record.at, body['id']) : null,
    changes: call === null ? [] : changesOf(deps, call),
  }
}

type Day = AuditStats['days'][number]

function allDays(busy: readonly Day[], span: { since: number; until: number; offset: number }): readonly Day[] {
  const known = new Map(busy.map((day) => [day.day, day]))
  const nameOf = (at: number) => new Date(at + span.offset * 60_000).toISOString().slice(0, 10)
  const days: Day[] = []
  for (let at = span.since; ; at += DAY) {
    const day = nameOf(Math.min(at, span.until))
    if (days.at(-1)?.day !== day) days.push(known.get(day) ?? { day, asked: 0, allowed: 0, denied: 0, unanswered: 0 })
    if (at >= span.until) return days
  }
}

async function outcomeOf({ house }: Deps, since: number, id: unknown): Promise<AuditDetail['outcome']> {
  if (typeof id !== 'string') return null
  const { records } = await house.management.audit.search({ kind: 'outcome', text: id, since, limit: 1 })
  const [record] = records
  if (record === undefined) return null
  const { ok, error } = bodyOf(record.body)
  return { ok: ok === true, error: typeof error === 'string' ? error : null, at: record.at }
}

function changesOf({ house, whatIf }: Deps, call: Call): AuditDetail['changes'] {
  try {
    return whatIf.engine(house.policyAt(call.cwd ?? '/'), call.cwd).explain(call).changes
  } catch {
    return []
  }
}
