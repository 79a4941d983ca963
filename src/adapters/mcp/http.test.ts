/** Streamable HTTP on both sides, with the official client and server. */

import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { afterEach, describe, expect, it } from 'vitest'
import { NOBODY } from '../../gate/askers/none.ts'
import { eventually, World } from '../../gate/testing.ts'
import { allow, deny, scriptedGate } from '../interceptor-contract.ts'
import type { GateLike } from '../interceptor.ts'
import { createClientAsker } from '../json-rpc/client-asker.ts'
import type { ClientAsker } from '../json-rpc/client-asker.ts'
import { guardServer } from './guard.ts'
import { listenHttp } from './http.ts'
import type { Listening } from './http.ts'
import { identityOf } from './identity.ts'
import { keepInMemory } from './pin-keeper.ts'
import { sampleServer } from './testing/server.ts'
import type { Traces } from './testing/server.ts'
import { openUpstream } from './upstream.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of undo.splice(0).reverse()) await end()
})

/** The public server behind the gateway: one session for each client. */
async function upstream(traces: Traces): Promise<string> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  const listener = getRequestListener(async (given) => {
    const known = sessions.get(given.headers.get('mcp-session-id') ?? '')
    if (known !== undefined) return known.handleRequest(given)
    const id = crypto.randomUUID()
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id })
    sessions.set(id, transport)
    await sampleServer(traces).connect(transport)
    return transport.handleRequest(given)
  })
  const server: Server = createServer((given, response) => void listener(given, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  undo.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

async function gateway(
  gate: GateLike,
  traces: Traces = { ran: [], cancelled: [] },
  asker?: ClientAsker,
): Promise<Listening> {
  const url = await upstream(traces)
  const keeper = keepInMemory(identityOf({ url }, 'sample'))
  const listening = await listenHttp({
    port: 0,
    open: async (down) => guardServer(await openUpstream({ url }), down, gate, { name: 'sample', keeper, asker }),
  })
  undo.push(() => listening.close())
  return listening
}

async function connect({ url }: Listening, mode?: 'auto'): Promise<Client> {
  const client = new Client(
    { name: 'c', version: '1' },
    {
      capabilities: { elicitation: { form: {} }, sampling: {} },
      ...(mode === undefined ? {} : { versionNegotiation: { mode } }),
    },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  undo.push(() => client.close())
  return client
}

const run = (command: string) => ({ name: 'run', arguments: { command } })

describe('over streamable HTTP', () => {
  it('calls are decided, and the rest is as without the gateway', async () => {
    const traces: Traces = { ran: [], cancelled: [] }
    const gate = scriptedGate((call) => (call.input['command'] === 'rm' ? deny(call, 'Not that.') : allow(call)))
    const client = await connect(await gateway(gate, traces))
    expect(await client.callTool(run('ls'))).toMatchObject({ content: [{ text: 'ran ls' }] })
    expect(await client.callTool(run('rm'))).toMatchObject({ isError: true, content: [{ text: 'Not that.' }] })
    expect((await client.readResource({ uri: 'note://one' })).contents).toHaveLength(1)
    const seen: number[] = []
    await client.callTool({ name: 'quick', arguments: {} }, { onprogress: ({ progress }) => void seen.push(progress) })
    expect(seen).toEqual([1, 2, 3, 4, 5])
    client.setRequestHandler('elicitation/create', async () => ({
      action: 'accept' as const,
      content: { colour: 'red' },
    }))
    expect(JSON.stringify(await client.callTool({ name: 'form', arguments: {} }))).toContain('red')
    expect(traces.ran).toEqual(['ls'])
  })

  it('the person at the client is asked, on the stream of the call', async () => {
    const world = new World()
    undo.push(() => world.end())
    const asker = createClientAsker('mcp', NOBODY)
    const traces: Traces = { ran: [], cancelled: [] }
    const client = await connect(await gateway(await world.open({ asker }), traces, asker))
    const decisions = ['deny', 'allow once']
    client.setRequestHandler('elicitation/create', async () => ({
      action: 'accept' as const,
      content: { decision: decisions.shift() ?? '' },
    }))
    expect(await client.callTool(run('one'))).toMatchObject({ isError: true })
    expect(await client.callTool(run('two'))).toMatchObject({ content: [{ text: 'ran two' }] })
    expect(traces.ran).toEqual(['two'])
  })

  it('two clients have sessions of their own', async () => {
    const listening = await gateway(scriptedGate(allow))
    const [one, two] = [await connect(listening), await connect(listening)]
    const [a, b] = await Promise.all([one.callTool(run('a')), two.callTool(run('b'))])
    expect([a, b]).toMatchObject([{ content: [{ text: 'ran a' }] }, { content: [{ text: 'ran b' }] }])
  })

  it('a client that would rather speak without a handshake falls back to one', async () => {
    const client = await connect(await gateway(scriptedGate((call) => deny(call, 'no'))), 'auto')
    expect(await client.callTool(run('ls'))).toMatchObject({ isError: true })
  })

  it('a server that is gone fails the call, and nothing else', async () => {
    const keeper = keepInMemory(identityOf({ url: 'http://127.0.0.1:9/mcp' }, 'sample'))
    const listening = await listenHttp({
      port: 0,
      open: async (down) =>
        guardServer(await openUpstream({ url: 'http://127.0.0.1:9/mcp' }), down, scriptedGate(allow), {
          name: 'sample',
          keeper,
        }),
    })
    undo.push(() => listening.close())
    await expect(connect(listening)).rejects.toThrow()
  })
})

describe('who is turned away', () => {
  /** Past `fetch`, which would not send these headers. */
  const send = (url: string, headers: Record<string, string>, body: string, method = 'POST') =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sending = request(url, { method, agent: false, headers: { ...JSON_HEADERS, ...headers } }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      sending.on('error', reject)
      // A server that has said no need not read on; what is still being written then fails.
      sending.on('socket', (socket) => socket.on('error', () => undefined))
      sending.end(body)
    })
  const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const initialize = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  })
  const call = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: run('ls') })

  it('pages of other origins, and names that only lead here', async () => {
    const { url } = await gateway(scriptedGate(allow))
    const { port } = new URL(url)
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:3000' },
      { origin: 'null' },
      { host: `evil.example:${port}` },
      { host: 'localhost' },
    ] as Record<string, string>[])
      expect((await send(url, headers, initialize)).status).toBe(403)
    expect((await send(url, { host: `localhost:${port}` }, initialize)).status).toBe(200)
  })

  it('calls without a session, with one that is none, batches, and what is no JSON', async () => {
    const traces: Traces = { ran: [], cancelled: [] }
    const { url } = await gateway(scriptedGate(allow), traces)
    expect((await send(url, {}, call(1))).status).toBe(400)
    expect((await send(url, { 'mcp-session-id': 'x' }, call(1))).status).toBe(404)
    expect((await send(url, {}, `[${initialize},${call(2)}]`)).status).toBe(400)
    expect((await send(url, {}, '{')).status).toBe(400)
    expect((await send(url, {}, initialize.replace('"id":1', '"id":1,"id":2'))).status).toBe(400)
    expect((await send(url, {}, '', 'GET')).status).toBe(400)
    expect((await send(url.replace('/mcp', '/other'), {}, initialize)).status).toBe(404)
    expect(traces.ran).toEqual([])
  })

  it('a client that shakes hands twice, or says that it can read no answer', async () => {
    const listening = await gateway(scriptedGate(allow))
    const { url } = listening
    expect((await send(url, { accept: 'application/json' }, initialize)).status).toBe(406)
    const client = await connect(listening)
    const id = (client.transport as StreamableHTTPClientTransport).sessionId ?? ''
    expect((await send(url, { 'mcp-session-id': id }, initialize)).status).toBe(400)
    expect(await client.callTool(run('ls'))).toMatchObject({ content: [{ text: 'ran ls' }] })
  })

  it('what a client with a session says in two ways, and that is on record', async () => {
    const world = new World()
    undo.push(() => world.end())
    const listening = await gateway(await world.open())
    const client = await connect(listening)
    const id = (client.transport as StreamableHTTPClientTransport).sessionId ?? ''
    const twice = call(7).replace('"id":7', '"id":7,"id":8')
    expect((await send(listening.url, { 'mcp-session-id': id }, twice)).status).toBe(400)
    await eventually(() => world.records.length > 0)
    expect(world.records).toMatchObject([{ kind: 'decision', body: { behavior: 'deny', code: 'refused' } }])
  })

  it('bodies beyond reason', async () => {
    const { url } = await gateway(scriptedGate(allow))
    const outcome = await send(url, {}, 'x'.repeat(11 * 1024 * 1024)).catch(() => ({ status: 413 }))
    expect(outcome.status).toBe(413)
  })
})
