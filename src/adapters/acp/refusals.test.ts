/** What the gateway refuses an agent by itself, before anything is decided, is on record like what the policy denies. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually, replies, World } from '../../gate/testing.ts'
import { refusedOnRecord } from '../json-rpc/testing.ts'
import { no, openReal, openStage, shell } from './testing.ts'

let world: World
beforeEach(() => (world = new World()))
afterEach(() => world.end())

describe('on record', () => {
  it('a message that is not JSON-RPC 2.0', async () => {
    const { agent } = await openReal(world, 'allow: [shell]\n')
    agent.say({ id: 1, method: 'terminal/create' })
    await refusedOnRecord(world, 'JSON-RPC 2.0')
  })

  it('a deed that the gateway does not know', async () => {
    const { agent } = await openReal(world, 'allow: [shell]\n')
    await agent.ask('fs/delete', { sessionId: 's1', path: '/etc/passwd' })
    await refusedOnRecord(world, 'does not know fs/delete', {
      call: { tool: 'fs/delete', agent: 'acp', session: 's1' },
    })
  })

  it.each(['FS/read_text_file', 'Terminal/create'])(
    'a deed in capitals that a lenient editor does: %s',
    async (method) => {
      const { agent, editor } = await openReal(world, 'allow: [shell, read]\n')
      await agent.ask(method, { sessionId: 's1', path: '/etc/passwd', command: 'ls' })
      await refusedOnRecord(world, `does not know ${method}`)
      expect(editor.heard).toEqual([])
    },
  )

  it.each([
    ['ask', 'does not know Session/Request_Permission'],
    ['notify', 'is not a notification'],
  ] as const)(
    'a question in capitals, which a lenient editor puts to its person past the policy: %s',
    async (way, why) => {
      const { agent, editor } = await openReal(world, 'deny: [shell]\n')
      await agent[way]('Session/Request_Permission', { ...shell('npm publish'), sessionId: 's1', options: [] })
      await refusedOnRecord(world, why)
      expect(editor.heard).toEqual([])
    },
  )

  it('a deed that wants no answer', async () => {
    const { agent, editor } = await openReal(world, 'allow: [shell]\n')
    agent.notify('terminal/create', { sessionId: 's1', command: 'ls' })
    await refusedOnRecord(world, 'is not a notification', { call: { input: { command: 'ls' } } })
    expect(editor.heard).toEqual([])
  })

  it('params that could be read in two ways', async () => {
    const { agent } = await openReal(world, 'allow: [shell]\n')
    await agent.ask('terminal/create', { sessionId: 's1', command: 'ls', Command: 'rm' })
    await refusedOnRecord(world, 'could be taken for another')
  })

  it('a question about nothing', async () => {
    const { agent } = await openReal(world, 'allow: [shell]\n')
    await agent.ask('session/request_permission', { sessionId: 's1', options: [] })
    await refusedOnRecord(world, 'has no tool call')
  })
})

it('what a person has changed is on record as not run', async () => {
  const asker = replies({ behavior: 'allow', input: { command: 'true' } })
  const { permission } = await openStage(await world.open({ asker }), { cwd: world.root })
  expect(await permission(shell('npm publish'))).toEqual(no)
  await eventually(() => world.records.some(({ kind }) => kind === 'outcome'))
  expect(world.records.at(-1)).toMatchObject({
    kind: 'outcome',
    body: { ok: false, error: expect.stringContaining('changed') as string },
  })
})
