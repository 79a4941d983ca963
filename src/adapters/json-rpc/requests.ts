/**
 * Part of the gateways: requests to one peer that are not answered yet.
 *
 * INVARIANT: every request to the peer has an id of ours, so that requests passed on and requests of our own never
 * collide. An answer reaches only the one who asked, once, and everyone is answered when the peer is gone.
 */

import { messageOf } from '../../engine/thrown.ts'
import { ERROR, failureOf } from './message.ts'
import type { Id, Message, Params, Request, Response } from './message.ts'

type Answered = (response: Response) => void

interface Open {
  readonly answered: Answered
  /** The id it had before it was passed on. */
  readonly from?: Id
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined
  /** The peer's own request to which this belongs. */
  readonly about?: Id | undefined
  /** Tells the peer when the request is given up. */
  readonly onGivenUp?: ((id: Id) => void) | undefined
}

export class Requests {
  readonly #send: (message: Message, about?: Id) => Promise<void>
  readonly #open = new Map<Id, Open>()
  readonly #passed = new Map<Id, Id>()
  #last = 0
  #gone: string | undefined

  constructor(send: (message: Message, about?: Id) => Promise<void>) {
    this.#send = send
  }

  /** Passes a request on. `answered` gets the answer with the request's own id, unless `forget` was called. */
  pass(request: Request, answered: Answered, about?: Id): void {
    const id = this.#put({ answered, from: request.id })
    this.#passed.set(request.id, id)
    this.#deliver({ ...request, id }, about)
  }

  /** Makes a request of our own. Never rejects: every failure is an error response. */
  ask(method: string, params: Params, { signal, about, onGivenUp }: AskOptions = {}): Promise<Response> {
    return new Promise((resolve) => {
      const over = (response: Response) => {
        signal?.removeEventListener('abort', giveUp)
        resolve(response)
      }
      const giveUp = () => {
        this.#open.delete(id)
        onGivenUp?.(id)
        over(failureOf(id, ERROR.internal, 'the asking was given up'))
      }
      const id = this.#put({ answered: over })
      if (signal?.aborted === true) return giveUp()
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#deliver({ jsonrpc: '2.0', id, method, params }, about)
    })
  }

  isPassed(from: Id): boolean {
    return this.#passed.has(from)
  }

  /** The id under which a request was passed on, whose answer nobody waits for any more. */
  forget(from: Id): Id | undefined {
    const id = this.#passed.get(from)
    if (id === undefined) return undefined
    this.#passed.delete(from)
    this.#open.delete(id)
    return id
  }

  /** False if nobody asked for it. */
  settle(response: Response): boolean {
    const open = response.id === null ? undefined : this.#open.get(response.id)
    if (open === undefined || response.id === null) return false
    this.#open.delete(response.id)
    if (open.from !== undefined) this.#passed.delete(open.from)
    open.answered(open.from === undefined ? response : { ...response, id: open.from })
    return true
  }

  /** The peer is gone: everyone who waits is told, and so is everyone who asks from now on. */
  fail(why: string): void {
    this.#gone ??= why
    for (const id of this.#open.keys()) this.settle(failureOf(id, ERROR.internal, why))
  }

  #put(open: Open): Id {
    const id = ++this.#last
    this.#open.set(id, open)
    return id
  }

  #deliver(request: Request, about: Id | undefined): void {
    const lost = (why: string) => void this.settle(failureOf(request.id, ERROR.internal, why))
    if (this.#gone !== undefined) return lost(this.#gone)
    this.#send(request, about).catch((error: unknown) => lost(`it could not be reached (${messageOf(error)})`))
  }
}
