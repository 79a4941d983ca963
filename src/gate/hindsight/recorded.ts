/** Part of hindsight: the calls of recorded decisions, newest first; read once and kept up to date. */

import type { Call } from '../../engine/call.ts'
import type { Behavior } from '../../engine/rule.ts'
import { bodyOf } from '../audit/body.ts'
import { behaviorOf, callOf } from '../audit/record-text.ts'
import type { AuditRecord, Management } from '../management.ts'

export interface Recorded {
  readonly seq: number
  readonly at: number
  readonly call: Call
  readonly id: string | null
  readonly project: string | null
  readonly was: Behavior
  /** What a person answered; null if nobody was asked or the answer is not known here. */
  readonly answer: 'allow' | 'deny' | null
  /** The approval of its question; for a call that an earlier answer covers, the approval of that answer. */
  readonly approval: string | null
  /** Every rule that the trace names, cited with its place. */
  readonly rules: ReadonlySet<string>
}

/** Enough calls to judge a project by; searching them takes about ten milliseconds. */
const MOST = 2_000
const PAGE = 500

export class RecordedCalls {
  readonly #audit: Pick<Management['audit'], 'search'>
  #known: readonly Recorded[] = []
  #newest = 0
  #reading: Promise<void> | undefined

  constructor(audit: Pick<Management['audit'], 'search'>) {
    this.#audit = audit
  }

  async latest(limit: number = MOST): Promise<readonly Recorded[]> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined))
    await this.#reading
    return this.#known.slice(0, limit)
  }

  async #read(): Promise<void> {
    const fresh: Recorded[] = []
    let newest = this.#newest
    for (let before: number | undefined; fresh.length < MOST;) {
      const filter = { kind: 'decision', limit: PAGE, ...(before === undefined ? {} : { before }) }
      const { records, next } = await this.#audit.search(filter)
      const unknown = records.filter(({ seq }) => seq > this.#newest)
      fresh.push(...unknown.flatMap(recordedOf))
      newest = Math.max(newest, unknown[0]?.seq ?? 0)
      if (next === undefined || next <= this.#newest || unknown.length < records.length) break
      before = next
    }
    this.#newest = newest
    if (fresh.length > 0) this.#known = [...fresh, ...this.#known].slice(0, MOST)
  }
}

function recordedOf({ seq, at, body: text }: AuditRecord): Recorded[] {
  const body = bodyOf(text)
  const call = callOf(body)
  const was = behaviorOf(body['verdict'] ?? body['behavior'])
  if (call === null || was === null) return []
  const { id, project, approval, trace } = body
  return [
    {
      seq,
      at,
      call,
      id: typeof id === 'string' ? id : null,
      project: typeof project === 'string' ? project : null,
      was,
      // If the answer lasts, the final verdict is that answer.
      answer: body['code'] === 'answered' ? answerOf(body['behavior']) : null,
      approval: typeof approval === 'string' ? approval : null,
      rules: rulesOf(trace),
    },
  ]
}

function answerOf(behavior: unknown): Recorded['answer'] {
  return behavior === 'allow' || behavior === 'deny' ? behavior : null
}

function rulesOf(trace: unknown): ReadonlySet<string> {
  if (!Array.isArray(trace)) return NONE
  const rules = trace.flatMap((step: { readonly rule?: unknown } | null) =>
    typeof step?.rule === 'string' ? [step.rule] : [],
  )
  return rules.length === 0 ? NONE : new Set(rules)
}

const NONE: ReadonlySet<string> = new Set()
