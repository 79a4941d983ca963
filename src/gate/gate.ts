/**
 * The gate: the only place that joins policy, effects, engine, store and people.
 *
 * INVARIANT: `authorize` and `judge` never throw. Any failure on the way is a deny that gives the reason, and no
 * decision leaves the gate before it is on record.
 */

import type { Call } from '../engine/call.ts'
import type { Approvals } from './questions/approvals.ts'
import { Arrivals } from './arrivals.ts'
import type { Way } from './arrivals.ts'
import type { AuthorizeOptions } from './passage.ts'
import type { Authorization, Judgement } from './authorization.ts'
import type { EventName, Listener, Outcome } from './events.ts'
import type { Grants } from './grants/grants.ts'
import { assemble } from './open.ts'
import type { GateOptions } from './gate-options.ts'
import type { GateParts } from './open.ts'
import { Recent } from './recent.ts'
import { decisionBody } from './record.ts'
import { snapshot } from './snapshot.ts'
import type { FullCall } from './snapshot.ts'
import type { JudgeOptions } from './questions/unasked.ts'

export interface Gate {
  /** The session of calls that name none. */
  readonly session: string
  /** Decides, and asks a person if necessary. Never throws. */
  authorize(call: Call, options?: AuthorizeOptions): Promise<Authorization>
  /**
   * Decides and records the decision, but asks nobody: `ask` is for a client that asks in its own way. Never throws.
   */
  judge(call: Call, options?: JudgeOptions): Promise<Judgement>
  /** The tools a model may see; none if the policy cannot be read. */
  visible<T extends { readonly name: string }>(tools: readonly T[], options?: { readonly cwd?: string }): T[]
  /** Records how a call went; false if that failed, or if there is no decision with this id. */
  outcome(id: string, outcome: Outcome): Promise<boolean>
  /**
   * Records that an adapter refused something by itself before a decision was made: something that is not a call, or a
   * call of a tool that does not exist. False if recording failed; the refusal stands all the same.
   */
  refused(call: Call | undefined, reason: string): Promise<boolean>
  /** Returns a function that removes the listener. */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void
  /** The questions in this store, and the way to answer them. */
  readonly approvals: Pick<Approvals, 'get' | 'pending' | 'history' | 'answer' | 'extend'>
  /** The answers that last longer than one call. */
  readonly grants: Pick<Grants, 'list' | 'revoke' | 'restore'>
  /**
   * Denies the calls that still wait for an answer, and lets go of the store. `leave`: the questions stay open for a
   * caller that asks again.
   */
  close(options?: { readonly leave?: boolean }): Promise<void>
}

/**
 * @example
 * const gate = await openGate({ cwd: process.cwd(), asker: askBy(ask) })
 * const { behavior, reason, input } = await gate.authorize({ tool: 'Bash', input: { command: 'npm publish' } })
 */
export async function openGate(options: GateOptions): Promise<Gate> {
  return gateOf(await assemble(options))
}

/** A gate made of parts that are assembled already. */
export function gateOf(parts: GateParts): Gate {
  return new OpenGate(parts)
}

const RUN: Way<Authorization> = (passage) => passage.run()
const MOST_SESSIONS = 5_000

class OpenGate implements Gate {
  readonly session: string
  readonly approvals: Gate['approvals']
  readonly grants: Gate['grants']
  readonly #parts: GateParts
  readonly #arrivals: Arrivals
  #closing: Promise<void> | undefined
  /** The sessions of recent decisions, until their outcome is reported. */
  readonly #sessions = new Recent<string>(MOST_SESSIONS)

  constructor(parts: GateParts) {
    this.#parts = parts
    this.#arrivals = new Arrivals(parts, (id, { session }) => this.#sessions.set(id, session))
    this.session = parts.defaults.session
    this.approvals = parts.approvals
    this.grants = parts.grants
  }

  authorize(call: Call, options: AuthorizeOptions = {}): Promise<Authorization> {
    return this.#arrivals.pass(call, options, RUN)
  }

  judge(call: Call, options: JudgeOptions = {}): Promise<Judgement> {
    return this.#arrivals.pass(call, {}, (passage) => passage.judge(options))
  }

  visible<T extends { readonly name: string }>(
    tools: readonly T[],
    { cwd = this.#parts.defaults.cwd }: { readonly cwd?: string } = {},
  ): T[] {
    try {
      return this.#parts.decider.visible(tools, cwd)
    } catch {
      return []
    }
  }

  async outcome(id: string, outcome: Outcome): Promise<boolean> {
    const { audit, events } = this.#parts
    try {
      if (typeof id !== 'string' || id === '' || typeof outcome?.ok !== 'boolean') return false
      const { ok, error } = outcome
      const session = this.#sessions.get(id) ?? (await audit.decided?.(id))?.session
      if (session === undefined) return false
      const body = { decision: id, ok, ...(error === undefined ? {} : { error }) }
      await audit.append({ kind: 'outcome', session, body })
      this.#sessions.delete(id)
      events.emit('after', { id, outcome })
      return true
    } catch {
      return false
    }
  }

  async refused(given: Call | undefined, reason: string): Promise<boolean> {
    const { audit, events, defaults, newId } = this.#parts
    try {
      if (this.#closing !== undefined) return false
      const call = callOf(given, defaults)
      const authorization: Authorization = { behavior: 'deny', code: 'refused', reason, input: {}, id: newId() }
      const body = decisionBody({ call, authorization, decided: undefined })
      await this.#arrivals.track(audit.append({ kind: 'decision', session: call?.session ?? defaults.session, body }))
      events.emit('decided', { id: authorization.id, call, authorization })
      return true
    } catch {
      return false
    }
  }

  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    return this.#parts.events.on(name, listener)
  }

  close(options: { readonly leave?: boolean } = {}): Promise<void> {
    this.#closing ??= this.#close(options)
    return this.#closing
  }

  async #close(options: { readonly leave?: boolean }): Promise<void> {
    const { questions, book, release } = this.#parts
    this.#arrivals.close()
    await questions.close(options)
    await this.#arrivals.settled()
    await book.counted()
    await release()
  }
}

/** Undefined if it is not a valid call. */
function callOf(given: Call | undefined, defaults: GateParts['defaults']): FullCall | undefined {
  try {
    return given && snapshot(given, defaults)
  } catch {
    return undefined
  }
}
