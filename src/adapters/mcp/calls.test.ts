import { describe, expect, it } from 'vitest'
import { allow, ask, deny, scriptedGate } from '../interceptor-contract.ts'
import type { GateLike } from '../interceptor.ts'
import { quiet } from '../json-rpc/testing.ts'
import { call, openStage, textOf, TOOLS } from './testing/stage.ts'
import type { Stage } from './testing/stage.ts'

describe('calls', () => {
  it.each([
    ['beside a harmless method', { method: 'ping', Method: 'tools/call', params: { name: 'run', arguments: {} } }],
    ['beside harmless params', { method: 'ping', params: {}, PARAMS: { name: 'run' } }],
  ])('do not pass %s, for servers that do not tell capitals apart', async (_, message) => {
    const { client, server } = await openStage(scriptedGate((given) => deny(given, 'no')))
    client.say({ jsonrpc: '2.0', id: 9, ...message })
    await quiet()
    for (const heard of server.heard)
      expect(Object.keys(heard).every((key) => ['jsonrpc', 'id', 'method', 'params'].includes(key))).toBe(true)
  })

  it.each([
    ['a second name', { name: 'look', Name: 'run', arguments: {} }],
    ['a second name in letters that fold to it', { name: 'look', arguments: {}, 'argument\u017f': {} }],
    ['second arguments', { name: 'run', arguments: { command: 'ls' }, Arguments: { command: 'rm' } }],
    ['an argument twice', { name: 'run', arguments: { command: 'ls', Command: 'rm' } }],
    ['an argument twice, further in', { name: 'run', arguments: { all: [{ path: 'a', paTh: 'b' }] } }],
    ['an argument that only a lenient reader takes for its own', { name: 'typed', arguments: { PATH: 'b' } }],
  ])('with %s are refused, for servers that do not tell capitals apart', async (_, params) => {
    const gate = scriptedGate(allow)
    const typed = { name: 'typed', inputSchema: { type: 'object', properties: { path: {} } } }
    const { client, server } = await openStage(gate, {
      replies: { 'tools/list': () => ({ tools: [...TOOLS, typed] }) },
    })
    const { error, result } = await client.ask('tools/call', params)
    expect(error ?? result).toMatchObject(error === undefined ? { isError: true } : { code: -32602 })
    expect(gate.calls).toEqual([])
    expect(server.methods()).not.toContain('tools/call')
  })

  it('that expect no answer do not pass', async () => {
    const { client, ran, server } = await openStage(scriptedGate(allow))
    client.notify('tools/call', { name: 'run', arguments: { command: 'rm' } })
    client.notify('resources/read', { uri: 'note://one' })
    await quiet()
    expect(ran).toEqual([])
    expect(server.methods()).not.toContain('resources/read')
  })

  it('are named after the server as it was configured, not as it calls itself', async () => {
    const gate = scriptedGate(allow)
    const { client } = await openStage(gate, { cwd: '/srv', session: 's9' })
    await call(client, 'ls')
    expect(gate.calls[0]).toMatchObject({
      tool: 'mcp__sample__run',
      input: { command: 'ls' },
      cwd: '/srv',
      session: 's9',
    })
  })

  it('carry what the server said of the tool, whatever the client says', async () => {
    const gate = scriptedGate(allow)
    const { client } = await openStage(gate)
    await client.ask('tools/call', { name: 'look', arguments: {}, annotations: { readOnlyHint: false } })
    await client.ask('tools/call', { name: 'run', arguments: {}, annotations: { readOnlyHint: true } })
    expect(gate.calls.map(({ annotations }) => annotations)).toEqual([{ readOnlyHint: true }, undefined])
  })

  it('of a tool that the server does not list are denied without asking the gate', async () => {
    const gate = scriptedGate(allow)
    const { client, server } = await openStage(gate)
    const answer = await client.ask('tools/call', { name: 'secret', arguments: {} })
    expect(answer['result']).toMatchObject({ isError: true })
    expect(gate.calls).toEqual([])
    expect(server.methods()).not.toContain('tools/call')
  })

  it('of a tool that the policy hides are denied, and it is not listed', async () => {
    const gate = {
      ...scriptedGate(allow),
      visible: (tools: readonly never[]) => tools.filter(({ name }) => name === 'mcp__sample__look'),
    }
    const { client, ran } = await openStage(gate as unknown as GateLike)
    expect((await client.ask('tools/list', {}))['result']).toMatchObject({ tools: [{ name: 'look' }] })
    expect(textOf(await call(client, 'ls'))).toContain('hidden by the policy')
    expect(ran).toEqual([])
  })

  it.each([
    ['no params', undefined],
    ['no name', { arguments: {} }],
    ['a name that is not text', { name: ['run'], arguments: {} }],
    ['arguments that are a list', { name: 'run', arguments: ['ls'] }],
    ['arguments that are text', { name: 'run', arguments: '{"command":"ls"}' }],
  ])('with %s are refused', async (_, params) => {
    const gate = scriptedGate(allow)
    const { client, ran } = await openStage(gate)
    expect((await client.ask('tools/call', params))['error']).toMatchObject({ code: -32602 })
    expect([gate.calls, ran]).toEqual([[], []])
  })

  it('that are cancelled while a person thinks never run, whatever the person then says', async () => {
    let answer: (value: unknown) => void = () => undefined
    const gate = scriptedGate(ask, (given) => new Promise((resolve) => (answer = () => resolve(allow(given)))))
    const { client, ran } = await openStage(gate)
    client.say({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'run', arguments: { command: 'ls' } } })
    await quiet()
    client.notify('notifications/cancelled', { requestId: 5 })
    answer(undefined)
    await quiet()
    expect(ran).toEqual([])
    expect(client.heard.some(({ id }) => id === 5)).toBe(false)
  })

  it('that are cancelled after they were allowed, while the list is read again, never run', async () => {
    let isSlow = false
    const stage: { now?: Stage } = {}
    const gate = scriptedGate(ask, (given) => {
      isSlow = true
      stage.now?.server.notify('notifications/tools/list_changed')
      return allow(given)
    })
    stage.now = await openStage(gate, { replies: { 'tools/list': () => (isSlow ? undefined : { tools: TOOLS }) } })
    const { client, server, ran } = stage.now
    client.say({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'run', arguments: { command: 'ls' } } })
    await server.until(() => server.methods().filter((method) => method === 'tools/list').length === 2)
    client.notify('notifications/cancelled', { requestId: 5 })
    server.say({ jsonrpc: '2.0', id: server.heard.at(-1)?.id, result: { tools: TOOLS } })
    await quiet()
    expect(ran).toEqual([])
  })

  it('that are cancelled while they run are cancelled at the server, under its id', async () => {
    const gate = scriptedGate(allow)
    const { client, server } = await openStage(gate, { replies: { 'tools/call': () => undefined } })
    client.say({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'run', arguments: {} } })
    const passed = await server.until(({ method }) => method === 'tools/call')
    client.notify('notifications/cancelled', { requestId: 5, reason: 'enough' })
    const cancelled = await server.until(({ method }) => method === 'notifications/cancelled')
    expect(cancelled['params']).toEqual({ requestId: passed.id, reason: 'enough' })
    server.say({ jsonrpc: '2.0', id: passed.id, result: {} })
    await quiet()
    expect(client.heard.some(({ id }) => id === 5)).toBe(false)
    expect(gate.outcomes).toMatchObject([{ outcome: { ok: false } }])
  })

  it('do not run when the list of tools changed while a person thought', async () => {
    let tools: unknown[] = TOOLS
    const replies = { 'tools/list': () => ({ tools }) }
    const stage: { now?: Stage } = {}
    const gate = scriptedGate(ask, (given) => {
      tools = [{ ...TOOLS[0], description: 'Runs it twice.' }]
      stage.now?.server.notify('notifications/tools/list_changed')
      return allow(given)
    })
    stage.now = await openStage(gate, { replies })
    expect(textOf(await call(stage.now.client, 'ls'))).toContain('no longer the one that was pinned')
    expect(stage.now.ran).toEqual([])
  })

  it('run what was decided on, not what the object became meanwhile', async () => {
    const params = { name: 'run', arguments: { command: 'ls' } }
    const gate = scriptedGate(ask, (given) => {
      params.arguments.command = 'rm -rf /'
      return allow(given)
    })
    const { client, ran } = await openStage(gate)
    await client.ask('tools/call', params)
    expect(ran).toEqual(['ls'])
  })

  it('report how the tool went', async () => {
    const gate = scriptedGate(allow)
    const { client } = await openStage(gate, { replies: { 'tools/call': () => ({ isError: true, content: [] }) } })
    await call(client, 'ls')
    await quiet()
    expect(gate.outcomes).toMatchObject([{ outcome: { ok: false } }])
  })
})
