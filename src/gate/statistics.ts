/**
 * Part of the gate's management: how often people are asked, because of what, what they answer and how long it takes
 * them.
 *
 * INVARIANT: memory does not grow with the number of questions but with the number of days and rules, which are bounded.
 */

import type { Approval, ApprovalStore } from '../store/approval.ts'

export interface StatisticsFilter {
  /** Milliseconds since the epoch: questions asked at or after `since` and before `until`. */
  readonly since: number
  readonly until?: number
  /** Minutes east of UTC; it sets when a day begins. */
  readonly offset?: number
}

export interface Tally {
  readonly asked: number
  readonly allowed: number
  readonly denied: number
  /** Expired, cancelled or superseded. */
  readonly unanswered: number
}

export interface Statistics extends Tally {
  readonly pending: number
  /** In order; days on which nobody was asked are left out. */
  readonly days: readonly (Tally & { readonly day: string })[]
  /**
   * What caused the question: the rule as every face cites it, or null and the reason's code. The most frequent come
   * first.
   */
  readonly byRule: readonly (Tally & { readonly rule: string | null; readonly code: string })[]
  /** Milliseconds from question to answer. */
  readonly waits: {
    readonly median: number | null
    readonly p90: number | null
    /** Waits up to this long and longer than the entry before; null: longer than all others. */
    readonly spread: readonly { readonly upTo: number | null; readonly count: number }[]
  }
}

const PAGE = 500
const MOST_RULES = 50
const MOST_GROUPS = 5_000
const MOST_WAITS = 100_000
const STEPS = [2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 900_000, 3_600_000, null] as const

type Writable = { -readonly [Key in keyof Tally]: Tally[Key] }

export async function statisticsOf(
  store: Pick<ApprovalStore, 'history'>,
  { since, until, offset = 0 }: StatisticsFilter,
): Promise<Statistics> {
  const all = none()
  const days = new Map<string, Writable>()
  const rules = new Map<string, Writable>()
  const waits: number[] = []
  let pending = 0
  for await (const approval of pages(store, since, until)) {
    const day = new Date(approval.askedAt + offset * 60_000).toISOString().slice(0, 10)
    const by = JSON.stringify([textOf(approval.shown['rule']), textOf(approval.shown['code']) ?? ''])
    for (const tally of [all, tallyOf(days, day), tallyOf(rules, by)]) count(tally, approval)
    if (approval.state === 'pending') pending++
    if (approval.answer !== null && approval.endedAt !== null && waits.length < MOST_WAITS)
      waits.push(Math.max(0, approval.endedAt - approval.askedAt))
  }
  return {
    ...all,
    pending,
    days: [...days].map(([day, tally]) => ({ day, ...tally })).sort((a, b) => (a.day < b.day ? -1 : 1)),
    byRule: [...rules]
      .map(([key, tally]) => ({ ...ruleOf(key), ...tally }))
      .sort((a, b) => b.asked - a.asked)
      .slice(0, MOST_RULES),
    waits: waitsOf(waits),
  }
}

/** Questions asked in the same millisecond are read together, so that none is lost at the end of a page. */
async function* pages(
  store: Pick<ApprovalStore, 'history'>,
  since: number,
  until: number | undefined,
): AsyncGenerator<Approval> {
  const seen = new Set<string>()
  let before = until
  for (let limit = PAGE; ;) {
    const page = await store.history({ since, ...(before === undefined ? {} : { before }), limit })
    const last = page.at(-1)
    for (const approval of page) {
      if (!seen.has(approval.id)) yield approval
    }
    if (last === undefined || page.length < limit) return
    seen.clear()
    for (const { id, askedAt } of page) if (askedAt === last.askedAt) seen.add(id)
    // Read again from the time of the last question: more may have been asked in that millisecond than fitted on the
    // page.
    const isStuck = seen.size === page.length
    limit = isStuck ? limit * 2 : PAGE
    before = last.askedAt + 1
  }
}

function none(): Writable {
  return { asked: 0, allowed: 0, denied: 0, unanswered: 0 }
}

/** Beyond `MOST_GROUPS` groups, a new one is counted only in the totals. */
function tallyOf(tallies: Map<string, Writable>, key: string): Writable {
  const known = tallies.get(key) ?? none()
  if (tallies.has(key) || tallies.size < MOST_GROUPS) tallies.set(key, known)
  return known
}

function count(tally: Writable, { state, answer }: Approval): void {
  tally.asked++
  if (answer !== null) tally[answer.behavior === 'allow' ? 'allowed' : 'denied']++
  else if (state !== 'pending') tally.unanswered++
}

function ruleOf(key: string): { readonly rule: string | null; readonly code: string } {
  const [rule, code] = JSON.parse(key) as [string | null, string]
  return { rule, code }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function waitsOf(waits: number[]): Statistics['waits'] {
  waits.sort((a, b) => a - b)
  const at = (part: number) => waits[Math.floor(waits.length * part)] ?? null
  let from = -1
  const spread = STEPS.map((upTo) => {
    const above = from
    from = upTo ?? Infinity
    return { upTo, count: waits.filter((wait) => wait > above && wait <= (upTo ?? Infinity)).length }
  })
  return { median: at(0.5), p90: at(0.9), spread }
}
