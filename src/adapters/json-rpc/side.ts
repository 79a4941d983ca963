/**
 * Part of the gateways: one of the two peers a gateway stands between. What the peer says is sorted here; requests to
 * it have ids of ours.
 *
 * INVARIANT: what is not clearly one sort of message reaches nobody.
 */

import { ERROR, failureOf, sortOf } from './message.ts'
import type { Notification, Request } from './message.ts'
import { Requests } from './requests.ts'
import { listen } from './transport.ts'
import type { Transport } from './transport.ts'
import { Way } from './way.ts'

export interface SideOptions {
  readonly transport: Transport
  /** What the peer is called in messages: `client`, `server`, `editor`, `agent`. */
  readonly name: string
  readonly asks: (request: Request) => void
  readonly notifies: (notification: Notification) => void
  /** Whether the peer is told of messages that are refused. */
  readonly answersGarbage: boolean
  /**
   * Called when something from it was not a message, or not one that all readers read alike; `value` is what most would
   * read.
   */
  readonly refused?: (why: string, value: unknown) => void
  /** Tells the person who runs the gateway. */
  readonly tell: (text: string) => void
}

export class Side {
  readonly way: Way
  /** The requests to this peer. */
  readonly requests: Requests
  readonly #options: SideOptions

  constructor(options: SideOptions) {
    this.#options = options
    this.way = new Way(options.transport)
    this.requests = new Requests((message, about) => this.way.send(message, about))
  }

  listen(gone: () => void): void {
    const { transport, name, tell, refused } = this.#options
    listen(transport, {
      onmessage: (message) => this.#take(message),
      onerror: ({ message }) => tell(`The ${name}: ${message}.`),
      onclose: gone,
      ...(refused === undefined ? {} : { onrefused: refused }),
    })
  }

  start(): Promise<void> {
    return this.#options.transport.start()
  }

  #take(value: unknown): void {
    const { asks, notifies } = this.#options
    const sorted = sortOf(value)
    if (sorted.sort === 'request') return asks(sorted.message)
    if (sorted.sort === 'notification') return notifies(sorted.message)
    if (sorted.sort === 'response') return void this.requests.settle(sorted.message)
    const { name, answersGarbage, tell, refused } = this.#options
    tell(`A message of the ${name} is refused: ${sorted.why}.`)
    refused?.(sorted.why, value)
    if (answersGarbage) this.way.post(failureOf(sorted.id, ERROR.invalidRequest, `Refused: ${sorted.why}.`))
  }
}
