/**
 * Part of the gate: questions and how they end. pending -> answered | expired | cancelled | superseded.
 *
 * INVARIANT: a question ends once. The store decides who came first; everybody else is told how it ended. Needs no policy and
 * no engine, so any process on the same store can take answers: the inbox, a server, the gate that asked.
 */

import { plain } from '../policy/problem.ts'
import type { Answer, Approval, Ending } from '../store/approval.ts'
import type { Store } from '../store/port.ts'
import { checkAnswer, Refused } from './answer.ts'
import type { Question, Reply } from './asker.ts'
import type { AuditLog } from './audit-log.ts'
import type { Clock } from './clock.ts'
import type { Grants } from './grants.ts'
import type { Shown } from './shown.ts'

export interface ApprovalDeps {
  readonly store: Pick<Store, 'approvals'>
  readonly audit: AuditLog
  readonly grants: Grants
  readonly now: Clock
}

export interface Answered {
  readonly approval: Approval
  /** What did not go as asked, for the person who answered. */
  readonly note?: string
}

export const IN_TIME = 'Nobody answered in time.'

export class Approvals {
  readonly #deps: ApprovalDeps
  /** Answers being taken in this process, by question. */
  readonly #taking = new Map<string, Promise<unknown>>()

  constructor(deps: ApprovalDeps) {
    this.#deps = deps
  }

  get(id: string): Promise<Approval | undefined> {
    return this.#deps.store.approvals.get(id)
  }

  /** As `get`, but an answer that is being taken here has first been put on record and remembered. */
  async settled(id: string): Promise<Approval | undefined> {
    await this.#taking.get(id)?.catch(() => undefined)
    return this.get(id)
  }

  /** Oldest first. Those that are overdue are expired, not shown. */
  async pending(filter: { readonly session?: string; readonly project?: string } = {}): Promise<readonly Approval[]> {
    const { store, now } = this.#deps
    await store.approvals.expire(now())
    const pending = await store.approvals.pending(filter)
    return pending.filter(({ expiresAt }) => now() < expiresAt)
  }

  /** Throws `Refused` when the answer does not count, and says why; what it answers stays as it was. */
  answer(id: string, reply: Reply): Promise<Answered> {
    const taking = Promise.resolve(this.#taking.get(id))
      .catch(() => undefined)
      .then(() => this.#take(id, reply))
    this.#taking.set(id, taking)
    const done = () => {
      if (this.#taking.get(id) === taking) this.#taking.delete(id)
    }
    taking.then(done, done)
    return taking
  }

  /** Ends it this way, or tells how it ended before. */
  async end(id: string, ending: Exclude<Ending, { readonly state: 'answered' }>): Promise<Approval> {
    const { store, now } = this.#deps
    const ended = await store.approvals.end(id, { ...ending, note: plain(ending.note) }, now())
    if (ended === undefined) throw new Refused('unknown', `There is no question ${id}.`)
    return ended.approval
  }

  async #take(id: string, reply: Reply): Promise<Answered> {
    const { store, audit, grants, now } = this.#deps
    const asked = await store.approvals.get(id)
    if (asked === undefined) throw new Refused('unknown', `There is no question ${id}.`)
    if (asked.state !== 'pending') throw tooLate(asked)
    const at = now()
    if (asked.expiresAt <= at) throw tooLate(await this.end(id, { state: 'expired', note: IN_TIME }))
    const answer = checkAnswer(asked, reply, at)
    const entry = { kind: 'answer', session: asked.session, body: { approval: id, ...answer } }
    // One transaction: whoever dies in between has neither taken the answer nor recorded it.
    const along = await audit.along?.(entry)
    const ended = await store.approvals.end(id, { state: 'answered', answer }, at, along)
    if (ended === undefined) throw new Refused('unknown', `There is no question ${id}.`)
    if (!ended.won || !isAnswered(ended.approval)) throw tooLate(ended.approval)
    if (along === undefined) await audit.append(entry)
    const { note } = await grants.remember(ended.approval)
    return { approval: ended.approval, ...(note === undefined ? {} : { note }) }
  }
}

export function isAnswered(approval: Approval): approval is Approval & { readonly answer: Answer } {
  return approval.state === 'answered' && approval.answer !== null
}

/** The face's view of an approval: plain JSON, its own copy. */
export function questionOf(approval: Approval): Question {
  const { id, session, agent, project, digest, call, shown, askedAt, expiresAt } = structuredClone(approval)
  return { id, session, agent, project, digest, call, shown: shown as Shown, askedAt, expiresAt }
}

/** How it ended, in one sentence. */
export function describeEnd({ state, answer, note }: Approval): string {
  if (answer !== null) return `It was ${answer.behavior === 'allow' ? 'allowed' : 'denied'} by ${answer.by}.`
  return state === 'expired' ? IN_TIME : (note ?? `It was ${state}.`)
}

function tooLate(approval: Approval): Refused {
  const refusal = approval.state === 'expired' ? 'expired' : 'ended'
  return new Refused(refusal, `The question is no longer open. ${describeEnd(approval)}`)
}
