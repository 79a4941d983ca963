/** For tests of the gateways: a peer that says exactly what a test wants, and keeps everything it hears. */

import { expect } from 'vitest'
import { isObject } from '../../engine/call.ts'
import { eventually, type World } from '../../gate/testing.ts'
import type { Id, Params } from './message.ts'
import type { Transport } from './transport.ts'

export type Heard = Record<string, unknown> & { readonly method?: string; readonly id?: Id }

/** How the peer answers requests of each method; it does not answer others. */
export type Replies = Readonly<Record<string, (params: Params, id: Id) => unknown>>

/** Two ends: one that the test plays, and the transport that the gateway gets. */
export class Peer {
  readonly heard: Heard[] = []
  readonly transport: Transport
  readonly #replies: Replies
  #waiting: (() => void)[] = []
  #last = 0

  constructor(replies: Replies = {}) {
    this.#replies = replies
    const hear = (message: Heard) => this.#hear(message)
    this.transport = {
      start: async () => undefined,
      // A copy, as on a real connection: later changes must not reach the receiver.
      send: async (message: never) => hear(JSON.parse(JSON.stringify(message)) as Heard),
      close: async () => this.transport.onclose?.(),
    }
  }

  say(message: unknown): void {
    this.transport.onmessage?.(message as never)
  }

  notify(method: string, params: Params = {}): void {
    this.say({ jsonrpc: '2.0', method, params })
  }

  /** Sends a request and waits for its answer. */
  async ask(method: string, params?: Params, id: Id = `t${++this.#last}`): Promise<Heard> {
    this.say({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) })
    return this.until((message) => message.id === id && message.method === undefined)
  }

  /** The first message of that kind, even if it was heard before. */
  async until(fits: (message: Heard) => boolean, ms = 4_000): Promise<Heard> {
    const end = performance.now() + ms
    for (;;) {
      const found = this.heard.find(fits)
      if (found !== undefined) return found
      if (performance.now() > end) throw new Error(`not heard; only ${JSON.stringify(this.heard).slice(0, 2000)}`)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        setTimeout(resolve, 20)
      })
    }
  }

  methods(): (string | undefined)[] {
    return this.heard.map(({ method }) => method)
  }

  #hear(message: Heard): void {
    this.heard.push(message)
    for (const wake of this.#waiting.splice(0)) wake()
    const { method, id, params } = message
    const reply = method === undefined || id === undefined ? undefined : this.#replies[method]
    if (reply === undefined || id === undefined) return
    const result = reply(isObject(params) ? params : {}, id)
    if (result !== undefined) queueMicrotask(() => this.say({ jsonrpc: '2.0', id, result }))
  }
}

/** Long enough for everything that is under way to be done. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** What a gateway refuses by itself must be all that is on record. */
export async function refusedOnRecord({ records }: World, reason: string, more: object = {}): Promise<void> {
  await eventually(() => records.length > 0)
  const body = { behavior: 'deny', code: 'refused', reason: expect.stringContaining(reason) as string, ...more }
  expect(records).toMatchObject([{ kind: 'decision', body }])
}
