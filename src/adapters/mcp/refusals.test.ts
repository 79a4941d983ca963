/** What the gateway refuses by itself, before anything is decided, is on record like what the policy denies. */

import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { World } from '../../gate/testing.ts'
import { allow, scriptedGate } from '../interceptor-contract.ts'
import { LineTransport } from '../json-rpc/lines.ts'
import { Peer, refusedOnRecord } from '../json-rpc/testing.ts'
import { guardServer } from './guard.ts'
import { identityOf } from './identity.ts'
import { keepInMemory } from './pin-keeper.ts'
import { call, openStage, textOf } from './testing/stage.ts'

let world: World
beforeEach(() => (world = new World()))
afterEach(() => world.end())

const open = async (more = {}) => openStage(await world.open({ policy: { allow: ['mcp'] } }), more)

describe('on record', () => {
  it('a message that is not JSON-RPC 2.0', async () => {
    const { client } = await open()
    client.say({ id: 1, method: 'tools/call', params: { name: 'run' } })
    await refusedOnRecord(world, 'JSON-RPC 2.0')
  })

  it.each([
    ['a call without a tool', { arguments: {} }, 'it names no tool'],
    ['arguments that are a list', { name: 'run', arguments: [] }, 'not an object'],
    ['a member that could be another', { name: 'run', NAME: 'look' }, 'could be taken for another member'],
    ['a tool that does not exist', { name: 'rm', arguments: { command: 'x' } }, 'no such tool'],
    ['an argument twice', { name: 'run', arguments: { command: 'ls', Command: 'rm' } }, 'another argument'],
  ])('%s', async (_, params, reason) => {
    const { client, ran } = await open()
    await client.ask('tools/call', params)
    const tool = 'name' in params ? { call: { tool: `mcp__sample__${params.name}`, agent: 'mcp' } } : {}
    await refusedOnRecord(world, reason, tool)
    expect(ran).toEqual([])
  })

  it.each(['Tools/Call', 'tools/CALL', 'tools/run', '_tools/call', '/tools/call'])(
    'a call by a method that may be one: %s',
    async (method) => {
      const { client, ran } = await open()
      const answer = await client.ask(method, { name: 'run', arguments: { command: 'ls' } })
      expect(JSON.stringify(answer.error)).toContain('could be taken for another method')
      await refusedOnRecord(world, 'could be taken for another method', { call: { input: { command: 'ls' } } })
      expect(ran).toEqual([])
    },
  )

  it.each(['tools/call ', ' tools/call', 'tools/\u200bcall', 'tools/call\0'])(
    'a method with more than it shows: %j',
    async (method) => {
      const { client, ran } = await open()
      client.say({ jsonrpc: '2.0', id: 77, method, params: { name: 'run', arguments: { command: 'ls' } } })
      await refusedOnRecord(world, 'its method has blanks or letters')
      expect(ran).toEqual([])
    },
  )

  it('a call before the handshake', async () => {
    const { client } = await open({ hello: false })
    await call(client, 'ls')
    await refusedOnRecord(world, 'before initialize', { call: { input: { command: 'ls' } } })
  })

  it('a call that wants no answer', async () => {
    const { client } = await open()
    client.notify('tools/call', { name: 'run', arguments: { command: 'ls' } })
    await refusedOnRecord(world, 'is not a notification', { call: { input: { command: 'ls' } } })
  })

  it.each([
    ['a key twice', '{"jsonrpc":"2.0","id":1,"method":"tools/call","method":"ping"}', 'twice'],
    ['no JSON', '{', 'not JSON'],
    ['too long a line', 'x'.repeat(2000), 'longer than 1000 bytes'],
  ])('%s', async (_, line, reason) => {
    const input = new PassThrough()
    const down = new LineTransport(input, new PassThrough(), { longest: 1000 })
    const guarded = await guardServer(new Peer().transport, down, await world.open(), {
      name: 'sample',
      keeper: keepInMemory(identityOf({ url: 'http://127.0.0.1:1/mcp' }, 'sample')),
    })
    input.write(`${line}\n`)
    await refusedOnRecord(world, reason)
    await guarded.close()
  })
})

it('what the policy denies is on record once', async () => {
  const { client } = await openStage(await world.open({ policy: { deny: ['mcp__sample__run'] } }))
  await call(client, 'ls')
  expect(world.records).toMatchObject([{ kind: 'decision', body: { behavior: 'deny', code: 'deny-rule' } }])
})

it('a record that cannot be written refuses all the same', async () => {
  const gate = { ...scriptedGate(allow), refused: () => Promise.reject(new Error('disk full')) }
  const { client, ran } = await openStage(gate)
  expect(textOf(await client.ask('tools/call', { name: 'rm', arguments: {} }))).toContain('Not allowed')
  expect(ran).toEqual([])
})
