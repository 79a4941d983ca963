/**
 * Part of the gate: questions and how they end. pending -> answered | expired | cancelled | superseded.
 *
 * INVARIANT: a question ends once. The store decides who came first; everybody else is told how it ended. This needs no
 * policy and no engine, so any process on the same store can take answers: the inbox, a server, the gate that asked.
 */

import type { Suggestion } from '../../engine/suggest.ts'
import { plain } from '../../policy/problem.ts'
import type { AnsweredApproval, Approval, ApprovalFilter, Ending, PendingFilter } from '../../store/approval.ts'
import { storable } from '../../store/encode.ts'
import type { Store } from '../../store/port.ts'
import type { Question, Reply } from '../asker.ts'
import type { AuditLog } from '../audit-log.ts'
import type { Clock } from '../clock.ts'
import type { Owner } from '../grants/book.ts'
import type { Grants } from '../grants/grants.ts'
import type { Shown } from '../shown.ts'
import { checkAnswer, Refused } from './answer.ts'

export interface ApprovalDeps {
  readonly store: Pick<Store, 'approvals'>
  readonly audit: AuditLog
  readonly grants: Grants
  readonly now: Clock
  /** Whether a call of this process waits for the question. */
  readonly asksHere?: (id: string) => boolean
}

export interface Answered {
  readonly approval: Approval
  /** What could not be done as asked, for the person who answered. */
  readonly note?: string
}

