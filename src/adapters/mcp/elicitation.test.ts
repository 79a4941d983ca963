/** Asking through the client, with a real gate behind the gateway. */

import { afterEach, describe, expect, it } from 'vitest'
import type { Asker, Question } from '../../gate/asker.ts'
import { NOBODY } from '../../gate/askers/none.ts'
import { World } from '../../gate/testing.ts'
import { createClientAsker } from '../json-rpc/client-asker.ts'
import { Peer, quiet } from '../json-rpc/testing.ts'
import { canElicit, formOf, replyOf } from './elicitation.ts'
import { guardServer } from './guard.ts'
import { identityOf } from './identity.ts'
import { keepInMemory } from './pin-keeper.ts'

let world: World | undefined
afterEach(async () => {
  await world?.end()
  world = undefined
})

async function open(capabilities: unknown, otherwise: Asker = NOBODY, policy = '{}') {
  world = new World()
  world.write(world.user, policy)
  const asker = createClientAsker('mcp', otherwise)
  const gate = await world.open({ asker, mcpServers: ['notes'] })
  const ran: unknown[] = []
  const server = new Peer({
    initialize: () => ({ protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} }),
    'tools/list': () => ({ tools: [{ name: 'add' }, { name: 'look', annotations: { readOnlyHint: true } }] }),
    'tools/call': ({ arguments: given }) => {
      ran.push(given)
      return { content: [{ type: 'text', text: 'added' }] }
    },
  })
  const client = new Peer()
  const keeper = keepInMemory(identityOf({ url: 'http://127.0.0.1:1/' }, 'notes'))
  await guardServer(server.transport, client.transport, gate, { name: 'notes', keeper, asker })
  await client.ask('initialize', { capabilities })
  const add = (text: string, id: string) => client.ask('tools/call', { name: 'add', arguments: { text } }, id)
  const form = (count = 1) =>
    client
      .until(() => client.methods().filter((method) => method === 'elicitation/create').length >= count)
      .then(() => client.heard.filter(({ method }) => method === 'elicitation/create')[count - 1]!)
  const answer = (id: unknown, result: unknown) => client.say({ jsonrpc: '2.0', id, result })
  return { client, ran, add, form, answer, gate }
}

const CAN = { elicitation: {} }
const accept = (decision: string, words?: string) => ({ action: 'accept', content: { decision, words } })

describe('a client that can show forms', () => {
  it('shows the whole call, and once is once', async () => {
    const { ran, add, form, answer } = await open(CAN)
    const first = add('buy milk', 'a')
    const asked = await form()
    expect(asked['params']).toMatchObject({
      message: expect.stringContaining('buy milk'),
      requestedSchema: {
        properties: { decision: { enum: ['allow once', 'allow for this session', 'deny'] } },
        required: ['decision'],
      },
    })
    answer(asked.id, accept('allow once'))
    expect((await first)['result']).toMatchObject({ content: [{ text: 'added' }] })
    const second = add('buy milk', 'b')
    answer((await form(2)).id, accept('deny', 'we have milk'))
    expect((await second)['result']).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('we have milk') }],
    })
    expect(ran).toEqual([{ text: 'buy milk' }])
  })

  it('is not asked again in a session it allowed it for', async () => {
    const { client, ran, add, form, answer } = await open(CAN)
    const first = add('one', 'a')
    answer((await form()).id, accept('allow for this session'))
    await first
    await add('one', 'b')
    expect(ran).toHaveLength(2)
    expect(client.methods().filter((method) => method === 'elicitation/create')).toHaveLength(1)
  })

  it.each([
    ['declines', { action: 'decline' }],
    ['closes the form', { action: 'cancel' }],
    ['accepts without a decision', { action: 'accept', content: {} }],
    ['accepts what was not offered', accept('allow always')],
    ['accepts in other words', accept('ALLOW ONCE')],
    ['answers with garbage', 'yes'],
    ['answers with nothing', null],
    ['accepts with a list', { action: 'accept', content: ['allow once'] }],
  ])('runs nothing when it %s', async (_, result) => {
    const { ran, add, form, answer } = await open(CAN)
    const calling = add('one', 'a')
    answer((await form()).id, result)
    expect((await calling)['result']).toMatchObject({ isError: true })
    expect(ran).toEqual([])
  })

  it('runs nothing when it answers with an error', async () => {
    const { client, ran, add, form } = await open(CAN)
    const calling = add('one', 'a')
    client.say({ jsonrpc: '2.0', id: (await form()).id, error: { code: -32601, message: 'no such method' } })
    expect((await calling)['result']).toMatchObject({ isError: true })
    expect(ran).toEqual([])
  })

  it('has the form taken away when it gives the call up, and a late yes runs nothing', async () => {
    const { client, ran, form, answer } = await open(CAN)
    client.say({ jsonrpc: '2.0', id: 'x', method: 'tools/call', params: { name: 'add', arguments: { text: 'one' } } })
    const { id } = await form()
    client.notify('notifications/cancelled', { requestId: 'x' })
    const taken = await client.until(({ method }) => method === 'notifications/cancelled')
    expect(taken['params']).toMatchObject({ requestId: id })
    answer(id, accept('allow once'))
    await quiet()
    expect(ran).toEqual([])
  })

  it('is on record as who answered', async () => {
    const { add, form, answer } = await open(CAN)
    const calling = add('one', 'a')
    answer((await form()).id, accept('allow once', 'fine'))
    await calling
    expect(JSON.stringify(world?.records)).toContain('the person at the MCP client')
  })
})

