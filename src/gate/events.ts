/**
 * Part of the gate: the events that listeners can watch.
 *
 * INVARIANT: watching changes nothing. A listener that throws or rejects is reported as a process warning, and the
 * decision goes on.
 */

import { messageOf } from '../engine/thrown.ts'
import type { Approval } from '../store/approval.ts'
import type { Question } from './asker.ts'
import type { Judgement } from './authorization.ts'
import type { FullCall } from './snapshot.ts'

export interface Outcome {
  readonly ok: boolean
  readonly error?: string
}

export interface GateEvents {
  /** A call came in. Its tool runs if the decision allows it. */
  before: { readonly id: string; readonly call: FullCall }
  /** Confirmation was requested. */
  asked: { readonly id: string; readonly question: Question }
  /** A question this gate asked has ended, one way or another. */
  answered: { readonly id: string; readonly approval: Approval }
  decided: { readonly id: string; readonly call: FullCall | undefined; readonly authorization: Judgement }
  /** The tool ran. */
  after: { readonly id: string; readonly outcome: Outcome }
}

export type EventName = keyof GateEvents
export type GateEvent = { [Name in EventName]: { readonly type: Name } & GateEvents[Name] }[EventName]
export type Listener<Name extends EventName> = (event: GateEvents[Name]) => unknown

export class Events {
  readonly #listeners = new Map<EventName, Set<(event: never) => unknown>>()
  readonly #all: ((event: GateEvent) => unknown) | undefined

  constructor(all?: (event: GateEvent) => unknown) {
    this.#all = all
  }

  /** Returns a function that removes the listener. */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** Whether anybody listens; without listeners there is no need to build the event. */
  hears(name: EventName): boolean {
    return this.#all !== undefined || (this.#listeners.get(name)?.size ?? 0) > 0
  }

  emit<Name extends EventName>(name: Name, event: GateEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) tell(listener as Listener<Name>, event)
    if (this.#all !== undefined) tell(this.#all, { type: name, ...event } as GateEvent)
  }
}

function tell<T>(listener: (event: T) => unknown, event: T): void {
  try {
    const result = listener(event)
    if (result instanceof Promise) result.catch(warn)
  } catch (error) {
    warn(error)
  }
}

function warn(error: unknown): void {
  process.emitWarning(`a listener of the gate failed: ${messageOf(error)}`, {
    code: 'COUNTERSIGN_LISTENER',
  })
}
