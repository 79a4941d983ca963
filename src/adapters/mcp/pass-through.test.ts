/** The official client and the official server, with the gateway between them: everything but calls is as without it. */

import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it } from 'vitest'
import type { GateLike } from '../interceptor.ts'
import { allow, deny, scriptedGate } from '../interceptor-contract.ts'
import type { Guarded } from '../json-rpc/between.ts'
import { quiet } from '../json-rpc/testing.ts'
import { guardServer } from './guard.ts'
import { identityOf } from './identity.ts'
import { keepInMemory } from './pin-keeper.ts'
import { sampleServer } from './testing/server.ts'
import type { Traces } from './testing/server.ts'

const open: Guarded[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((guarded) => guarded.close()))
})

async function connect(gate: GateLike = scriptedGate(allow)) {
  const traces: Traces = { ran: [], cancelled: [] }
  const server = sampleServer(traces)
  const client = new Client(
    { name: 'test-client', version: '1' },
    { capabilities: { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } } },
  )
  const [up, serverEnd] = InMemoryTransport.createLinkedPair()
  const [down, clientEnd] = InMemoryTransport.createLinkedPair()
  await server.connect(serverEnd)
  const identity = identityOf({ url: 'http://127.0.0.1:1/' }, 'sample')
  open.push(await guardServer(up, down, gate, { name: 'sample', keeper: keepInMemory(identity) }))
  await client.connect(clientEnd)
  return { client, server, traces }
}

describe('with the official client and server', () => {
  it('server and client know one another as without the gateway', async () => {
    const { client, server } = await connect()
    expect(client.getServerVersion()).toMatchObject({ name: 'sample', version: '1.2.3' })
    expect(client.getInstructions()).toBe('Be kind.')
    expect(client.getServerCapabilities()).toMatchObject({ resources: {}, prompts: {}, logging: {}, tools: {} })
    expect(server.server.getClientVersion()).toMatchObject({ name: 'test-client' })
    expect(server.server.getClientCapabilities()).toMatchObject({ sampling: {}, elicitation: { form: {} } })
  })

  it('resources, prompts, logging levels and pings pass although every call is denied', async () => {
    const { client } = await connect(scriptedGate((call) => deny(call, 'no')))
    expect((await client.readResource({ uri: 'note://one' })).contents).toMatchObject([{ text: 'a note' }])
    expect((await client.getPrompt({ name: 'greet', arguments: { who: 'Ada' } })).messages).toHaveLength(1)
    expect((await client.listResources()).resources).toHaveLength(1)
    await client.setLoggingLevel('debug')
    await client.ping()
    await expect(client.readResource({ uri: 'note://none' })).rejects.toThrow()
    expect(await client.callTool({ name: 'run', arguments: { command: 'ls' } })).toMatchObject({ isError: true })
  })

  it('progress and log messages arrive in order, before the result', async () => {
    const { client } = await connect()
    const seen: unknown[] = []
    client.setNotificationHandler('notifications/message', ({ params }) => void seen.push(params.data))
    await client.callTool({ name: 'quick', arguments: {} }, { onprogress: ({ progress }) => void seen.push(progress) })
    expect(seen).toEqual([1, 2, 3, 4, 5, 'quick was here'])
  })

  it('a cancelled call is cancelled in the server', async () => {
    const { client, traces } = await connect()
    const cancelling = new AbortController()
    const calling = client.callTool(
      { name: 'slow', arguments: {} },
      { signal: cancelling.signal, onprogress: ({ progress }) => void (progress === 3 && cancelling.abort()) },
    )
    await expect(calling).rejects.toThrow()
    await quiet()
    expect(traces.cancelled).toEqual(['slow'])
  })

  it('the server may ask the model and the person while a call runs', async () => {
    const { client } = await connect()
    client.setRequestHandler('sampling/createMessage', async () => ({
      model: 'm',
      role: 'assistant' as const,
      content: { type: 'text' as const, text: 'forty-two' },
    }))
    client.setRequestHandler('elicitation/create', async () => ({
      action: 'accept' as const,
      content: { colour: 'red' },
    }))
    expect(await client.callTool({ name: 'think', arguments: {} })).toMatchObject({
      content: [{ text: expect.stringContaining('forty-two') }],
    })
    expect(await client.callTool({ name: 'form', arguments: {} })).toMatchObject({
      content: [{ text: expect.stringContaining('red') }],
    })
  })

  it('a list that changed is told and read anew', async () => {
    const { client, server } = await connect()
    let told = 0
    client.setNotificationHandler('notifications/tools/list_changed', () => void told++)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('run')
    server.registerTool('later', { description: 'Came later.' }, async () => ({ content: [] }))
    await quiet()
    expect(told).toBe(1)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('later')
  })

  it('an error of a tool is passed on and is put on record as one', async () => {
    const gate = scriptedGate(allow)
    const { client } = await connect(gate)
    expect(await client.callTool({ name: 'fail', arguments: {} })).toMatchObject({ isError: true })
    expect(await client.callTool({ name: 'run', arguments: { wrong: 1 } })).toMatchObject({ isError: true })
    await quiet()
    expect(gate.outcomes.map(({ outcome }) => outcome.ok)).toEqual([false, false])
  })

  it('many calls at once each get their own answer', async () => {
    const { client, traces } = await connect()
    const commands = Array.from({ length: 40 }, (_, n) => `command ${n}`)
    const answers = await Promise.all(
      commands.map((command) => client.callTool({ name: 'run', arguments: { command } })),
    )
    expect(answers.map(({ content }) => (content[0] as { text: string }).text)).toEqual(
      commands.map((one) => `ran ${one}`),
    )
    expect(traces.ran).toEqual(commands)
  })

  it('a client that would rather speak without a handshake falls back to one', async () => {
    const traces: Traces = { ran: [], cancelled: [] }
    const server = sampleServer(traces)
    const client = new Client({ name: 'new', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    const [up, serverEnd] = InMemoryTransport.createLinkedPair()
    const [down, clientEnd] = InMemoryTransport.createLinkedPair()
    await server.connect(serverEnd)
    const identity = identityOf({ url: 'http://127.0.0.1:1/' }, 'sample')
    const gate = scriptedGate((call) => deny(call, 'Not today.'))
    open.push(await guardServer(up, down, gate, { name: 'sample', keeper: keepInMemory(identity) }))
    await client.connect(clientEnd)
    expect(await client.callTool({ name: 'run', arguments: { command: 'ls' } })).toMatchObject({ isError: true })
    expect(traces.ran).toEqual([])
  })
})
