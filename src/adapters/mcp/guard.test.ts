import { describe, expect, it } from 'vitest'
import { adapterContract, allow, ask, deny, scriptedGate } from '../interceptor-contract.ts'
import { quiet } from '../json-rpc/testing.ts'
import { call, HELLO, openStage, textOf } from './testing/stage.ts'

adapterContract('the MCP gateway', { asks: 'gate', edits: true, reports: true }, async (gate, limits) => {
  const stage = await openStage(gate, limits)
  let last = 0
  return {
    attempt: async (command) => {
      const answer = await call(stage.client, command, `a${++last}`)
      const isError = (answer['result'] as { isError?: boolean }).isError === true
      const told = textOf(answer)
      const ran = isError ? stage.ran.find((one) => one === command) : told
      return { ran, told: isError ? told : '' }
    },
    close: stage.close,
  }
})

describe('shaking hands', () => {
  it('passes the handshake as it is', async () => {
    const { client, server } = await openStage(scriptedGate(allow), { hello: false })
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: { roots: {} },
      clientInfo: { name: 'c' },
      future: [1],
    }
    const answer = await client.ask('initialize', params, 77)
    expect(answer['result']).toEqual(HELLO)
    expect(server.heard[0]).toMatchObject({ method: 'initialize', params })
  })

  it('no call passes before it', async () => {
    const { client, server, ran } = await openStage(scriptedGate(allow), { hello: false })
    for (const method of ['tools/call', 'tools/list', 'resources/read', 'whatever'])
      expect((await client.ask(method, { name: 'run', arguments: {} }))['error']).toBeDefined()
    client.notify('notifications/initialized')
    await quiet()
    expect(server.heard).toEqual([])
    expect(ran).toEqual([])
  })

  it('no call passes while it is under way', async () => {
    const { client, ran } = await openStage(scriptedGate(allow), {
      hello: false,
      replies: { initialize: () => undefined },
    })
    client.say({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })
    expect((await call(client, 'ls'))['error']).toBeDefined()
    expect(ran).toEqual([])
  })

  it('happens once', async () => {
    const { client, server } = await openStage(scriptedGate(allow))
    expect((await client.ask('initialize', { capabilities: { elicitation: {} } }))['error']).toBeDefined()
    expect(server.methods().filter((method) => method === 'initialize')).toHaveLength(1)
  })

  it('a client of a protocol without one is told that the method is unknown', async () => {
    const { client } = await openStage(scriptedGate(allow), { hello: false })
    expect((await client.ask('server/discover', {}))['error']).toMatchObject({ code: -32601 })
  })
})

