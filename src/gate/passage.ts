/**
 * The way of one call through the gate: decide, ask a person if necessary, until there is an allow or a deny. Or only
 * up to the question, for clients that ask a person themselves.
 *
 * INVARIANT: every allow comes from a decision made after the last thing that could change it: the answer, the edit,
 * the policy. An answer never applies to anything the person was not shown.
 */

import type { Answer, Approval } from '../store/approval.ts'
import type { Grant } from '../store/grant.ts'
import { isAnswered, isYesTo, questionOf } from './questions/approvals.ts'
import type { Approvals } from './questions/approvals.ts'
import { isAnsweredBy, isStillAsShown, isWithin } from './questions/as-shown.ts'
import { creditOf } from './authorization.ts'
import type { Authorization, Credit, Judgement, Said } from './authorization.ts'
import type { Clock } from './clock.ts'
import type { Decided, Decider } from './decider.ts'
import type { Events } from './events.ts'
import type { GrantBook } from './grants/book.ts'
import type { Grants } from './grants/grants.ts'
import type { OpenQuestion } from './questions/open-question.ts'
import type { InForce } from './policy-source.ts'
import type { Questions } from './questions/questions.ts'
import { answeredReason, notEnforcedReason, unansweredReason, wentByReason } from './questions/reasons.ts'
import type { Shown } from './shown.ts'
import type { FullCall } from './snapshot.ts'
import { unaskedReason } from './questions/unasked.ts'
import type { JudgeOptions } from './questions/unasked.ts'

export interface PassageDeps {
  readonly decider: Decider
  readonly book: GrantBook
  readonly grants: Grants
  readonly questions: Questions
  readonly approvals: Pick<Approvals, 'get'>
  readonly events: Events
  readonly now: Clock
  readonly timeout: number
  readonly newId: () => string
}

export interface AuthorizeOptions {
  /** Gives the call up. */
  readonly signal?: AbortSignal
  /** A person must answer this very call, even if the policy would allow it. A denied call stays denied. */
  readonly person?: boolean
}

export interface Settled<T extends Judgement = Authorization> {
  readonly decided: Decided
  readonly authorization: T
}

/** A decision that leaves the call to a person. */
interface Open {
  readonly decided: Decided
  readonly shown: Shown
  readonly digest: string
}

type Yes = Said & { readonly wasThis: boolean }

/** Nobody answers more often than this for one call; a question that keeps changing is not worth answering. */
const MOST_QUESTIONS = 20
/**
 * Decisions in a row without waiting for anybody. Without this limit, a store that contradicts itself would cause an
 * endless loop.
 */
const MOST_ROUNDS = 100
const GIVEN_UP = 'The call was given up.'
const IN_PERSON = 'Whoever runs the agent wants a person to answer this one: it can be answered only once.'

export class Passage {
  readonly #deps: PassageDeps
  readonly #id: string
  readonly #signal: AbortSignal | undefined
  readonly #person: boolean
  #call: FullCall
  #question: OpenQuestion | undefined
  #asked = 0
  #rounds = 0
  /** The person who changed the input. */
  #editor: Said | undefined

  constructor(deps: PassageDeps, id: string, call: FullCall, { signal, person = false }: AuthorizeOptions = {}) {
    this.#deps = deps
    this.#id = id
    this.#call = call
    this.#signal = signal
    this.#person = person
  }

