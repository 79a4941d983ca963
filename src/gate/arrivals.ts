/**
 * Part of the gate: the calls that are being decided. Calls that come in together share one look at the policy and one
 * append.
 *
 * INVARIANT: any failure on the way becomes a deny that gives the reason. No decision leaves before it is on record.
 */

import type { Call } from '../engine/call.ts'
import { Passage } from './passage.ts'
import type { AuthorizeOptions, Settled } from './passage.ts'
import type { Authorization, Judgement } from './authorization.ts'
import { describeFailure, GateFailure } from './failure.ts'
import type { GateParts } from './open.ts'
import { decisionBody } from './record.ts'
import type { Decision } from './record.ts'
import { snapshot } from './snapshot.ts'
import type { FullCall } from './snapshot.ts'

export type Way<T extends Judgement> = (passage: Passage) => Promise<Settled<T>>

/** A call that has come in. */
interface Arrival {
  readonly id: string
  readonly call: FullCall
  readonly passage: Passage
  /** What to do if the call cannot be decided at once and must wait for somebody. */
  readonly further: () => Promise<Settled<Judgement>>
  readonly resolve: (authorization: Judgement) => void
}

/** A call that was decided and waits to be put on record. */
interface Through extends Decision {
  readonly call: FullCall
  readonly resolve: Arrival['resolve']
}

/**
 * The other calls wait for the next turn, while the first ones are put on record. With a smaller number, too few calls
 * would share a flush of the disk.
 */
const MOST_AT_ONCE = 64

export class Arrivals {
  readonly #parts: GateParts
  /** Called for each decision once it is on record. */
  readonly #kept: (id: string, call: FullCall) => void
  readonly #waiting: Arrival[] = []
  readonly #underWay = new Set<Promise<unknown>>()
  #closed = false

  constructor(parts: GateParts, kept: (id: string, call: FullCall) => void) {
    this.#parts = parts
    this.#kept = kept
  }

  /** The one place where a throw becomes a deny. */
  pass<T extends Judgement>(given: Call, options: AuthorizeOptions, way: Way<T>): Promise<T | Authorization> {
    const { events, defaults, newId } = this.#parts
    return new Promise((resolve) => {
      const id = newId()
      let call: FullCall | undefined
      try {
        if (this.#closed) throw new Error('the gate is closed')
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
        resolve(this.track(this.#failed(id, call, error)))
      }
    })
  }

  /** Closing waits for this work. */
  track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
    return work
  }

  /** From now on every call is denied. */
  close(): void {
    this.#closed = true
  }

  /**
   * Resolves when no work is under way any more. It looks again each time, because work under way may start more work.
   */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay)
  }

  #await(arrival: Arrival): void {
    this.#waiting.push(arrival)
    // Usually runs at the end of this turn of the event loop: calls that have come in by then share one look at the
    // policy and one append.
    if (this.#waiting.length === 1) this.#open()
  }

  #open(): void {
    void this.track(this.#parts.gathering().then(() => this.#letThrough()))
  }

  async #letThrough(): Promise<void> {
    const arrivals = this.#waiting.splice(0, MOST_AT_ONCE)
    if (this.#waiting.length > 0) this.#open()
    const { policies, decider } = this.#parts
    const look = policies.looks()
    const through: Through[] = []
    decider.together(() => {
      for (const arrival of arrivals) {
        const { id, call, passage, resolve } = arrival
        try {
          const settled = passage.atOnce(look(call.project ?? call.cwd))
          if (settled === undefined) void this.track(this.#goOn(arrival))
          else through.push({ resolve, call, authorization: settled.authorization, decided: settled.decided })
        } catch (error) {
          void this.track(this.#failed(id, call, error).then(resolve))
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
    this.#kept(id, call)
    if (events.hears('decided')) events.emit('decided', { id, call, authorization })
    resolve(authorization)
  }

  async #failed(id: string, call: FullCall | undefined, error: unknown): Promise<Authorization> {
    const { audit, events, defaults } = this.#parts
    const denial: Authorization = { behavior: 'deny', ...describeFailure(error), input: call?.input ?? {}, id }
    const session = call?.session ?? defaults.session
    const failure = error instanceof GateFailure ? error : undefined
    const isOfAudit = failure?.part === 'audit'
    // A decision that cannot be recorded is denied at this point; the denial itself is put on record if that still
    // works.
    if (!isOfAudit || failure.mayBeDone) {
      const body = decisionBody({ call, authorization: denial, decided: undefined })
      const settled = audit.append({ kind: 'decision', session, body }).catch(() => undefined)
      // An allow may have been recorded all the same, so the denial follows it. But nobody waits for a part that is
      // failing right now.
      if (!isOfAudit && failure?.isSilent !== true) await settled
    }
    events.emit('decided', { id, call, authorization: denial })
    return denial
  }
}
