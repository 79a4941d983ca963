/**
 * Part of the gateways: sends to one peer, in order.
 *
 * INVARIANT: nothing overtakes a notification that was sent before it. Requests do not wait for one another: if each
 * has a stream of its own, sending one ends only with its answer.
 */

import type { Id, Message } from './message.ts'
import type { SendOptions, Transport } from './transport.ts'

export class Way {
  readonly #transport: Transport
  #before: Promise<unknown> = Promise.resolve()

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** `about`: the peer's own request to which this belongs. */
  send(message: Message, about?: Id): Promise<void> {
    const options: SendOptions | undefined = about === undefined ? undefined : { relatedRequestId: about }
    const sent = this.#before.then(() => this.#transport.send(message as never, options as never))
    if ('method' in message && !('id' in message)) this.#before = sent.catch(() => undefined)
    return sent
  }

  /** Sends what nobody waits for. */
  post(message: Message, about?: Id): void {
    this.send(message, about).catch((error: unknown) =>
      this.#transport.onerror?.(error instanceof Error ? error : new Error('a message could not be sent')),
    )
  }

  close(): Promise<void> {
    return this.#before.then(() => this.#transport.close())
  }
}
