import { describe, expect, it } from 'vitest'
import { allow, scriptedGate } from '../interceptor-contract.ts'
import type { Replies } from '../json-rpc/testing.ts'
import { call, openStage, textOf, TOOLS } from './testing/stage.ts'

describe('the list of tools', () => {
  it('is read to its last page and given in one', async () => {
    const pages: Replies = {
      'tools/list': ({ cursor }) =>
        cursor === undefined ? { tools: [TOOLS[0]], nextCursor: 'p2', _meta: { a: 1 } } : { tools: [TOOLS[1]] },
    }
    const { client } = await openStage(scriptedGate(allow), { replies: pages })
    expect((await client.ask('tools/list', {}))['result']).toEqual({ tools: TOOLS, _meta: { a: 1 } })
    expect((await client.ask('tools/list', { cursor: 'p2' }))['error']).toBeDefined()
  })

  it('does not go on for ever', async () => {
    const replies = { 'tools/list': () => ({ tools: [], nextCursor: 'again' }) }
    const { client } = await openStage(scriptedGate(allow), { replies })
    expect((await client.ask('tools/list', {}))['error']).toMatchObject({ message: expect.stringContaining('pages') })
  })

  it('leaves out what is no tool, has a name that misleads, or is there twice', async () => {
    const odd = [
      { name: 'a\u202eb' },
      { name: '' },
      { name: 'x y' },
      7,
      null,
      { description: 'no name' },
      { name: '__proto__' },
    ]
    const replies = { 'tools/list': () => ({ tools: [...odd, TOOLS[0], TOOLS[0], TOOLS[1]] }) }
    const { client, ran } = await openStage(scriptedGate(allow), { replies })
    expect((await client.ask('tools/list', {}))['result']).toEqual({ tools: [TOOLS[1]] })
    await call(client, 'ls')
    expect(ran).toEqual([])
  })

  it.each([
    ['an error', undefined],
    ['garbage', { tools: 'all' }],
    ['nothing', {}],
  ])('that comes back as %s allows nothing', async (_, result) => {
    const { client, server, ran } = await openStage(scriptedGate(allow), { replies: { 'tools/list': () => result } })
    const asking = call(client, 'ls')
    if (result === undefined) {
      const { id } = await server.until(({ method }) => method === 'tools/list')
      server.say({ jsonrpc: '2.0', id, error: { code: -1, message: 'no' } })
    }
    expect((await asking)['result']).toMatchObject({ isError: true })
    expect(ran).toEqual([])
  })

  it('is empty of anything while the pins cannot be used', async () => {
    const keeper = { assess: () => Promise.reject(new Error('mcp-pins.json: no space left on device')) }
    const { client, ran } = await openStage(scriptedGate(allow), { keeper })
    expect((await client.ask('tools/list', {}))['error']).toMatchObject({
      message: expect.stringContaining('no space'),
    })
    expect(textOf(await call(client, 'ls'))).toContain('no space')
    expect(ran).toEqual([])
  })

  it('is read again after the server says that it changed', async () => {
    let tools = TOOLS
    const { client, server } = await openStage(scriptedGate(allow), { replies: { 'tools/list': () => ({ tools }) } })
    await call(client, 'ls')
    tools = [TOOLS[1] as never]
    server.notify('notifications/tools/list_changed')
    expect(textOf(await call(client, 'ls'))).toContain('lists no such tool')
    expect(client.methods()).toContain('notifications/tools/list_changed')
  })
})
