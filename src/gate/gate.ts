/**
 * The gate: the only place that joins policy, effects, engine, store and a person.
 *
 * INVARIANT: `authorize` never throws, and whatever fails on the way is a deny with the reason; nothing leaves it before it
 * is on record.
 */

import type { Call } from '../engine/call.ts'
import type { Approvals } from './approvals.ts'
import { Passage } from './authorize.ts'
import type { Settled } from './authorize.ts'
import type { Authorization } from './authorization.ts'
import type { EventName, Listener, Outcome } from './events.ts'
import { describeFailure, GateFailure } from './failure.ts'
import type { Grants } from './grants.ts'
import { assemble } from './open.ts'
import type { GateOptions, GateParts } from './open.ts'
import { decisionBody } from './record.ts'
import { snapshot } from './snapshot.ts'
import type { FullCall } from './snapshot.ts'

export interface Gate {
  /** The session of calls that name none. */
  readonly session: string
  /** Decides, and asks a person when it must. Never throws. */
  authorize(call: Call, options?: { readonly signal?: AbortSignal }): Promise<Authorization>
  /** The tools a model may see; none when the policy cannot be read. */
  visible<T extends { readonly name: string }>(tools: readonly T[]): T[]
  /** Puts on record how a call went that had been let through; false when that failed. */
  outcome(id: string, outcome: Outcome): Promise<boolean>
  /** Returns a function that takes the listener away again. */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void
  /** The questions on this store, and the way to answer them. */
  readonly approvals: Pick<Approvals, 'get' | 'pending' | 'answer'>
  /** What was answered for longer. */
  readonly grants: Pick<Grants, 'list' | 'revoke'>
  /** Denies what is still being asked, and lets go of the store. */
  close(): Promise<void>
}

/**
 * @example
 * const gate = await openGate({ cwd: process.cwd(), asker: askBy(ask) })
 * const { behavior, reason, input } = await gate.authorize({ tool: 'Bash', input: { command: 'npm publish' } })
 */
export async function openGate(options: GateOptions): Promise<Gate> {
  const parts = await assemble(options)
  return new OpenGate(parts)
}

const MOST_SESSIONS = 1_000

class OpenGate implements Gate {
  readonly session: string
  readonly approvals: Gate['approvals']
  readonly grants: Gate['grants']
  readonly #parts: GateParts
  #closing: Promise<void> | undefined
  readonly #underWay = new Set<Promise<unknown>>()
  /** Of late decisions for other sessions than the gate's own, until their outcome is told. */
  readonly #sessions = new Map<string, string>()

  constructor(parts: GateParts) {
    this.#parts = parts
    this.session = parts.defaults.session
    this.approvals = parts.approvals
    this.grants = parts.grants
  }

  authorize(call: Call, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Authorization> {
    const id = this.#parts.newId()
    const deciding = this.#authorize(id, call, signal)
    this.#underWay.add(deciding)
    return deciding.finally(() => this.#underWay.delete(deciding))
  }

  visible<T extends { readonly name: string }>(tools: readonly T[]): T[] {
    try {
      return this.#parts.decider.visible(tools)
    } catch {
      return []
    }
  }

  async outcome(id: string, outcome: Outcome): Promise<boolean> {
    const { audit, events, defaults } = this.#parts
    try {
      if (typeof id !== 'string' || id === '' || typeof outcome?.ok !== 'boolean') return false
      const { ok, error } = outcome
      const body = { decision: id, ok, ...(error === undefined ? {} : { error }) }
      await audit.append({ kind: 'outcome', session: this.#sessions.get(id) ?? defaults.session, body })
      this.#sessions.delete(id)
      events.emit('after', { id, outcome })
      return true
    } catch {
      return false
    }
  }

  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    return this.#parts.events.on(name, listener)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const { questions, book, release } = this.#parts
    await questions.close()
    await Promise.allSettled(this.#underWay)
    await book.counted()
    await release()
  }

  /** The one place where a throw becomes a deny. */
  async #authorize(id: string, given: Call, signal: AbortSignal | undefined): Promise<Authorization> {
    const { events, defaults } = this.#parts
    let call: FullCall | undefined
    try {
      if (this.#closing !== undefined) throw new Error('the gate is closed')
      call = snapshot(given, defaults)
      events.emit('before', { id, call })
      const settled = await new Passage(this.#parts, call, signal).run()
      return await this.#deliver(id, call, settled)
    } catch (error) {
      return this.#failed(id, call, error)
    }
  }

  async #deliver(id: string, call: FullCall, { authorization, decided }: Settled): Promise<Authorization> {
    const { audit, events, defaults } = this.#parts
    const full: Authorization = { ...authorization, id }
    await audit.append({ kind: 'decision', session: call.session, body: decisionBody(call, full, decided) })
    if (call.session !== defaults.session) this.#remember(id, call.session)
    events.emit('decided', { id, call, authorization: full })
    return full
  }

  #remember(id: string, session: string): void {
    this.#sessions.set(id, session)
    const oldest = this.#sessions.size > MOST_SESSIONS ? this.#sessions.keys().next().value : undefined
    if (oldest !== undefined) this.#sessions.delete(oldest)
  }

  async #failed(id: string, call: FullCall | undefined, error: unknown): Promise<Authorization> {
    const { audit, events, defaults } = this.#parts
    const denial: Authorization = { behavior: 'deny', ...describeFailure(error), input: call?.input ?? {}, id }
    // What cannot be recorded is denied already; the denial itself is put on record where that still works.
    if (!(error instanceof GateFailure && error.part === 'audit'))
      await audit
        .append({
          kind: 'decision',
          session: call?.session ?? defaults.session,
          body: decisionBody(call, denial, undefined),
        })
        .catch(() => undefined)
    events.emit('decided', { id, call, authorization: denial })
    return denial
  }
}
