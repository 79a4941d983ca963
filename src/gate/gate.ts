/**
 * The gate: the only place that joins policy, effects, engine, store and a person.
 *
 * INVARIANT: `authorize` and `judge` never throw, and whatever fails on the way is a deny with the reason; nothing leaves it before it
 * is on record.
 */

import type { Call } from '../engine/call.ts'
import type { Approvals } from './approvals.ts'
import { Passage } from './authorize.ts'
import type { AuthorizeOptions, Settled } from './authorize.ts'
import type { Authorization, Judgement } from './authorization.ts'
import type { EventName, Listener, Outcome } from './events.ts'
import { describeFailure, GateFailure } from './failure.ts'
import type { Grants } from './grants.ts'
import { assemble } from './open.ts'
import type { GateOptions, GateParts } from './open.ts'
import { Recent } from './recent.ts'
import { decisionBody } from './record.ts'
import { snapshot } from './snapshot.ts'
import type { FullCall } from './snapshot.ts'

export interface Gate {
  /** The session of calls that name none. */
  readonly session: string
  /** Decides, and asks a person when it must. Never throws. */
  authorize(call: Call, options?: AuthorizeOptions): Promise<Authorization>
  /** Decides and puts on record, asks nobody: `ask` is for a client that asks in its own way. Never throws. */
  judge(call: Call): Promise<Judgement>
  /** The tools a model may see; none when the policy cannot be read. */
  visible<T extends { readonly name: string }>(tools: readonly T[], options?: { readonly cwd?: string }): T[]
  /** Puts on record how a call went; false when that failed, or when nothing was decided by this id. */
  outcome(id: string, outcome: Outcome): Promise<boolean>
  /** Returns a function that takes the listener away again. */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void
  /** The questions on this store, and the way to answer them. */
  readonly approvals: Pick<Approvals, 'get' | 'pending' | 'history' | 'answer' | 'extend'>
  /** What was answered for longer. */
  readonly grants: Pick<Grants, 'list' | 'revoke' | 'restore'>
  /** Denies what is still being asked, and lets go of the store. `leave`: the questions stay open for those who ask again. */
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

/** The gate on parts that are joined already. */
export function gateOf(parts: GateParts): Gate {
  return new OpenGate(parts)
}

type Way<T extends Judgement> = (id: string, call: FullCall) => Promise<Settled<T>>

const MOST_SESSIONS = 5_000

class OpenGate implements Gate {
  readonly session: string
  readonly approvals: Gate['approvals']
  readonly grants: Gate['grants']
  readonly #parts: GateParts
  #closing: Promise<void> | undefined
  readonly #underWay = new Set<Promise<unknown>>()
  /** Of late decisions, until their outcome is told. */
  readonly #sessions = new Recent<string>(MOST_SESSIONS)

  constructor(parts: GateParts) {
    this.#parts = parts
    this.session = parts.defaults.session
    this.approvals = parts.approvals
    this.grants = parts.grants
  }

  authorize(call: Call, options: AuthorizeOptions = {}): Promise<Authorization> {
    return this.#pass(call, (id, full) => new Passage(this.#parts, id, full, options).run())
  }

  judge(call: Call): Promise<Judgement> {
    return this.#pass<Judgement>(call, (id, full) => new Passage(this.#parts, id, full).judge())
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

  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    return this.#parts.events.on(name, listener)
  }

  close(options: { readonly leave?: boolean } = {}): Promise<void> {
    this.#closing ??= this.#close(options)
    return this.#closing
  }

  async #close(options: { readonly leave?: boolean }): Promise<void> {
    const { questions, book, release } = this.#parts
    await questions.close(options)
    await Promise.allSettled(this.#underWay)
    await book.counted()
    await release()
  }

  #pass<T extends Judgement>(call: Call, way: Way<T>): Promise<T | Authorization> {
    const passing = this.#guarded(this.#parts.newId(), call, way)
    this.#underWay.add(passing)
    return passing.finally(() => this.#underWay.delete(passing))
  }

  /** The one place where a throw becomes a deny. */
  async #guarded<T extends Judgement>(id: string, given: Call, way: Way<T>): Promise<T | Authorization> {
    const { events, defaults } = this.#parts
    let call: FullCall | undefined
    try {
      if (this.#closing !== undefined) throw new Error('the gate is closed')
      call = snapshot(given, defaults)
      events.emit('before', { id, call })
      return await this.#deliver(call, await way(id, call))
    } catch (error) {
      return this.#failed(id, call, error)
    }
  }

  async #deliver<T extends Judgement>(call: FullCall, { authorization, decided }: Settled<T>): Promise<T> {
    const { audit, events } = this.#parts
    await audit.append({ kind: 'decision', session: call.session, body: decisionBody(call, authorization, decided) })
    const { id } = authorization
    this.#sessions.set(id, call.session)
    events.emit('decided', { id, call, authorization })
    return authorization
  }

  async #failed(id: string, call: FullCall | undefined, error: unknown): Promise<Authorization> {
    const { audit, events, defaults } = this.#parts
    const denial: Authorization = { behavior: 'deny', ...describeFailure(error), input: call?.input ?? {}, id }
    const session = call?.session ?? defaults.session
    const isSilent = error instanceof GateFailure && error.isSilent
    // What cannot be recorded is denied already; the denial itself is put on record where that still works.
    if (isSilent || !(error instanceof GateFailure && error.part === 'audit')) {
      const recording = audit.append({ kind: 'decision', session, body: decisionBody(call, denial, undefined) })
      const settled = recording.catch(() => undefined)
      // What did not answer may have kept an allow all the same: the denial follows it, but nobody waits for that.
      if (!isSilent) await settled
    }
    events.emit('decided', { id, call, authorization: denial })
    return denial
  }
}