describe('a client that cannot', () => {
  it.each([
    ['says nothing of it', {}],
    ['only opens addresses', { elicitation: { url: {} } }],
    ['says garbage', { elicitation: 'yes' }],
  ])('and %s leaves it to the other face', async (_, capabilities) => {
    const { client, ran, add } = await open(capabilities, {
      name: 'other',
      ask: async ({ call }) => ({ behavior: call.input['text'] === 'yes' ? 'allow' : 'deny' }),
    })
    expect((await add('yes', 'a'))['result']).toMatchObject({ content: [{ text: 'added' }] })
    expect((await add('no', 'b'))['result']).toMatchObject({ isError: true })
    expect(client.methods()).not.toContain('elicitation/create')
    expect(ran).toEqual([{ text: 'yes' }])
  })

  it('gets a denial when there is nobody else', async () => {
    const { ran, add } = await open({})
    expect((await add('one', 'a'))['result']).toMatchObject({ isError: true })
    expect(ran).toEqual([])
  })

  it('is what a form would be that is too long to read', async () => {
    const asked: string[] = []
    const { client, add } = await open(CAN, { name: 'other', ask: async ({ id }) => (asked.push(id), undefined) })
    expect((await add('x'.repeat(10_000), 'a'))['result']).toMatchObject({ isError: true })
    expect(client.methods()).not.toContain('elicitation/create')
    expect(asked).toHaveLength(1)
  })
})

describe('what a server says of its own tool', () => {
  const look = async (policy: string) => {
    const { client } = await open({}, NOBODY, policy)
    return (await client.ask('tools/call', { name: 'look', arguments: {} }))['result']
  }

  it('counts where the server is trusted, and only there', async () => {
    expect(await look('mode: explore\nmcp: { trusted: [notes] }')).not.toMatchObject({ isError: true })
    await world?.end()
    expect(await look('mode: explore')).toMatchObject({ isError: true })
    await world?.end()
    expect(await look('mode: explore\nmcp: { trusted: [other] }')).toMatchObject({ isError: true })
  })
})

describe('the form', () => {
  const question = {
    digest: 'd',
    call: { tool: 'mcp__notes__add', input: { text: 'a\u202eb\u0007' } },
    shown: { reason: 'No rule.', effects: [], dangers: [], suggestions: [], limits: null },
  } as unknown as Question

  it('shows characters that cannot be seen', () => {
    const { message } = formOf(question) as { message: string }
    expect(message).not.toMatch(/[\u202e\u0007]/)
    expect(message).toContain('\\u202e')
  })

  it('offers only what may be remembered, and takes nothing else', () => {
    expect(formOf(question)).toMatchObject({
      requestedSchema: { properties: { decision: { enum: ['allow once', 'deny'] } } },
    })
    const result = accept('allow for this session')
    expect(replyOf({ jsonrpc: '2.0', id: 1, result }, question)).toBeUndefined()
  })

  it('says why it offers no more only where it offers less than a form can', () => {
    const limits = 'This folder is not trusted.'
    const rules = [{ rules: ['mcp__notes__add'], lasts: ['session'] }]
    const asked = (suggestions: object[]) =>
      formOf({ ...question, shown: { ...question.shown, limits, suggestions } } as unknown as Question)?.['message']
    expect(asked([])).toContain(limits)
    expect(asked(rules)).not.toContain(limits)
  })

  it('is known to be shown by those who say so', () => {
    expect([{ elicitation: {} }, { elicitation: { form: {} } }].map(canElicit)).toEqual([true, true])
    expect([undefined, null, {}, { elicitation: null }, { elicitation: { url: {} } }, []].map(canElicit)).not.toContain(
      true,
    )
  })
})
