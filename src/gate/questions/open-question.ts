/**
 * Part of the gate: one question whose end this process waits for.
 *
 * INVARIANT: a question ends once, in the way the store says; from then on its askers' signal is aborted and nobody
 * waits.
 */

import { messageOf } from '../../engine/thrown.ts'
import type { Approval, Ending } from '../../store/approval.ts'
import type { Asker, Reply } from '../asker.ts'
import type { Clock } from '../clock.ts'
import { Refused } from './answer.ts'
import { describeEnd, IN_TIME, questionOf } from './approvals.ts'
import type { Approvals } from './approvals.ts'

export interface Around {
  readonly approvals: Approvals
  readonly askers: readonly Asker[]
  readonly now: Clock
}

/** `changed`: decide again, since the question may have become unnecessary. */
export type Next = Approval | 'changed' | 'aborted'

/** The beginning of a note that says nobody could be asked. */
export const NO_CHANNEL = 'Nobody could be asked'

/** The note of a question that was left to others. */
export const STOPPING = 'Countersign is being stopped.'

const LONGEST_TIMER = 2 ** 31 - 1

export class OpenQuestion {
  readonly approval: Approval
  readonly #around: Around
  readonly #onEnd: (ended: Approval) => void
  readonly #over = new AbortController()
  readonly #waiting = new Set<() => void>()
  /** What went wrong with each lost channel; an empty text if nobody was there. */
  readonly #failures: string[] = []
  #timer: NodeJS.Timeout | undefined
  #due = 0
  #holders = 0
  #wakes = 0
  #ended: Approval | undefined

  constructor(approval: Approval, around: Around, onEnd: (ended: Approval) => void) {
    this.approval = approval
    this.#around = around
    this.#onEnd = onEnd
  }

  start(): void {
    this.#await(this.approval.expiresAt)
    for (const asker of this.#around.askers) void this.#put(asker)
    if (this.#around.askers.length === 0) this.#giveUp('there is no asker')
  }

  join(): this {
    this.#holders++
    return this
  }

  /**
   * The last caller to leave ends the question, since others may still want the answer. Returns how it has ended, which
   * may be otherwise.
   */
  async leave(state: 'cancelled' | 'superseded', note: string): Promise<Approval | undefined> {
    await (--this.#holders <= 0 ? this.#end({ state, note }) : this.look())
    return this.#ended
  }

  async cancel(note: string): Promise<void> {
    await this.#end({ state: 'cancelled', note })
  }

  /** Nobody in this process waits any more; in the store the question stays open. */
  abandon(): void {
    this.#settle({ ...this.approval, state: 'cancelled', note: STOPPING })
  }

  /** How many times so far it was signalled that decisions may come out otherwise; pass it to `next`. */
  get wakes(): number {
    return this.#wakes
  }

  wake(): void {
    this.#wakes++
    this.#tellWaiting()
  }

  /** Asks the store whether the question has ended elsewhere. */
  async look(): Promise<void> {
    try {
      const approval = await this.#around.approvals.settled(this.approval.id)
      if (approval === undefined) return
      if (approval.state !== 'pending') this.#settle(approval)
      // If its row is damaged, the end that is known here stays.
      else if (approval.broken === undefined && approval.expiresAt !== this.#due) this.#await(approval.expiresAt)
    } catch {
      // The store does not answer now. The timer still runs; when it is due, the store must answer or the call is
      // denied.
    }
  }

  /** Without `seen`, something may have changed before the question was opened. */
  next(seen: number | undefined, signal?: AbortSignal): Promise<Next> {
    return new Promise((resolve) => {
      const tell = () => {
        const next =
          this.#ended ?? (signal?.aborted === true ? 'aborted' : this.#wakes === seen ? undefined : 'changed')
        if (next === undefined) return
        this.#waiting.delete(tell)
        signal?.removeEventListener('abort', tell)
        resolve(next)
      }
      this.#waiting.add(tell)
      signal?.addEventListener('abort', tell)
      tell()
    })
  }

  async #put(asker: Asker): Promise<void> {
    let reply: Reply | undefined
    try {
      reply = await asker.ask(questionOf(this.approval), this.#over.signal)
    } catch (error) {
      return this.#giveUp(`${asker.name}: ${messageOf(error)}`)
    }
    if (this.#ended !== undefined) return
    if (reply === undefined) return this.#giveUp('')
    try {
      const { id, digest } = this.approval
      const { approval } = await this.#around.approvals.answer(id, { digest, by: asker.name, ...reply })
      this.#settle(approval)
    } catch (error) {
      await this.look()
      if (this.#ended === undefined)
        this.#giveUp(`${asker.name}: ${error instanceof Refused ? error.message : 'it failed'}`)
    }
  }

  /** One channel is lost; if none is left, the question cannot be answered. */
  #giveUp(why: string): void {
    this.#failures.push(why)
    if (this.#failures.length < this.#around.askers.length) return
    const told = this.#failures.filter((failure) => failure !== '').join('; ')
    void this.#end({ state: 'cancelled', note: `${NO_CHANNEL}${told === '' ? '' : ` (${told})`}.` })
  }

  /** Waits until the question is due, which may be postponed meanwhile. */
  #await(due: number): void {
    if (this.#ended !== undefined) return
    clearTimeout(this.#timer)
    this.#due = due
    // Never longer than intended, even if the clock has gone back since.
    const left = Math.min(due - this.#around.now(), due - this.approval.askedAt, LONGEST_TIMER)
    this.#timer = setTimeout(() => void this.#end({ state: 'expired', note: IN_TIME, due }), Math.max(left, 0))
  }

  async #end(ending: Exclude<Ending, { readonly state: 'answered' }>): Promise<void> {
    if (this.#ended !== undefined) return
    try {
      const { id } = this.approval
      let ended = await this.#around.approvals.end(id, ending)
      if (ended.state === 'pending') {
        if (ended.broken === undefined) return this.#await(ended.expiresAt)
        ended = await this.#around.approvals.end(id, { state: ending.state, note: ending.note })
      }
      const answered = ended.state === 'answered' ? await this.#around.approvals.settled(id) : undefined
      this.#settle(answered ?? ended)
    } catch {
      // The store cannot tell. For the callers that wait here the question has ended, and the call is denied.
      this.#settle({ ...this.approval, state: 'cancelled', note: `${ending.note} The store failed as well.` })
    }
  }

  #settle(ended: Approval): void {
    if (this.#ended !== undefined) return
    this.#ended = ended
    clearTimeout(this.#timer)
    this.#over.abort(describeEnd(ended))
    this.#onEnd(ended)
    this.#tellWaiting()
  }

  #tellWaiting(): void {
    for (const tell of this.#waiting) tell()
  }
}
