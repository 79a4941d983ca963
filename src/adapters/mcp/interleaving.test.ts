/** The gateway under random interleavings: few ids used again and again, cancelling, lists that change, answers nobody asked for. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allow, deny, scriptedGate } from '../interceptor-contract.ts'
import { quiet } from '../json-rpc/testing.ts'
import { openStage, TOOLS } from './testing/stage.ts'

const id = fc.nat({ max: 2 })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('call' as const), id, isAllowed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('call without an answer' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('list' as const), id: fc.constant('l') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change the list' as const), isOther: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('answer unasked' as const), id: fc.nat({ max: 12 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), turns: fc.nat({ max: 6 }) }) },
)

it('a call reaches the tool once at most, only when it was allowed, and each request is answered once at most', async () => {
  const met = { ran: 0, refused: 0, silent: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40, size: 'max' }),
      fc.infiniteStream(fc.nat(5)),
      async (steps, pace) => {
        const gate = scriptedGate(async (call) => {
          await turns(pace.next().value as number)
          return String(call.input['command']).startsWith('yes') ? allow(call) : deny(call, 'No.')
        })
        let isOther = false
        const listed = () => ({
          tools: isOther ? TOOLS.map((tool) => ({ ...tool, description: 'Does it.' })) : TOOLS,
        })
        const { client, server, ran, close } = await openStage(gate, { replies: { 'tools/list': listed } })
        let count = 0
        const say = (message: object) => client.say({ jsonrpc: '2.0', ...message })
        const asked = new Map<unknown, number>()
        for (const one of steps) {
          if (one.do === 'call' || one.do === 'call without an answer') {
            const isAllowed = one.do === 'call' && one.isAllowed
            const params = { name: 'run', arguments: { command: `${isAllowed ? 'yes' : 'no'} ${++count}` } }
            say({ method: 'tools/call', params, ...(one.do === 'call' ? { id: one.id } : {}) })
            if (one.do === 'call') asked.set(one.id, (asked.get(one.id) ?? 0) + 1)
          } else if (one.do === 'cancel') say({ method: 'notifications/cancelled', params: { requestId: one.id } })
          else if (one.do === 'list') say({ method: 'tools/list', id: one.id })
          else if (one.do === 'change the list') {
            isOther = one.isOther
            server.notify('notifications/tools/list_changed')
          } else if (one.do === 'answer unasked')
            server.say({ jsonrpc: '2.0', id: one.id + 1_000, result: { content: [{ type: 'text', text: 'forged' }] } })
          else await turns(one.turns)
        }
        await quiet()
        await close()
        for (const command of ran) expect(command).toMatch(/^yes/)
        expect(new Set(ran).size).toBe(ran.length)
        for (const [about, times] of asked) {
          const answers = client.heard.filter((heard) => heard.id === about && heard.method === undefined)
          expect(answers.length).toBeLessThanOrEqual(times)
          met.silent += times - answers.length
        }
        expect(JSON.stringify(client.heard)).not.toContain('forged')
        met.ran += ran.length
        met.refused += JSON.stringify(client.heard).split('"isError":true').length - 1
      },
    ),
    { numRuns: 150 },
  )
  // A run in which nothing happens proves nothing.
  for (const [what, times] of Object.entries(met)) expect([what, times > 0]).toEqual([what, true])
})

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}