  /**
   * The whole way at once, by a policy that was looked at after the call came in; undefined if the call has to wait for
   * somebody.
   */
  atOnce(inForce: InForce): Settled | undefined {
    if (this.#person) return undefined
    const { decider, book } = this.#deps
    const decided = decider.decideNow(this.#call, inForce)
    if (decided === undefined) return undefined
    const { behavior, code, reason, enforced } = decided.verdict
    if (!enforced) return this.#settle(decided, 'allow', code, notEnforcedReason(decided.verdict))
    if (behavior === 'ask' || !decider.restsOnNone(decided)) return undefined
    book.countUses(decided.page, decided.trace)
    return this.#settle(decided, behavior, code, reason)
  }

  async run(): Promise<Settled> {
    try {
      // A person is asked only after a decision by the answers that the store has now.
      for (let fresh = false; ; fresh = true) {
        const wakes = this.#question?.wakes
        const reached = await this.#decide(fresh)
        const settled = reached !== undefined && 'shown' in reached ? await this.#ask(reached, wakes) : reached
        if (settled !== undefined) return settled
      }
    } finally {
      await this.#question?.leave('cancelled', GIVEN_UP)
    }
  }

  /** Like `run`, but asks nobody: if a person must be asked, it returns `ask`. */
  async judge(options: JudgeOptions): Promise<Settled<Judgement>> {
    for (let fresh = false; ; fresh = true) {
      const reached = await this.#decide(fresh)
      if (reached !== undefined) return 'shown' in reached ? this.#left(reached, options) : reached
    }
  }

  /** Undefined if it must be decided again. */
  async #decide(fresh: boolean): Promise<Settled | Open | undefined> {
    if (++this.#rounds > MOST_ROUNDS) throw new Error('earlier answers keep changing')
    const decided = await this.#deps.decider.decide(this.#call, fresh)
    const { verdict } = decided
    if (!verdict.enforced) return this.#settle(decided, 'allow', verdict.code, notEnforcedReason(verdict))
    const mustAsk = verdict.behavior === 'ask' || (verdict.behavior === 'allow' && this.#person)
    if (!mustAsk) return this.#decided(decided, verdict.behavior)
    if (!fresh) return undefined
    const { shown, digest } = this.#show(decided)
    const once = decided.page.once.find((grant) => grant.digest === digest)
    if (once !== undefined) return this.#isOwn(once) ? this.#answeredHere(decided) : this.#byGrant(decided, once)
    return { decided, shown, digest }
  }

  #show(decided: Decided): Pick<Open, 'shown' | 'digest'> {
    const { shown, digest } = this.#deps.decider.show(decided)
    return this.#person ? { shown: { ...shown, suggestions: [], limits: IN_PERSON }, digest } : { shown, digest }
  }

  async #left(
    { decided, shown }: Open,
    { unasked, approval, named: given }: JudgeOptions,
  ): Promise<Settled<Judgement>> {
    const yes = await this.#yesOf({ decided, shown }, approval ?? given)
    if (yes !== undefined && approval !== undefined) return this.#said(decided, yes)
    const { code, reason, rule } = decided.verdict
    if (unasked !== undefined)
      return this.#settle(decided, 'deny', 'no-channel', unaskedReason(shown, unasked, this.#call.agent))
    const told = yes === undefined ? reason : `${reason} ${wentByReason(yes.answer, yes.wasThis)}`
    const { authorization } = this.#settle(decided, 'deny', code, told, yes && { approval: yes.approval })
    const named = rule === undefined ? {} : { rule }
    return { decided, authorization: { ...authorization, ...named, behavior: 'ask', shown } }
  }

  /** The person may have said yes to another call, such as the whole of which this one is a part. */
  async #yesOf({ decided, shown }: Pick<Open, 'decided' | 'shown'>, id: string | undefined): Promise<Yes | undefined> {
    const approval = id === undefined ? undefined : await this.#deps.approvals.get(id)
    if (approval === undefined || !isYesTo(decided.owner, approval) || !isWithin(approval, shown)) return undefined
    return { approval: approval.id, answer: approval.answer, wasThis: isAnsweredBy(approval, decided) }
  }

