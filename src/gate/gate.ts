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
import type { Decision } from './record.ts'
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
  /**
   * Puts on record that an adapter refused something by itself, before it came to a decision: what is no call, or none of a
   * tool there is. False when that failed; it is refused all the same.
   */
  refused(call: Call | undefined, reason: string): Promise<boolean>
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

type Way<T extends Judgement> = (passage: Passage) => Promise<Settled<T>>

/** A call that has come in. */
interface Arrival {
  readonly id: string
  readonly call: FullCall
  readonly passage: Passage
  /** The way that waits for others, where it must. */
  readonly further: () => Promise<Settled<Judgement>>
  readonly resolve: (authorization: Judgement) => void
}

/** A call that was decided, and waits to be put on record. */
interface Through extends Decision {
  readonly call: FullCall
  readonly resolve: Arrival['resolve']
}

const RUN: Way<Authorization> = (passage) => passage.run()
const JUDGE: Way<Judgement> = (passage) => passage.judge()
const MOST_SESSIONS = 5_000
/** The rest waits for the next turn: meanwhile the first are put on record. Fewer would share too few flushes of the disk. */
const MOST_AT_ONCE = 64

class OpenGate implements Gate {
  readonly session: string
  readonly approvals: Gate['approvals']
  readonly grants: Gate['grants']
  readonly #parts: GateParts
  #closing: Promise<void> | undefined
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #arrivals: Arrival[] = []
  /** Of late decisions, until their outcome is told. */
  readonly #sessions = new Recent<string>(MOST_SESSIONS)

  constructor(parts: GateParts) {
    this.#parts = parts
    this.session = parts.defaults.session
    this.approvals = parts.approvals
    this.grants = parts.grants
  }

  authorize(call: Call, options: AuthorizeOptions = {}): Promise<Authorization> {
    return this.#pass(call, options, RUN)
  }

  judge(call: Call): Promise<Judgement> {
    return this.#pass(call, {}, JUDGE)
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
      await this.#track(audit.append({ kind: 'decision', session: call?.session ?? defaults.session, body }))
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
    await questions.close(options)
    // What is under way may set out on something more.
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay)
    await book.counted()
    await release()
  }

  /** The one place where a throw becomes a deny. */
  #pass<T extends Judgement>(given: Call, options: AuthorizeOptions, way: Way<T>): Promise<T | Authorization> {
    const { events, defaults, newId } = this.#parts
    return new Promise((resolve) => {
      const id = newId()
      let call: FullCall | undefined
      try {
        if (this.#closing !== undefined) throw new Error('the gate is closed')
        call = snapshot(given, defaults)
        if (events.hears('before')) events.emit('before', { id, call })
        const passage = new Passage(this.#parts, id, call, options)
        this.#await({
          id,
          call,
          passage,
          further: () => way(passage),
          resolve: resolve as (authorization: Judgement) => void,
        })
      } catch (error) {
        resolve(this.#track(this.#failed(id, call, error)))
      }
    })
  }

  #await(arrival: Arrival): void {
    this.#arrivals.push(arrival)
    // Mostly at the end of this turn of the event loop: who comes in by then shares one look at the policy and one append.
    if (this.#arrivals.length === 1) this.#open()
  }

  #open(): void {
    void this.#track(this.#parts.gathering().then(() => this.#letThrough()))
  }

  async #letThrough(): Promise<void> {
    const arrivals = this.#arrivals.splice(0, MOST_AT_ONCE)
    if (this.#arrivals.length > 0) this.#open()
    const { policies, decider } = this.#parts
    const look = policies.looks()
    const through: Through[] = []
    decider.together(() => {
      for (const arrival of arrivals) {
        const { id, call, passage, resolve } = arrival
        try {
          const settled = passage.atOnce(look(call.project ?? call.cwd))
          if (settled === undefined) void this.#track(this.#goOn(arrival))
          else through.push({ resolve, call, authorization: settled.authorization, decided: settled.decided })
        } catch (error) {
          void this.#track(this.#failed(id, call, error).then(resolve))
        }
      }
    })
    await this.#deliver(through)
  }

  async #goOn({ id, call, further, resolve }: Arrival): Promise<void> {
    try {
      const { authorization, decided } = await further()
      await this.#deliver([{ resolve, call, authorization, decided }])
    } catch (error) {
      resolve(await this.#failed(id, call, error))
    }
  }

  /** Never rejects. */
  async #deliver(through: readonly Through[]): Promise<void> {
    if (through.length === 0) return
    const { audit } = this.#parts
    if (audit.appendDecisions === undefined) {
      await Promise.all(through.map((one) => this.#deliverOne(one)))
      return
    }
    try {
      await audit.appendDecisions(through)
    } catch (error) {
      await Promise.all(
        through.map(async (one) => one.resolve(await this.#failed(one.authorization.id, one.call, error))),
      )
      return
    }
    for (const one of through) this.#deliverKept(one)
  }

  async #deliverOne(one: Through): Promise<void> {
    const { call, authorization, resolve } = one
    try {
      await this.#parts.audit.append({ kind: 'decision', session: call.session, body: decisionBody(one) })
      this.#deliverKept(one)
    } catch (error) {
      resolve(await this.#failed(authorization.id, call, error))
    }
  }

  #deliverKept({ call, authorization, resolve }: Through): void {
    const { events } = this.#parts
    const { id } = authorization
    this.#sessions.set(id, call.session)
    if (events.hears('decided')) events.emit('decided', { id, call, authorization })
    resolve(authorization)
  }

  async #failed(id: string, call: FullCall | undefined, error: unknown): Promise<Authorization> {
    const { audit, events, defaults } = this.#parts
    const denial: Authorization = { behavior: 'deny', ...describeFailure(error), input: call?.input ?? {}, id }
    const session = call?.session ?? defaults.session
    const isSilent = error instanceof GateFailure && error.isSilent
    // What cannot be recorded is denied already; the denial itself is put on record where that still works.
    if (isSilent || !(error instanceof GateFailure && error.part === 'audit')) {
      const body = decisionBody({ call, authorization: denial, decided: undefined })
      const settled = audit.append({ kind: 'decision', session, body }).catch(() => undefined)
      // What did not answer may have kept an allow all the same: the denial follows it, but nobody waits for that.
      if (!isSilent) await settled
    }
    events.emit('decided', { id, call, authorization: denial })
    return denial
  }

  /** Closing waits for it. */
  #track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
    return work
  }
}

/** Undefined when it is none. */
function callOf(given: Call | undefined, defaults: GateParts['defaults']): FullCall | undefined {
  try {
    return given && snapshot(given, defaults)
  } catch {
    return undefined
  }
}
