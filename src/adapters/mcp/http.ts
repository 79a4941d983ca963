/**
 * Part of the MCP gateway: clients that come over streamable HTTP. Each gets a session, a guard and a server of its
 * own.
 *
 * INVARIANT: it listens on loopback only, and turns away a page in a browser that resolved its name to this machine, or
 * that runs on another port. A body that two parsers could read differently reaches no guard.
 */

import { isObject } from '../../engine/call.ts'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { LONGEST_MESSAGE } from '../json-rpc/lines.ts'
import { ERROR, failureOf } from '../json-rpc/message.ts'
import { parseStrict } from '../json-rpc/strict-json.ts'
import type { Transport } from '../json-rpc/transport.ts'
import type { Guarded } from '../json-rpc/between.ts'

export interface HttpOptions {
  /** 0 for any free port. */
  readonly port: number
  /** Puts a guard between a new client and a server. */
  readonly open: (down: Transport) => Promise<Guarded>
}

export interface Listening {
  readonly url: string
  close(): Promise<void>
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly guarded: Guarded
}

const MOST_SESSIONS = 32
const PATH = '/mcp'

export async function listenHttp({ port, open }: HttpOptions): Promise<Listening> {
  const { getRequestListener } = await import('@hono/node-server')
  const clients = new Clients(open)
  const server = createServer()
  await bind(server, port)
  const { port: bound } = server.address() as AddressInfo
  const listener = getRequestListener((request) => clients.handle(request, bound), { overrideGlobalObjects: false })
  server.on('request', (request, response) => void listener(request, response))
  return {
    url: `http://127.0.0.1:${bound}${PATH}`,
    async close() {
      await clients.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

class Clients {
  readonly #open: HttpOptions['open']
  /** The session that has been silent for the longest time comes first. */
  readonly #sessions = new Map<string, Session>()

  constructor(open: HttpOptions['open']) {
    this.#open = open
  }

  async handle(request: Request, port: number): Promise<Response> {
    try {
      return await this.#handle(request, port)
    } catch (error) {
      return refusal(500, ERROR.internal, error instanceof Error ? error.message : 'the gateway failed')
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#sessions.values()].map(({ guarded }) => guarded.close()))
  }

  async #handle(request: Request, port: number): Promise<Response> {
    if (!isFromHere(request.headers, port))
      return refusal(403, ERROR.invalidRequest, 'this host or origin is not served')
    if (new URL(request.url).pathname !== PATH) return refusal(404, ERROR.invalidRequest, `only ${PATH} is served`)
    const id = request.headers.get('mcp-session-id')
    const session = id === null ? undefined : this.#sessions.get(id)
    if (id !== null && session === undefined) return refusal(404, ERROR.invalidRequest, 'there is no such session')
    if (session !== undefined && id !== null) {
      this.#sessions.delete(id)
      this.#sessions.set(id, session)
    }
    if (request.method !== 'POST')
      return session?.transport.handleRequest(request) ?? refusal(400, ERROR.invalidRequest, 'initialize first')
    const text = await textOf(request)
    const client: Transport | undefined = session?.transport
    const refused = (status: number, code: number, why: string, value?: unknown) => {
      client?.onrefused?.(why, value)
      return refusal(status, code, why)
    }
    if (text === undefined) return refused(413, ERROR.invalidRequest, 'the message is too long')
    const { value, problem } = parseStrict(text)
    if (problem !== undefined) return refused(400, ERROR.parse, problem, value)
    if (Array.isArray(value)) return refused(400, ERROR.invalidRequest, 'a batch of messages is not taken', value)
    if (session !== undefined) return session.transport.handleRequest(request, { parsedBody: value })
    return this.#begin(request, value)
  }

  async #begin(request: Request, body: unknown): Promise<Response> {
    if (!isObject(body) || body['method'] !== 'initialize')
      return refusal(400, isDiscovery(body) ? ERROR.noMethod : ERROR.invalidRequest, 'initialize first')
    const { WebStandardStreamableHTTPServerTransport: HttpTransport } = await import('@modelcontextprotocol/server')
    const id = randomUUID()
    const transport = new HttpTransport({ sessionIdGenerator: () => id, maxRequestBodySize: LONGEST_MESSAGE })
    const guarded = await this.#open(transport)
    this.#sessions.set(id, { transport, guarded })
    void guarded.closed.then(() => this.#sessions.delete(id))
    const [oldest] = this.#sessions.size > MOST_SESSIONS ? this.#sessions.values() : []
    await oldest?.guarded.close()
    const response = await transport.handleRequest(request, { parsedBody: body })
    if (!response.ok) await guarded.close()
    return response
  }
}

function bind(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function isFromHere(headers: Headers, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  const origin = headers.get('origin')
  return (
    hosts.includes(headers.get('host') ?? '') && (origin === null || hosts.includes(origin.replace(/^http:\/\//, '')))
  )
}

/** A client of a newer protocol tries whether that is spoken here, and falls back. */
function isDiscovery(body: unknown): boolean {
  return isObject(body) && body['method'] === 'server/discover'
}

/** Undefined if it is too long. */
async function textOf(request: Request): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > LONGEST_MESSAGE) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function refusal(status: number, code: number, why: string): Response {
  return Response.json(failureOf(null, code, `Refused: ${why}.`), { status })
}
