/**
 * Part of the gateways: one of the two peers a gateway stands between. What it says is told apart here; what is asked of
 * it has ids of ours.
 *
 * INVARIANT: what is not plainly one sort of message reaches nobody.
 */

import { ERROR, failureOf, sortOf } from './message.ts'
import type { Notification, Request } from './message.ts'
import { Requests } from './requests.ts'
import { listen } from './transport.ts'
import type { Transport } from './transport.ts'
import { Way } from './way.ts'

export interface SideOptions {
  readonly transport: Transport
  /** In what is told of it: `client`, `server`, `editor`, `agent`. */
  readonly name: string
  readonly asks: (request: Request) => void
  readonly notifies: (notification: Notification) => void
  /** Whether it is told of messages that are refused. */
  readonly answersGarbage: boolean
  /** Something of it was no message, or none that all readers read alike; `value`: what most would take it for. */
  readonly refused?: (why: string, value: unknown) => void
  /** For what the person who runs the gateway should know. */
  readonly tell: (text: string) => void
}

export class Side {
  readonly way: Way
  /** What it is asked. */
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
