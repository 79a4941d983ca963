/**
 * Part of the gateways: the connection to one peer. The transports of the official MCP packages have this shape, too.
 */

import type { Id } from './message.ts'

export interface SendOptions {
  /** The peer's request to which this belongs, if each request has a stream of its own. */
  readonly relatedRequestId?: Id
}

/** The types of messages differ from package to package; `sortOf` tells the messages apart. */
export interface Transport {
  start(): Promise<void>
  /** Options: `SendOptions`, as far as the transport knows them. */
  send(message: never, options?: never): Promise<void>
  close(): Promise<void>
  onmessage?: ((message: never) => void) | undefined
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  /** Called when what came was not a message, or can be read in different ways: why, and what most would read. */
  onrefused?: ((why: string, value: unknown) => void) | undefined
  setProtocolVersion?: ((version: string) => void) | undefined
}

export interface Listener {
  readonly onmessage: (message: unknown) => void
  readonly onerror: (error: Error) => void
  readonly onclose: () => void
  readonly onrefused?: (why: string, value: unknown) => void
}

/** Must be called before it is started: what arrives earlier is lost. */
export function listen(transport: Transport, listener: Listener): void {
  Object.assign(transport, listener)
}
