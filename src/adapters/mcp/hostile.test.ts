/** Whatever either side says, in whatever order: nothing throws, and no tool runs that was not decided on. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allow, deny, scriptedGate } from '../interceptor-contract.ts'
import { Peer, quiet } from '../json-rpc/testing.ts'
import { guardServer } from './guard.ts'
import { identityOf } from './identity.ts'
import * as surface from './index.ts'
import { keepInMemory } from './pin-keeper.ts'

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'notifications/cancelled',
  'notifications/initialized',
  'notifications/tools/list_changed',
  'resources/read',
  'elicitation/create',
  'x',
  '',
  '__proto__',
]
const id = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom('a', '', null, undefined, 1.5, {}, []))
const name = fc.constantFrom('run', 'hidden', 'constructor', '__proto__', '', 7, null)
const params = fc.oneof(
  fc.record({ name, arguments: fc.oneof(fc.constant({ command: 'ls' }), fc.jsonValue()) }),
  fc.record({ requestId: id }),
  fc.record({ capabilities: fc.oneof(fc.constant({ elicitation: {} }), fc.jsonValue()) }),
  fc.record({ cursor: fc.jsonValue() }),
  fc.jsonValue(),
)
const said = fc.oneof(
  fc.record(
    { jsonrpc: fc.constant('2.0'), id, method: fc.constantFrom(...METHODS), params },
    { requiredKeys: ['jsonrpc', 'method'] },
  ),
  fc.record({ jsonrpc: fc.constant('2.0'), id, result: fc.jsonValue() }),
  fc.record({
    jsonrpc: fc.constant('2.0'),
    id,
    error: fc.oneof(fc.constant({ code: 1, message: 'm' }), fc.jsonValue()),
  }),
  fc.jsonValue(),
)
const script = fc.array(fc.record({ by: fc.constantFrom('client', 'server'), message: said }), { maxLength: 25 })

async function play(lines: readonly { by: string; message: unknown }[], gate: ReturnType<typeof scriptedGate>) {
  const server = new Peer({
    initialize: () => ({ protocolVersion: '2025-11-25', capabilities: {} }),
    'tools/list': () => ({ tools: [{ name: 'run' }, { name: 'hidden' }] }),
    'tools/call': () => ({ content: [] }),
  })
  const client = new Peer()
  const keeper = keepInMemory(identityOf({ url: 'http://127.0.0.1:1/' }, 'sample'))
  const visible = <T extends { readonly name: string }>(tools: readonly T[]) =>
    tools.filter((tool) => tool.name !== 'mcp__sample__hidden')
  const guarded = await guardServer(
    server.transport,
    client.transport,
    { ...gate, visible },
    { name: 'sample', keeper },
  )
  for (const { by, message } of lines) {
    const peer = by === 'client' ? client : server
    peer.say(message)
    await Promise.resolve()
  }
  await quiet()
  await guarded.close()
  return { client, server }
}

describe('hostile peers', () => {
  it('never get a call past a gate that denies', async () => {
    await fc.assert(
      fc.asyncProperty(script, async (lines) => {
        const { server } = await play(
          lines,
          scriptedGate((call) => deny(call, 'no')),
        )
        expect(server.methods()).not.toContain('tools/call')
      }),
      { numRuns: 150 },
    )
  })

  it('never get a call run more often than it was allowed, nor a hidden one, nor one before the handshake', async () => {
    await fc.assert(
      fc.asyncProperty(script, async (lines) => {
        const gate = scriptedGate(allow)
        const { server } = await play(lines, gate)
        const calls = server.heard.filter(({ method }) => method === 'tools/call')
        expect(calls.length).toBeLessThanOrEqual(gate.calls.length)
        for (const call of calls) expect((call['params'] as { name: unknown }).name).toBe('run')
        if (calls.length > 0) expect(server.methods().indexOf('initialize')).toBe(0)
      }),
      { numRuns: 150 },
    )
  })

  it('are answered at most once for each request that is not theirs to repeat', async () => {
    const requests = fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(
        requests,
        fc.array(fc.constantFrom(...METHODS), { minLength: 8, maxLength: 8 }),
        async (ids, methods) => {
          const lines = ids.map((one, at) => ({
            by: 'client',
            message: { jsonrpc: '2.0', id: one, method: methods[at], params: {} },
          }))
          const { client } = await play(lines, scriptedGate(allow))
          const answered = client.heard.filter(({ method }) => method === undefined).map((message) => message.id)
          expect(new Set(answered).size).toBe(answered.length)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('the library', () => {
  it('exports exactly these names', () => {
    expect(Object.keys(surface).toSorted()).toEqual([
      'createClientAsker',
      'guardServer',
      'identityOf',
      'keepInFile',
      'keepInMemory',
    ])
  })
})
