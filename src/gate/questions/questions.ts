/**
 * Part of the gate: the questions that calls of this process wait for.
 *
 * INVARIANT: a question is shown to the askers once in a process, however many calls wait for it, and taken from them
 * when it ends, wherever that happens. As long as a call waits, something will end the question: an answer, its time
 * limit, the askers giving up, the last call leaving, or the gate closing.
 */

import type { Approval, Asked } from '../../store/approval.ts'
import type { Grant } from '../../store/grant.ts'
import type { Change, Store } from '../../store/port.ts'
import type { Asker } from '../asker.ts'
import type { Clock } from '../clock.ts'
import type { Events } from '../events.ts'
import type { Approvals } from './approvals.ts'
import { OpenQuestion, STOPPING } from './open-question.ts'

export interface QuestionDeps {
  readonly store: Pick<Store, 'approvals' | 'grants' | 'watch'>
  readonly approvals: Approvals
  readonly askers: readonly Asker[]
  readonly events: Events
  readonly now: Clock
  /**
   * Looks at the circumstances, once for each folder. If the value differs from an earlier one, decisions may now come
   * out otherwise.
   */
  readonly looks: () => Look
}

type Look = (cwd: string | undefined) => unknown

/**
 * How often to look again in case the store's notice of a change was lost. Thousands of questions may be open, so they
 * take turns.
 */
const LOOK_AGAIN = 1_000
const LOOKS_AT_ONCE = 100

export class Questions {
  readonly #deps: QuestionDeps
  readonly #open = new Map<string, OpenQuestion>()
  /** Questions that are being asked, by their content, from the moment the first caller starts. */
  readonly #asking = new Map<string, Promise<OpenQuestion>>()
  #closed = false
  /** Holds the circumstances of each open question when it was last looked at. */
  #watching: { readonly stop: () => void; readonly circumstances: Map<OpenQuestion, unknown> } | undefined

  constructor(deps: QuestionDeps) {
    this.#deps = deps
  }

  /** Joins a question that is pending already, here or asked by another process; otherwise asks it. */
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

  /** Whether a call of this process waits for the question. */
  has(id: string): boolean {
    return this.#open.has(id)
  }

  /** `leave`: the questions stay open in the store for a caller that asks the same again. */
  async close({ leave = false }: { readonly leave?: boolean } = {}): Promise<void> {
    this.#closed = true
    await Promise.allSettled(this.#asking.values())
    const open = [...this.#open.values()]
    if (leave) for (const question of open) question.abandon()
    else await Promise.all(open.map((question) => question.cancel('The gate was closed.')))
    this.#stop()
  }

  async #ask(asked: Asked, onEnd: () => void): Promise<OpenQuestion> {
    const { store, events, now } = this.#deps
    this.#watch()
    const { session, project, digest } = asked
    const circumstances = seen(this.#deps.looks(), asked)
    const pending = await store.approvals.pending({ session, project, digest })
    // One that is damaged in the store could only be denied.
    const before = pending.find(
      ({ agent, expiresAt, broken }) => agent === asked.agent && broken === undefined && now() < expiresAt,
    )
    if (before === undefined) await store.approvals.ask(asked)
    const approval: Approval = before ?? { ...asked, state: 'pending', answer: null, endedAt: null, note: null }
    const question = new OpenQuestion(approval, this.#deps, (ended) => {
      this.#open.delete(approval.id)
      this.#watching?.circumstances.delete(question)
      onEnd()
      if (this.#open.size === 0) this.#stop()
      if (ended.note !== STOPPING) events.emit('answered', { id: approval.id, approval: ended })
    })
    this.#open.set(approval.id, question)
    this.#watching?.circumstances.set(question, circumstances)
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
    this.#watching = { stop, circumstances: new Map() }
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
      // A grant has the id of its approval. That question is skipped because its own ending says more than the grant.
      if (own !== id && mayCover(grant, question.approval)) question.wake()
    }
  }

  #lookAgain(): void {
    const before = this.#watching?.circumstances
    const look = this.#deps.looks()
    for (const question of this.#open.values()) {
      const now = seen(look, question.approval)
      if (before?.get(question) !== now) question.wake()
      before?.set(question, now)
    }
    for (const [id, question] of [...this.#open].slice(0, LOOKS_AT_ONCE)) {
      // Next time other questions come first.
      this.#open.delete(id)
      this.#open.set(id, question)
      void question.look()
    }
  }
}

/** An error counts as a change as well: deciding again will report its reason. */
function seen(look: Look, { call }: Asked): unknown {
  try {
    // The folder whose policy is in force.
    return look(call.project ?? call.cwd)
  } catch (error) {
    return error
  }
}

function mayCover({ lasts, digest, session, project, agent }: Grant, asked: Asked): boolean {
  if (agent !== asked.agent || (session ?? asked.session) !== asked.session) return false
  return (project ?? asked.project) === asked.project && (lasts !== 'once' || digest === asked.digest)
}
