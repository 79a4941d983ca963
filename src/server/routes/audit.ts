/** Part of the server: history. */

import { Hono } from 'hono'
import type { Context } from 'hono'
import { bodyOf } from '../../gate/audit/body.ts'
import { behaviorOf, callOf } from '../../gate/audit/record-text.ts'
import type { AuditDetail, AuditPage, AuditStats, ChainStatus } from '../api/history.ts'
import type { Deps, Env } from '../deps.ts'
import { limitIn, numberIn } from '../http/query.ts'
import { HttpProblem } from '../problem.ts'
import { approvalView } from '../views/approval.ts'
import { recordView } from '../views/record.ts'

const DAY = 86_400_000
const MINUTES_OF_DAY = 1_440
const MOST = 200

type Filter = Parameters<Deps['house']['management']['audit']['search']>[0]

export function auditRoutes(deps: Deps): Hono<Env> {
  const { house, now } = deps
  const { audit, approvals } = house.management
  return new Hono<Env>()
    .get('/', async (c) => {
      const { records, next } = await audit.search(filterOf(c))
      return c.json({ records: records.map(recordView), next: next ?? null } satisfies AuditPage)
    })
    .get('/stats', async (c) => {
      const days = Math.min(Math.max(numberIn(c, 'days') ?? 14, 1), 366)
      const offset = numberIn(c, 'offset', MINUTES_OF_DAY)
      const since = now() - days * DAY
      const found = await house.management.statistics({ since, ...(offset === undefined ? {} : { offset }) })
      const everyDay = allDays(found.days, { since, until: now(), offset: offset ?? 0 })
      return c.json({ ...found, since, days: everyDay } satisfies AuditStats)
    })
    .get('/verify', async (c) => {
      const { ok, findings, records, head, signedTo } = await audit.verify({ keys: new Map() })
      const problems = findings.map(({ seq, what, message }) => `Record ${seq} (${what}): ${message}`)
      const last = head === undefined ? null : { seq: head.seq, hash: head.hash }
      return c.json({ ok, records, head: last, signedTo: signedTo ?? null, problems } satisfies ChainStatus)
    })
    .get('/:seq', async (c) => {
      const seq = Number(c.req.param('seq'))
      const record = Number.isSafeInteger(seq) ? await audit.get(seq) : undefined
      if (record === undefined) throw new HttpProblem('not-found', `There is no record ${c.req.param('seq')}.`)
      const body = bodyOf(record.body)
      const call = callOf(body)
      const id = body['approval']
      const approval = typeof id === 'string' ? await approvals.get(id) : undefined
      return c.json({
        record: recordView(record),
        approval: approval === undefined ? null : approvalView(approval),
        outcome: record.kind === 'decision' ? await outcomeOf(deps, record.at, body['id']) : null,
        changes: call === null ? [] : changesOf(deps, call),
      } satisfies AuditDetail)
    })
}

function filterOf(c: Context<Env>): Filter {
  const behavior = behaviorOf(c.req.query('behavior'))
  const filter: Record<string, unknown> = { limit: limitIn(c, MOST) }
  for (const name of ['kind', 'session', 'agent', 'rule', 'text', 'project'])
    if (c.req.query(name) !== undefined && c.req.query(name) !== '') filter[name] = c.req.query(name)
  for (const name of ['before', 'since', 'until']) {
    const number = numberIn(c, name)
    if (number !== undefined) filter[name] = number
  }
  if (behavior !== null) filter['behavior'] = behavior
  return filter as unknown as Filter
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

function changesOf({ house, whatIf }: Deps, call: NonNullable<ReturnType<typeof callOf>>): AuditDetail['changes'] {
  try {
    return whatIf.engine(house.policyAt(call.cwd ?? '/'), call.cwd).explain(call).changes
  } catch {
    return []
  }
}