/** The least and the most time that can be added at once; a question is never open longer than the latter from now. */
const LEAST_MORE = 1_000
const MOST_MORE = 24 * 60 * 60_000

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

  /** As `get`, but waits until an answer that is being taken here has been recorded and remembered. */
  async settled(id: string): Promise<Approval | undefined> {
    await this.#taking.get(id)?.catch(() => undefined)
    return this.get(id)
  }

  /** Oldest first. Overdue questions are expired and not shown. */
  async pending(filter: PendingFilter = {}): Promise<readonly Approval[]> {
    const { store, now } = this.#deps
    await store.approvals.expire(now())
    const pending = await store.approvals.pending(filter)
    const at = now()
    await Promise.all(pending.map((approval) => this.#endUnread(approval, at)))
    return pending.filter(({ expiresAt }) => at < expiresAt)
  }

  /** How many wait. Overdue questions are expired first. */
  async count(): Promise<number> {
    const { store, now } = this.#deps
    await store.approvals.expire(now())
    return store.approvals.count(now())
  }

  /**
   * Throws `Refused` with the reason if the answer does not count; the question then stays as it was. `offers`: what
   * may be remembered besides what was shown, proven by the caller for this very call.
   */
  answer(
    id: string,
    reply: Reply,
    { offers = [] }: { readonly offers?: readonly Suggestion[] } = {},
  ): Promise<Answered> {
    const taking = Promise.resolve(this.#taking.get(id))
      .catch(() => undefined)
      .then(() => this.#take(id, reply, offers))
    this.#taking.set(id, taking)
    const done = () => {
      if (this.#taking.get(id) === taking) this.#taking.delete(id)
    }
    taking.then(done, done)
    return taking
  }

  /** Newest first, in any state. */
  history(filter: ApprovalFilter): Promise<readonly Approval[]> {
    return this.#deps.store.approvals.history(filter)
  }

  /** Postpones its end by this many milliseconds. Throws `Refused` if it is no longer open. */
  async extend(id: string, { ms, by }: { readonly ms: number; readonly by: string }): Promise<Approval> {
    const { store, audit, now } = this.#deps
    if (!Number.isFinite(ms) || ms < LEAST_MORE || ms > MOST_MORE)
      throw new Refused('invalid', 'More time is a second at least and a day at most.')
    if (typeof by !== 'string' || by.trim() === '' || !storable(by))
      throw new Refused('invalid', 'It is not said who wants more time.')
    const asked = await store.approvals.get(id)
    if (asked === undefined) throw new Refused('unknown', `There is no question ${id}.`)
    refuseBroken(asked)
    const at = now()
    const expiresAt = Math.min(asked.expiresAt + Math.ceil(ms), at + MOST_MORE)
    const entry = { kind: 'extend', session: asked.session, body: { approval: id, by, expiresAt } }
    const along = await audit.along?.(entry)
    const extended = await store.approvals.extend(id, expiresAt, at, along)
    if (extended === undefined) throw new Refused('unknown', `There is no question ${id}.`)
    const { won, approval } = extended
    if (won && along === undefined) await audit.append(entry)
    // Somebody else postponed it as far at the same time, or it has a day left already.
    if (won || (approval.state === 'pending' && approval.expiresAt > at)) return approval
    return this.#stillOpen(approval)
  }

  /**
   * Ends the question this way, or returns how it ended before. It is still pending only if it was postponed beyond the
   * time that was due.
   */
  async end(id: string, ending: Exclude<Ending, { readonly state: 'answered' }>): Promise<Approval> {
    const { store, now } = this.#deps
    const ended = await store.approvals.end(id, { ...ending, note: plain(ending.note) }, now())
    if (ended === undefined) throw new Refused('unknown', `There is no question ${id}.`)
    return ended.approval
  }

  /** The store does not find a question overdue whose end it cannot read. */
  async #endUnread({ id, broken, expiresAt }: Approval, at: number): Promise<void> {
    if (broken === undefined || expiresAt > at) return
    // What cannot be ended now is looked at again.
    await this.end(id, { state: 'expired', note: `${IN_TIME} ${saidOf(broken)}` }).catch(() => undefined)
  }

  /** Expires an overdue question, unless it was postponed at this very moment; throws if it has ended. */
  async #stillOpen(seen: Approval): Promise<Approval> {
    const { id, state, expiresAt: due } = seen
    const now = state === 'pending' ? await this.end(id, { state: 'expired', note: IN_TIME, due }) : seen
    if (now.state !== 'pending') throw tooLate(now)
    return now
  }

  async #take(id: string, reply: Reply, offers: readonly Suggestion[]): Promise<Answered> {
    const { store, audit, grants, now } = this.#deps
    const asked = await store.approvals.get(id)
    if (asked === undefined) throw new Refused('unknown', `There is no question ${id}.`)
    const at = now()
    if (asked.state !== 'pending' || asked.expiresAt <= at) await this.#stillOpen(asked)
    if (reply?.behavior !== 'deny') refuseBroken(asked)
    const answer = checkAnswer(asked, reply, at, offers)
    const entry = { kind: 'answer', session: asked.session, body: { approval: id, ...answer } }
    // One transaction: if the process dies here, the answer is neither taken nor recorded.
    const along = await audit.along?.(entry)
    const ended = await store.approvals.end(id, { state: 'answered', answer }, at, along)
    if (ended === undefined) throw new Refused('unknown', `There is no question ${id}.`)
    if (!ended.won || !isAnswered(ended.approval)) throw tooLate(ended.approval)
    if (along === undefined) await audit.append(entry)
    const isOwn = this.#deps.asksHere?.(id) ?? false
    const { note } = await (isOwn ? grants.remember(ended.approval) : grants.handOver(ended.approval))
    return { approval: ended.approval, ...(note === undefined ? {} : { note }) }
  }
}

export function isAnswered(approval: Approval): approval is AnsweredApproval {
  return approval.state === 'answered' && approval.answer !== null
}

/** Whether a person said yes in this approval to a call of this owner. */
export function isYesTo(owner: Owner, approval: Approval): approval is AnsweredApproval {
  const isTheirs =
    approval.session === owner.session && approval.project === owner.project && approval.agent === owner.agent
  return isTheirs && isAnswered(approval) && approval.answer.behavior === 'allow'
}

/** The face's view of an approval: plain JSON, its own copy. */
export function questionOf(approval: Approval): Question {
  const { id, session, agent, project, digest, call, shown, askedAt, expiresAt } = structuredClone(approval)
  return { id, session, agent, project, digest, call, shown: shown as Shown, askedAt, expiresAt }
}

/** How the question ended, in one sentence. */
export function describeEnd({ state, answer, note }: Approval): string {
  if (answer !== null) return `It was ${answer.behavior === 'allow' ? 'allowed' : 'denied'} by ${answer.by}.`
  return state === 'expired' ? IN_TIME : (note ?? `It was ${state}.`)
}

function saidOf(broken: string): string {
  return `${broken.charAt(0).toUpperCase()}${broken.slice(1)}.`
}

/** What cannot be read may be anything, so nobody knows what a yes would be about. */
function refuseBroken({ broken }: Approval): void {
  if (broken !== undefined)
    throw new Refused('not-offered', `${saidOf(broken)} It can only be denied; the agent may then ask again.`)
}

function tooLate(approval: Approval): Refused {
  const refusal = approval.state === 'expired' ? 'expired' : 'ended'
  return new Refused(refusal, `The question is no longer open. ${describeEnd(approval)}`)
}