  /** Handles a decision that needs no person but perhaps an earlier answer, which must still count. */
  async #decided(decided: Decided, behavior: 'allow' | 'deny'): Promise<Settled | undefined> {
    const { decider, book } = this.#deps
    const grants = await decider.restsOn(this.#call, decided)
    if (grants.some((grant) => this.#isOwn(grant))) return this.#answeredHere(decided)
    for (const { id } of grants) if (!(await book.claim(decided.owner, id))) return undefined
    book.countUses(decided.page, decided.trace)
    const answered = await this.#drop('The call was decided by another answer or a change of the policy.')
    if (behavior === 'allow' && answered !== undefined) return this.#ended(decided, answered)
    const { code, reason } = decided.verdict
    return this.#settle(decided, behavior, code, reason)
  }

  /** A grant has the id of the approval it came from. */
  #isOwn({ id }: Grant): boolean {
    return id === this.#question?.approval.id
  }

  /**
   * The question that waits here was answered while the call was decided again: how the question ended says more than
   * the grant.
   */
  async #answeredHere(decided: Decided): Promise<Settled | undefined> {
    const question = this.#question
    await question?.look()
    const next = await question?.next(undefined, this.#signal)
    if (next === undefined || next === 'changed') return undefined
    if (next === 'aborted') return this.#aborted(decided)
    this.#question = undefined
    return this.#ended(decided, next)
  }

  /** Uses an answer to this very call that was given when nobody waited for it any more. */
  async #byGrant(decided: Decided, grant: Grant): Promise<Settled | undefined> {
    if (!(await this.#deps.book.claim(decided.owner, grant.id))) return undefined
    const answered = await this.#drop('The call was answered before.')
    if (answered !== undefined) return this.#ended(decided, answered)
    const { behavior, lasts, rules, grantedBy } = grant
    const answer: Answer = { behavior, lasts, rules, by: grantedBy, digest: grant.digest ?? '' }
    return this.#said(decided, { approval: grant.approval ?? grant.id, answer })
  }

  /** `wakes`: how often the question had been woken before this decision; undefined if no question was open then. */
  async #ask({ decided, shown, digest }: Open, wakes: number | undefined): Promise<Settled | undefined> {
    if (this.#question !== undefined && !isStillAsShown(this.#question.approval, decided, shown))
      await this.#drop('What was asked about has changed.')
    if (this.#signal?.aborted === true) return this.#aborted(decided)
    if (this.#question === undefined) {
      if (++this.#asked > MOST_QUESTIONS)
        return this.#settle(decided, 'deny', 'cancelled', 'Not allowed: what was asked about kept changing.')
      this.#question = await this.#put(decided, shown, digest)
    }
    const question = this.#question
    const next = await question.next(wakes, this.#signal)
    if (wakes !== undefined) this.#rounds = 0
    if (next === 'changed') return undefined
    if (next === 'aborted') return this.#aborted(decided)
    this.#question = undefined
    return this.#ended(decided, next)
  }

  async #put({ owner }: Decided, shown: Shown, digest: string): Promise<OpenQuestion> {
    const { questions, events, now, newId, timeout } = this.#deps
    const askedAt = now()
    const id = newId()
    const asked = { id, ...owner, digest, call: this.#call, shown, askedAt, expiresAt: askedAt + timeout }
    const question = await questions.put(asked)
    events.emit('asked', { id: question.approval.id, question: questionOf(question.approval) })
    return question
  }

  async #ended(decided: Decided, approval: Approval): Promise<Settled | undefined> {
    // Another call with the same question was given up or decided otherwise; this call still needs an answer.
    if (approval.state === 'superseded' || approval.note === GIVEN_UP) return undefined
    if (!isAnswered(approval)) {
      const { code, reason } = unansweredReason(approval)
      return this.#settle(decided, 'deny', code, reason, { approval: approval.id })
    }
    const { grant } = await this.#deps.grants.remember(approval)
    const said: Said = { approval: approval.id, answer: { ...approval.answer, lasts: grant.lasts } }
    if (approval.answer.behavior === 'allow') return this.#allowed(approval, said, grant)
    await this.#deps.book.claim(decided.owner, grant.id)
    return this.#said(decided, said)
  }

  /** Between question and answer the policy and the disk may have changed: how they are now counts. */
  async #allowed(approval: Approval, said: Said, grant: Grant): Promise<Settled | undefined> {
    const { decider, book } = this.#deps
    const now = await decider.decide(this.#call, true)
    const { verdict } = now
    if (verdict.behavior === 'deny') return this.#decided(now, 'deny')
    if (!isStillAsShown(approval, now, verdict.behavior === 'ask' ? decider.show(now).shown : undefined))
      return undefined
    if (!(await book.claim(now.owner, grant.id))) return undefined
    if (said.answer.input === undefined) return this.#said(now, said)
    this.#editor = said
    this.#call = { ...this.#call, input: said.answer.input }
    return undefined
  }

  /**
   * Leaves the question. Returns it if somebody has answered it all the same: an answer about this very call counts
   * before anything else.
   */
  async #drop(note: string): Promise<Approval | undefined> {
    const question = this.#question
    this.#question = undefined
    const ended = await question?.leave('superseded', note)
    return ended !== undefined && isAnswered(ended) ? ended : undefined
  }

  #aborted(decided: Decided): Settled {
    const reason = 'Not allowed: the call was given up before a person had answered.'
    return this.#settle(decided, 'deny', 'cancelled', reason)
  }

  #said(decided: Decided, said: Said): Settled {
    const { answer } = said
    return this.#settle(decided, answer.behavior, 'answered', answeredReason(answer), creditOf(said))
  }

  #settle(decided: Decided, behavior: 'allow' | 'deny', code: string, reason: string, more?: Partial<Credit>): Settled {
    const { verdict } = decided
    const { input } = this.#call
    const rule = verdict.behavior === behavior ? verdict.rule : undefined
    // Every field is listed because nearly every decision comes through here, and spreading objects costs more than
    // deciding.
    const plain: Authorization =
      rule === undefined
        ? { behavior, reason, code, input, id: this.#id, verdict }
        : { behavior, reason, code, rule, input, id: this.#id, verdict }
    if (more === undefined && this.#editor === undefined) return { decided, authorization: plain }
    return { decided, authorization: { ...plain, ...this.#edited(reason), ...more } }
  }

  #edited(reason: string): Partial<Authorization> {
    if (this.#editor === undefined) return {}
    return { reason: `The input was changed by ${this.#editor.answer.by}. ${reason}`, ...creditOf(this.#editor) }
  }
}
