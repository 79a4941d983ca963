/** Part of the gateways: the way to one peer. The transports of the official MCP packages have this shape, too. */

import type { Id } from './message.ts'

export interface SendOptions {
  /** The peer's request that this belongs to, where each request has a stream of its own. */
  readonly relatedRequestId?: Id
}

/** What a peer's messages are typed as differs from package to package; they are told apart by `sortOf`. */
export interface Transport {
  start(): Promise<void>
  /** Options: `SendOptions`, as far as the transport knows them. */
  send(message: never, options?: never): Promise<void>
  close(): Promise<void>
  onmessage?: ((message: never) => void) | undefined
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  /** What came was not a message, or readers may read it differently: why, and what most would read. */
  onrefused?: ((why: string, value: unknown) => void) | undefined
  setProtocolVersion?: ((version: string) => void) | undefined
}

export interface Listener {
  readonly onmessage: (message: unknown) => void
  readonly onerror: (error: Error) => void
  readonly onclose: () => void
  readonly onrefused?: (why: string, value: unknown) => void
}

/** Before it is started: what arrives earlier is lost. */
export function listen(transport: Transport, listener: Listener): void {
  Object.assign(transport, listener)
}
