/**
 * Part of the gate: the questions that calls of this process are waiting on.
 *
 * INVARIANT: a question is put to the askers once in a process, however many calls wait on it, and leaves them when it ends,
 * wherever that happened. As long as one call waits, something will end it: an answer, its time, its askers' giving up, the
 * last call's leaving, or the gate's closing.
 */

import type { Approval, Asked } from '../store/approval.ts'
import type { Grant } from '../store/grant.ts'
import type { Change, Store } from '../store/port.ts'
import type { Approvals } from './approvals.ts'
import type { Asker } from './asker.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { OpenQuestion } from './open-question.ts'

export interface QuestionDeps {
  readonly store: Pick<Store, 'approvals' | 'grants' | 'watch'>
  readonly approvals: Approvals
  readonly askers: readonly Asker[]
  readonly events: Events
  readonly now: Clock
  /** Another value than before: decisions may come out otherwise now. */
  readonly circumstances: () => unknown
}

/** In case the store's own word of a change was lost. */
const LOOK_AGAIN = 1_000

export class Questions {
  readonly #deps: QuestionDeps
  readonly #open = new Map<string, OpenQuestion>()
  /** By what is asked, from the moment somebody begins to ask it. */
  readonly #asking = new Map<string, Promise<OpenQuestion>>()
  #closed = false
  #watching: { readonly stop: () => void; circumstances: unknown } | undefined

  constructor(deps: QuestionDeps) {
    this.#deps = deps
  }

  /** Joins the question that is pending already, here or since another process asked it; else asks. */
  async put(asked: Asked): Promise<OpenQuestion> {
    if (this.#closed) throw new Error('the gate is closed')
    const key = JSON.stringify([asked.session, asked.agent, asked.project, asked.digest])
    const known = this.#asking.get(key)
    if (known !== undefined) return (await known).join()
    const asking = this.#ask(asked, () => this.#asking.delete(key))
    this.#asking.set(key, asking)
    try {
      return (await asking).join()
    } catch (error) {
      this.#asking.delete(key)
      throw error
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.allSettled(this.#asking.values())
    await Promise.all([...this.#open.values()].map((question) => question.cancel('The gate was closed.')))
    this.#stop()
  }

  async #ask(asked: Asked, onEnd: () => void): Promise<OpenQuestion> {
    const { store, approvals, events } = this.#deps
    this.#watch()
    const pending = await approvals.pending({ session: asked.session, project: asked.project })
    const before = pending.find(({ digest, agent }) => digest === asked.digest && agent === asked.agent)
    if (before === undefined) await store.approvals.ask(asked)
    const approval: Approval = before ?? { ...asked, state: 'pending', answer: null, endedAt: null, note: null }
    const question = new OpenQuestion(approval, this.#deps, (ended) => {
      this.#open.delete(approval.id)
      onEnd()
      if (this.#open.size === 0) this.#stop()
      events.emit('answered', { id: approval.id, approval: ended })
    })
    this.#open.set(approval.id, question)
    question.start()
    return question
  }

  #watch(): void {
    if (this.#watching !== undefined) return
    const unwatch = this.#deps.store.watch((change) => this.#onChange(change))
    const timer = setInterval(() => this.#lookAgain(), LOOK_AGAIN)
    const stop = () => {
      clearInterval(timer)
      unwatch()
    }
    this.#watching = { stop, circumstances: this.#circumstances() }
  }

  /** That they cannot be told is a change as well: whoever decides again will meet the reason. */
  #circumstances(): unknown {
    try {
      return this.#deps.circumstances()
    } catch (error) {
      return error
    }
  }

  #stop(): void {
    this.#watching?.stop()
    this.#watching = undefined
  }

  #onChange({ what, id }: Change): void {
    if (what === 'approval') void this.#open.get(id)?.look()
    if (what === 'grant' && this.#open.size > 0) void this.#onGrant(id)
  }

  /** An answer to one question may answer others. */
  async #onGrant(id: string): Promise<void> {
    const grant = await this.#deps.store.grants.get(id).catch(() => undefined)
    if (grant === undefined) return
    for (const [own, question] of this.#open) {
      // A grant has the id of its approval: that one's own ending says more than the grant.
      if (own !== id && mayCover(grant, question.approval)) question.wake()
    }
  }

  #lookAgain(): void {
    const circumstances = this.#circumstances()
    const changed = this.#watching !== undefined && this.#watching.circumstances !== circumstances
    if (this.#watching !== undefined) this.#watching.circumstances = circumstances
    for (const question of this.#open.values()) {
      void question.look()
      if (changed) question.wake()
    }
  }
}

function mayCover({ lasts, digest, session, project, agent }: Grant, asked: Asked): boolean {
  if (agent !== asked.agent || (session ?? asked.session) !== asked.session) return false
  return (project ?? asked.project) === asked.project && (lasts !== 'once' || digest === asked.digest)
}
