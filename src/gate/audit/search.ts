/**
 * Searching the audit, newest first, page by page.
 *
 * INVARIANT: one request looks at a bounded number of records, however rare the wanted ones are: a page may be short
 * and still have a next one. A record of unknown form matches only by what it visibly says.
 */

import type { AuditRecord, AuditStore, RecordFilter } from '../../store/record.ts'
import { bodyOf } from './body.ts'

export interface AuditFilter extends Omit<RecordFilter, 'from'> {
  readonly agent?: string
  /** The root of a decision's project. */
  readonly project?: string
  /** What was decided, or answered. */
  readonly behavior?: 'allow' | 'deny' | 'ask'
  /** A part of the rule as every face cites it. */
  readonly rule?: string
  /** Text anywhere in the record; case is ignored. */
  readonly text?: string
}

export interface AuditPage {
  readonly records: readonly AuditRecord[]
  /** `before` for the next page; absent if there is none. */
  readonly next?: number
}

const MOST_LOOKED_AT = 5_000
const MOST_ON_A_PAGE = 500
const AT_ONCE = 250

export async function searchAudit(store: Pick<AuditStore, 'find'>, filter: AuditFilter): Promise<AuditPage> {
  const { agent, project, behavior, rule, text, limit, ...plain } = filter
  const most = Math.min(Math.max(1, Math.floor(limit)), MOST_ON_A_PAGE)
  const fits = matcher({ agent, project, behavior, rule, text })
  const found: AuditRecord[] = []
  let before = plain.before
  for (let looked = 0; looked < MOST_LOOKED_AT;) {
    const step = fits === undefined ? most - found.length : AT_ONCE
    const page = await store.find({ ...plain, ...(before === undefined ? {} : { before }), limit: step })
    for (const record of page) {
      before = record.seq
      if (fits?.(record) === false) continue
      found.push(record)
      if (found.length === most) return { records: found, next: before }
    }
    if (page.length < step) return { records: found }
    looked += page.length
  }
  return before === undefined ? { records: found } : { records: found, next: before }
}

type Sought = Pick<AuditFilter, 'agent' | 'project' | 'behavior' | 'rule' | 'text'>
type Fits = (record: AuditRecord) => boolean

/** Undefined if every record matches. */
function matcher({
  agent,
  project,
  behavior,
  rule,
  text,
}: { [Key in keyof Sought]: Sought[Key] | undefined }): Fits | undefined {
  const sought = text === undefined || text === '' ? undefined : JSON.stringify(text).slice(1, -1).toLowerCase()
  if (agent === undefined && project === undefined && behavior === undefined && rule === undefined)
    return sought === undefined ? undefined : ({ body }) => body.toLowerCase().includes(sought)
  return ({ body }) => {
    // A check much cheaper than parsing, which every matching record passes.
    if (behavior !== undefined && !body.includes(`"behavior":"${behavior}"`)) return false
    if (sought !== undefined && !body.toLowerCase().includes(sought)) return false
    const said = bodyOf(body)
    if (behavior !== undefined && said['behavior'] !== behavior) return false
    if (project !== undefined && said['project'] !== project) return false
    const cited = said['rule']
    if (rule !== undefined && !(typeof cited === 'string' && cited.includes(rule))) return false
    return agent === undefined || agentOf(said) === agent
  }
}

function agentOf(said: Readonly<Record<string, unknown>>): unknown {
  const call = said['call']
  return typeof call === 'object' && call !== null && 'agent' in call ? call.agent : said['agent']
}

/** A decision's id is made when the call comes in; its record follows at once, or after a person was asked. */
const WINDOWS = [
  [-1_000, 2_000],
  [2_000, 60 * 60_000],
] as const

/**
 * The record of the decision with this id, whichever process made it; undefined if there is none in the expected time.
 */
export async function findDecision(store: Pick<AuditStore, 'find'>, id: string): Promise<AuditRecord | undefined> {
  const time = timeOf(id)
  if (time === undefined) return undefined
  for (const [from, to] of WINDOWS) {
    const window = { since: time + from, until: time + to, limit: AT_ONCE }
    let before: number | undefined
    for (let looked = 0; looked < MOST_LOOKED_AT; looked += AT_ONCE) {
      const page = await store.find(before === undefined ? window : { ...window, before })
      const found = page.find((record) => isDecision(record, id))
      if (found !== undefined) return found
      if (page.length < AT_ONCE) break
      before = page.at(-1)?.seq
    }
  }
  return undefined
}

export function isDecision({ kind, body }: Pick<AuditRecord, 'kind' | 'body'>, id: string): boolean {
  return kind === 'decision' && body.includes(`"id":${JSON.stringify(id)}`) && bodyOf(body)['id'] === id
}

/** The time in a uuid v7, in milliseconds. */
function timeOf(id: string): number | undefined {
  const found = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.exec(id)
  return found === null ? undefined : Number.parseInt(`${found[1]}${found[2]}`, 16)
}
