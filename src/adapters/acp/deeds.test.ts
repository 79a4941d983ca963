/** What an agent has its editor do, and what it says of itself: nothing runs by a yes that was given to something else. */

import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { World } from '../../gate/testing.ts'
import type { Replies } from '../json-rpc/testing.ts'
import { no, openReal, select, shell, yes } from './testing.ts'

type Stage = Awaited<ReturnType<typeof openReal>>

describe('deeds by a policy', () => {
  let world: World
  beforeEach(() => (world = new World()))
  afterEach(() => world.end())

  const open = (policy: string, replies: Replies = {}) => openReal(world, policy, replies)

  it('what an agent has its editor do is asked about, once for question and deed', async () => {
    let asked = 0
    const { agent, permission, root } = await open('{}', {
      'session/request_permission': () => (asked++, select('proceed_once')),
      'terminal/create': () => ({ terminalId: 'x' }),
      'fs/write_text_file': () => ({}),
    })
    await permission(shell('npm publish'))
    expect(
      (await agent.ask('terminal/create', { sessionId: 's1', command: 'npm', args: ['publish'] }))['result'],
    ).toBeDefined()
    expect(asked).toBe(1)
    // Both on record as what they were: allowed by one and the same answer.
    const decisions = world.records.filter(({ kind }) => kind === 'decision').map(({ body }) => body)
    const [{ approval } = { approval: undefined }] = decisions
    expect(approval).toBeTypeOf('string')
    expect(decisions).toMatchObject([
      { behavior: 'allow', approval },
      { behavior: 'allow', approval },
    ])
    const content = [{ type: 'diff', path: `${root}/a.txt`, newText: 'x' }]
    await permission({ kind: 'edit', content })
    const write = (text: string) =>
      agent.ask('fs/write_text_file', { sessionId: 's1', path: `${root}/a.txt`, content: text })
    expect((await write('x'))['result']).toBeDefined()
    expect(asked).toBe(2)
    // The editor knows no such option, so these are refused.
    expect((await write('x'))['error']).toBeDefined()
    expect((await write('other'))['error']).toBeDefined()
    expect(
      (await agent.ask('terminal/create', { sessionId: 's1', command: 'npm', args: ['publish'] }))['error'],
    ).toBeDefined()
    expect(
      (await agent.ask('terminal/create', { sessionId: 's1', command: 'npm publish', cwd: '/' }))['error'],
    ).toBeDefined()
  })

  it.each([
    [
      'a diff beside a command',
      { ...shell('ls'), content: [{ type: 'diff', path: '/etc/hosts', newText: 'x' }] },
      'allow: ["shell(ls)"]',
    ],
    [
      'a path in the input of another tool',
      { name: 'mcp__a__b', rawInput: { file_path: '/etc/hosts', content: 'x' } },
      'allow: ["mcp__a__b"]',
    ],
    [
      'a file that was only asked to be read',
      { kind: 'read', rawInput: { file_path: '/etc/hosts', content: 'x' } },
      'allow: ["read(/etc/hosts)"]',
    ],
  ])('%s permits no write, for it was not decided on', async (_, toolCall, policy) => {
    let asked = 0
    const { agent, permission } = await open(policy, {
      'session/request_permission': () => (asked++, select('countersign:deny')),
      'fs/write_text_file': () => ({}),
    })
    expect(await permission(toolCall)).toEqual(yes)
    const write = await agent.ask('fs/write_text_file', { sessionId: 's1', path: '/etc/hosts', content: 'x' })
    expect(write['error']).toBeDefined()
    expect(asked).toBe(1)
  })

  it.each([
    [
      'the agent says that it has run',
      ({ agent }: Stage) =>
        agent.notify('session/update', {
          sessionId: 's1',
          update: { sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'completed' },
        }),
    ],
    ['the turn is cancelled', ({ editor }: Stage) => editor.notify('session/cancel', { sessionId: 's1' })],
    [
      'another turn begins',
      ({ editor }: Stage) =>
        editor.say({ jsonrpc: '2.0', id: 'p', method: 'session/prompt', params: { sessionId: 's1', prompt: [] } }),
    ],
  ])('a yes that was not used no longer counts when %s', async (_, happens) => {
    let asked = 0
    const stage = await open('{}', {
      'session/request_permission': () => select(asked++ === 0 ? 'proceed_once' : 'countersign:deny'),
      'terminal/create': () => ({ terminalId: 'x' }),
    })
    expect(await stage.permission(shell('npm publish'))).toEqual(yes)
    happens(stage)
    const deed = await stage.agent.ask('terminal/create', { sessionId: 's1', command: 'npm', args: ['publish'] })
    expect(deed['error']).toBeDefined()
    expect(asked).toBe(2)
  })

  it.each([
    ['write', { kind: 'edit', content: [{ type: 'diff', path: 'notes', newText: 'x' }] }, 'fs/write_text_file'],
    ['command', shell('touch notes'), 'terminal/create'],
    ['command that reads', shell('node tool.js < notes'), 'terminal/create'],
  ])('a yes to a %s no longer counts once a link leads it elsewhere', async (_, toolCall, method) => {
    let asked = 0
    const { agent, permission, root } = await open('{}', {
      'session/request_permission': () => select(asked++ === 0 ? 'proceed_once' : 'countersign:deny'),
      [method]: () => ({}),
    })
    expect(await permission(toolCall)).toEqual(yes)
    symlinkSync(join(world.home, '.bashrc'), join(root, 'notes'))
    const command = 'rawInput' in toolCall ? toolCall.rawInput.command : ''
    const deed = { sessionId: 's1', path: 'notes', content: 'x', command }
    expect((await agent.ask(method, deed))['error']).toBeDefined()
    expect(asked).toBe(2)
  })

  it.each([
    ['in another folder', { command: 'npm publish', workdir: '/srv' }, { command: 'npm', args: ['publish'] }],
    ['of other words', { command: 'touch a b' }, { command: 'touch', args: ['a b'] }],
  ])('a yes to a command is not a yes to one %s', async (_, rawInput, deed) => {
    let asked = 0
    const { agent, permission } = await open('{}', {
      'session/request_permission': () => select(asked++ === 0 ? 'proceed_once' : 'countersign:deny'),
      'terminal/create': () => ({ terminalId: 'x' }),
    })
    expect(await permission({ kind: 'execute', rawInput })).toEqual(yes)
    expect((await agent.ask('terminal/create', { sessionId: 's1', ...deed }))['error']).toBeDefined()
    expect(asked).toBe(2)
  })

  it.each([
    ['the model’s own thinking', 'think'],
    ['a list of things to do', 'TodoWrite'],
    ['a tool that reads', 'Read'],
    ['a tool that reads, in disguise', 'ReaD'],
  ])('a command under the name of %s is a command', async (_, name) => {
    const { permission } = await open('mode: bypass\nallow: ["read(./**)"]\ndeny: ["shell(rm:*)"]')
    const rawInput = { command: 'rm -rf x', file_path: 'a.txt' }
    expect(await permission({ kind: 'execute', name, rawInput })).toEqual(no)
    expect(await permission({ kind: 'execute', _meta: { claudeCode: { toolName: name } }, rawInput })).toEqual(no)
  })

  it('the words of a command are decided on with it', async () => {
    const { permission } = await open('mode: bypass\ndeny: ["shell(git push:*)"]')
    expect(await permission({ kind: 'execute', rawInput: { command: 'git', args: ['push', '-f'] } })).toEqual(no)
    expect(await permission({ kind: 'execute', name: 'Bash', rawInput: { command: 'git', args: ['push'] } })).toEqual(
      no,
    )
  })

  it.each([
    ['has ended', { sessionUpdate: 'tool_call_update', status: 'completed' }],
    ['is announced anew', { sessionUpdate: 'tool_call', kind: 'execute', title: 'rm -rf x' }],
  ])('what was said of a call is not said of the next one with its id, once it %s', async (_, update) => {
    const { agent, editor, permission } = await open('allow: ["shell(ls)"]', {
      'session/request_permission': () => select('cancel'),
    })
    expect(await permission(shell('ls'))).toEqual(yes)
    agent.notify('session/update', { sessionId: 's1', update: { toolCallId: 't1', ...update } })
    expect(await permission({ kind: 'execute', title: 'rm -rf x' })).toEqual(no)
    expect(editor.methods()).toContain('session/request_permission')
  })

  it.each([
    ['terminal/create', { command: 'rm', args: ['-rf', '/srv'] }],
    ['terminal/create', { command: 'rm -rf /srv' }],
    ['terminal/create', { command: 'echo', args: ['x; rm -rf /srv'] }],
    ['terminal/create', { command: 'bash', args: ['-c', 'rm -rf /srv'] }],
    ['terminal/create', { command: 'touch', args: ['my secret'] }],
    ['terminal/create', { command: ['rm'] }],
    ['terminal/create', { command: 'ls', env: [{ name: 'PATH', value: 7 }] }],
    ['fs/write_text_file', { path: 'secret.txt', content: 'x' }],
    ['fs/read_text_file', { path: 'secret.txt' }],
    ['fs/read_text_file', {}],
    ['fs/delete_everything', { path: '/' }],
    ['terminal/type', { text: 'rm -rf /srv' }],
    ['_terminal/create', { command: 'rm -rf /srv' }],
    ['mcp/connect', { acpId: 'a' }],
    ['mcp/message', { connectionId: 'a', method: 'tools/call', params: { name: 'rm' } }],
    ['_mcp/request', { connection_id: 'a', method: 'tools/call', params: { name: 'rm' } }],
  ])('%s %j is refused, with the reason', async (method, params) => {
    const { agent, editor } = await open(
      'mode: bypass\ndeny: ["shell(rm:*)", "write(secret.txt)", "read(secret.txt)", "write(my secret)"]',
    )
    const { error } = await agent.ask(method, { sessionId: 's1', ...params })
    expect(error).toMatchObject({ message: expect.stringMatching(/\w/) })
    expect(editor.heard).toEqual([])
  })

  it('a terminal with an environment of its own is asked about', async () => {
    const { agent, editor } = await open('allow: ["shell(ls)"]', {
      'session/request_permission': () => select('countersign:deny'),
    })
    const env = [{ name: 'LD_PRELOAD', value: '/tmp/x.so' }]
    expect((await agent.ask('terminal/create', { sessionId: 's1', command: 'ls', env }))['error']).toBeDefined()
    expect(editor.methods()).toEqual(['session/request_permission'])
  })
})