describe('messages', () => {
  it.each([
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'run' } }]],
    ['no JSON-RPC', { id: 1, method: 'tools/call', params: { name: 'run' } }],
    ['params that are a list', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: [{ name: 'run' }] }],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'tools/call', params: { name: 'run' } }],
    ['an id that is null', { jsonrpc: '2.0', id: null, method: 'tools/call', params: { name: 'run' } }],
    [
      'request and response at once',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', result: {}, params: { name: 'run' } },
    ],
    ['a number', 7],
    ['nothing', null],
  ])('of the client that are %s are refused whole', async (_, message) => {
    const { client, server, ran } = await openStage(scriptedGate(allow))
    const before = server.heard.length
    client.say(message)
    expect(await client.until(({ error }) => error !== undefined)).toMatchObject({ error: { code: -32600 } })
    expect([server.heard.length, ran]).toEqual([before, []])
  })

  it('whose id is taken do not replace the one that has it', async () => {
    const replies = { ping: () => ({}) }
    const { client, ran } = await openStage(
      scriptedGate(ask, () => new Promise(() => {})),
      { replies },
    )
    const request = {
      jsonrpc: '2.0',
      id: 5,
      method: 'tools/call',
      params: { name: 'run', arguments: { command: 'ls' } },
    }
    client.say(request)
    client.say({ ...request, method: 'ping' })
    await quiet()
    expect(ran).toEqual([])
    expect(client.heard.some(({ id }) => id === 5)).toBe(false)
  })

  it('of methods that nobody knows yet pass untouched, both ways', async () => {
    const { client, server } = await openStage(scriptedGate(deny as never), {
      replies: { 'future/thing': (params) => ({ got: params }) },
    })
    const params = { deep: { list: [1, null, 'x'] }, _meta: { a: 1 } }
    expect((await client.ask('future/thing', params))['result']).toEqual({ got: params })
    client.notify('notifications/future', params)
    expect((await server.until(({ method }) => method === 'notifications/future'))['params']).toEqual(params)
    server.say({ jsonrpc: '2.0', id: 1, method: 'future/question', params })
    const asked = await client.until(({ method }) => method === 'future/question')
    expect(asked['params']).toEqual(params)
    client.say({ jsonrpc: '2.0', id: asked.id, result: { yes: true } })
    expect(await server.until(({ id, method }) => id === 1 && method === undefined)).toMatchObject({
      result: { yes: true },
    })
  })

  it('with the same ids on both sides are kept apart', async () => {
    const { client, server } = await openStage(scriptedGate(allow), { replies: { 'resources/list': () => undefined } })
    client.say({ jsonrpc: '2.0', id: 1, method: 'resources/list' })
    server.say({ jsonrpc: '2.0', id: 1, method: 'roots/list' })
    const asked = await client.until(({ method }) => method === 'roots/list')
    const passed = await server.until(({ method }) => method === 'resources/list')
    client.say({ jsonrpc: '2.0', id: asked.id, result: { roots: [] } })
    server.say({ jsonrpc: '2.0', id: passed.id, result: { resources: [] } })
    expect(await server.until(({ id, result }) => id === 1 && result !== undefined)).toMatchObject({
      result: { roots: [] },
    })
    expect(await client.until(({ id, result }) => id === 1 && result !== undefined)).toMatchObject({
      result: { resources: [] },
    })
  })

  it('that answer what nobody asked go nowhere', async () => {
    const { client, server } = await openStage(scriptedGate(allow))
    const [heardByServer, heardByClient] = [server.heard.length, client.heard.length]
    client.say({ jsonrpc: '2.0', id: 99, result: {} })
    server.say({ jsonrpc: '2.0', id: 99, result: {} })
    await quiet()
    expect([server.heard.length, client.heard.length]).toEqual([heardByServer, heardByClient])
  })

  it('that only notify keep their order', async () => {
    const { client, server } = await openStage(scriptedGate(allow))
    for (let n = 0; n < 50; n++) server.notify('notifications/message', { n })
    await quiet()
    const heard = client.heard.filter(({ method }) => method === 'notifications/message')
    expect(heard.map(({ params }) => (params as { n: number }).n)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  })
})

describe('when a side is gone', () => {
  it('calls that run and calls that wait for a person both fail', async () => {
    const gate = scriptedGate(ask, (given) => (given.input['command'] === 'ls' ? allow(given) : new Promise(() => {})))
    const { client, server, ran } = await openStage(gate, { replies: { 'tools/call': () => undefined } })
    const [running, waiting] = [call(client, 'ls', 'r'), call(client, 'publish', 'w')]
    await server.until(({ method }) => method === 'tools/call')
    server.transport.onclose?.()
    expect((await running)['error']).toMatchObject({ message: expect.stringContaining('has ended') })
    expect((await waiting)['error']).toMatchObject({ message: expect.stringContaining('has ended') })
    expect(ran).toEqual([])
  })

  it('a call that was waiting does not run when the client is gone', async () => {
    let answer: () => void = () => undefined
    const gate = scriptedGate(ask, (given) => new Promise((resolve) => (answer = () => resolve(allow(given)))))
    const { client, ran } = await openStage(gate)
    client.say({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'run', arguments: { command: 'ls' } } })
    await quiet()
    client.transport.onclose?.()
    answer()
    await quiet()
    expect(ran).toEqual([])
  })
})
