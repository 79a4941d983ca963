import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { areCapturesHere, CAPTURES } from '../../../test/captures.ts'
import { adapterContract, allow, ask, deny, scriptedGate } from '../interceptor-contract.ts'
import type { Params } from '../json-rpc/message.ts'
import { quiet } from '../json-rpc/testing.ts'
import type { Peer } from '../json-rpc/testing.ts'
import { no, openStage, OPTIONS, shell, yes } from './testing.ts'

adapterContract('the ACP gateway', { asks: 'gate', edits: false, reports: true }, async (gate, limits) => {
  const ran: unknown[] = []
  const replies = { 'terminal/create': ({ command }: Params) => (ran.push(command), { terminalId: 'x' }) }
  const { agent, close } = await openStage(gate, { ...limits, replies })
  return {
    attempt: async (command) => {
      const { error } = await agent.ask('terminal/create', { sessionId: 's1', command })
      await quiet()
      return {
        ran: ran.find((one) => one === command) as string | undefined,
        told: (error as Error | undefined)?.message ?? '',
      }
    },
    close,
  }
})

function sayOf(agent: Peer, update: Params): void {
  agent.notify('session/update', { sessionId: 's1', update })
}

describe('permission requests', () => {
  it('are answered by the kind of the option, whatever its id', async () => {
    const { editor, permission } = await openStage(
      scriptedGate((call) => (call.input['command'] === 'ls' ? allow(call) : deny(call, 'no'))),
    )
    expect(await permission(shell('ls'))).toEqual(yes)
    expect(await permission(shell('rm -rf /'))).toEqual(no)
    expect(editor.heard).toEqual([])
  })

  it('are never answered with an option that lasts', async () => {
    const { permission } = await openStage(scriptedGate(allow))
    expect(await permission(shell('ls'), [OPTIONS[0], OPTIONS[2]])).toEqual(no)
    expect(await permission(shell('ls'), [OPTIONS[0]])).toEqual({ outcome: 'cancelled' })
    expect(await permission(shell('ls'), 'garbage')).toEqual({ outcome: 'cancelled' })
  })

  it('whose input a person changed are refused, for the protocol cannot say it', async () => {
    const { permission } = await openStage(scriptedGate((call) => ({ ...allow(call), input: { command: 'true' } })))
    expect(await permission(shell('ls'))).toEqual(no)
  })

  it('without a tool call are refused', async () => {
    const { agent } = await openStage(scriptedGate(allow))
    const { result } = await agent.ask('session/request_permission', { sessionId: 's1', options: OPTIONS })
    expect(result).toEqual({ outcome: no })
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('no')
      },
    ],
    ['hangs', () => new Promise(() => {})],
    ['gives garbage', () => 'allow'],
  ])('are refused when the gate %s', async (_, by) => {
    const { permission } = await openStage(scriptedGate(by as never), { deadline: 50, patience: 50 })
    expect(await permission(shell('ls'))).toEqual(no)
  })

  it('are refused when there is no gate for the folder, and tried anew', async () => {
    let tries = 0
    const gateOf = () => {
      if (++tries === 1) throw new Error('no store')
      return scriptedGate(allow)
    }
    const { permission } = await openStage(scriptedGate(allow), { gateOf })
    expect(await permission(shell('ls'))).toEqual(no)
    expect(await permission(shell('ls'))).toEqual(yes)
  })

  it('are decided in the folder of their session, by its own gate', async () => {
    const [here, folders] = [scriptedGate(allow), [] as string[]]
    const { editor, permission } = await openStage(here, { gateOf: (cwd) => (folders.push(cwd), here) })
    await editor.ask('session/new', { cwd: '/home/ann/shop', mcpServers: [] })
    await permission(shell('ls'))
    expect(folders).toEqual(['/home/ann/shop'])
    expect(here.calls[0]).toMatchObject({ cwd: '/home/ann/shop', session: 's1', agent: 'acp' })
  })

  it('of a session that the editor has not opened are refused, once it has opened any', async () => {
    const gate = scriptedGate(allow)
    const { agent, editor, permission } = await openStage(gate, { replies: { 'terminal/create': () => ({}) } })
    await editor.ask('session/new', { cwd: '/home/ann/shop' })
    const params = { sessionId: 'made-up', toolCall: { toolCallId: 't1', ...shell('ls') }, options: OPTIONS }
    expect((await agent.ask('session/request_permission', params))['result']).toEqual({ outcome: no })
    expect((await agent.ask('terminal/create', { sessionId: 'made-up', command: 'ls' }))['error']).toBeDefined()
    expect(gate.calls).toEqual([])
    expect(await permission(shell('ls'))).toEqual(yes)
  })

  it('of a session that is being loaded are decided in its folder', async () => {
    const gate = scriptedGate(allow)
    const { editor, permission } = await openStage(gate)
    editor.say({ jsonrpc: '2.0', id: 1, method: 'session/load', params: { sessionId: 's1', cwd: '/home/ann/shop' } })
    await permission(shell('ls'))
    expect(gate.calls[0]).toMatchObject({ cwd: '/home/ann/shop' })
  })

  it('cannot be moved to another folder: an agent that gives a second session the id of the first opens none', async () => {
    const gate = scriptedGate(allow)
    const { editor, permission } = await openStage(gate)
    expect((await editor.ask('session/new', { cwd: '/home/ann/shop' }))['result']).toBeDefined()
    expect((await editor.ask('session/new', { cwd: '/home/ann/lax' }))['error']).toBeDefined()
    expect((await editor.ask('session/new', { cwd: '/home/ann/shop' }))['result']).toBeDefined()
    await permission(shell('ls'))
    expect(gate.calls[0]).toMatchObject({ cwd: '/home/ann/shop' })
  })

  it.each([
    ['an update', (agent: Peer, toolCall: Params) => sayOf(agent, { sessionUpdate: 'tool_call_update', ...toolCall })],
    [
      'a new announcement',
      (agent: Peer, toolCall: Params) => sayOf(agent, { sessionUpdate: 'tool_call', ...toolCall }),
    ],
    [
      'another request',
      (agent: Peer, toolCall: Params) =>
        void agent.ask('session/request_permission', { sessionId: 's1', toolCall, options: OPTIONS }),
    ],
  ])('whose call is shown as another one by %s, while a person thinks, are void', async (_, swap) => {
    let decide: (() => void) | undefined
    const thinking = new Promise<void>((resolve) => (decide = resolve))
    const gate = scriptedGate(async (call) => {
      if (call.input['command'] === 'rm -rf src') await thinking
      return allow(call)
    })
    const { agent, permission } = await openStage(gate)
    const answer = permission(shell('rm -rf src'))
    await quiet()
    swap(agent, { toolCallId: 't1', ...shell('ls') })
    decide?.()
    expect(await answer).toEqual({ outcome: 'cancelled' })
  })

  it('stay open when the agent says the same again, how far it is, or something of another call', async () => {
    let decide: (() => void) | undefined
    const thinking = new Promise<void>((resolve) => (decide = resolve))
    const gate = scriptedGate(async (call) => (await thinking, allow(call)))
    const { agent, permission } = await openStage(gate)
    const answer = permission(shell('ls'))
    await quiet()
    sayOf(agent, { sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'pending', ...shell('ls') })
    sayOf(agent, { sessionUpdate: 'tool_call_update', toolCallId: 't2', ...shell('pwd') })
    decide?.()
    expect(await answer).toEqual(yes)
  })

  it('are cancelled with the turn, and do not wait for a person any more', async () => {
    const { editor, permission } = await openStage(scriptedGate(ask, () => new Promise(() => {})))
    const asking = permission(shell('ls'))
    await quiet()
    editor.notify('session/cancel', { sessionId: 's1' })
    expect(await asking).toEqual({ outcome: 'cancelled' })
  })

  it('report how the call went, when the agent tells', async () => {
    const gate = scriptedGate(allow)
    const { agent, permission } = await openStage(gate)
    await permission(shell('ls'))
    agent.notify('session/update', {
      sessionId: 's1',
      update: { sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'failed' },
    })
    await quiet()
    expect(gate.outcomes).toMatchObject([{ id: 'd1', outcome: { ok: false } }])
  })
})

describe('everything else', () => {
  it('passes untouched, both ways', async () => {
    const { editor, agent } = await openStage(
      scriptedGate((call) => deny(call, 'no')),
      { replies: { 'x/unknown': (params) => ({ got: params }) } },
    )
    const params = { a: [1, { b: null }] }
    expect((await agent.ask('x/unknown', params))['result']).toEqual({ got: params })
    agent.notify('session/update', { sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk' } })
    editor.notify('session/cancel', { sessionId: 's1' })
    expect((await editor.ask('session/new', { cwd: '/' }))['result']).toEqual({ sessionId: 's1' })
    expect(editor.methods()).toContain('session/update')
    expect(agent.methods()).toContain('session/cancel')
  })

  it('a deed that expects no answer does not pass', async () => {
    const { editor, agent } = await openStage(scriptedGate(allow))
    agent.notify('terminal/create', { sessionId: 's1', command: 'rm' })
    agent.notify('fs/write_text_file', { sessionId: 's1', path: '/srv/a', content: '' })
    agent.notify('session/request_permission', { sessionId: 's1' })
    await quiet()
    expect(editor.heard).toEqual([])
  })

  it.each([
    ['fs/write_text_file', { path: '/srv/a', Path: '/etc/passwd', content: '' }],
    ['terminal/create', { command: 'ls', Command: 'rm' }],
    ['session/request_permission', { toolCall: {}, ToolCall: {}, options: [] }],
  ])('%s that says a thing twice, in other capitals, is refused', async (method, params) => {
    const gate = scriptedGate(allow)
    const { editor, agent } = await openStage(gate)
    await agent.ask(method, { sessionId: 's1', ...params })
    expect([editor.heard, gate.calls]).toEqual([[], []])
  })

  it('what stands beside a message does not pass', async () => {
    const { editor, agent } = await openStage(scriptedGate(allow))
    agent.say({
      jsonrpc: '2.0',
      id: 1,
      method: 'x/y',
      Method: 'terminal/create',
      params: {},
      Params: { command: 'rm' },
    })
    await quiet()
    expect(editor.heard.map((message) => Object.keys(message).toSorted())).toEqual([
      ['id', 'jsonrpc', 'method', 'params'],
    ])
  })

  it('a batch is refused whole', async () => {
    const { editor, agent } = await openStage(scriptedGate(allow))
    agent.say([{ jsonrpc: '2.0', id: 1, method: 'terminal/create', params: { command: 'ls' } }])
    await quiet()
    expect(editor.heard).toEqual([])
  })
})

describe.runIf(areCapturesHere)('captured from real agents', () => {
  const captured = (file: string) => {
    const { log } = JSON.parse(readFileSync(new URL(file, CAPTURES), 'utf8')) as { log: { dir: string; m: Params }[] }
    return log.filter(({ dir }) => dir === 'a->c').map(({ m }) => m)
  }

  it.each([
    ['acp-gemini.json', ['execute_by_title', 'edit_files']],
    ['acp-opencode.json', ['execute', 'execute', 'edit_files']],
  ])('%s is read, and each request is answered once', async (file, tools) => {
    const gate = scriptedGate(allow)
    const { agent } = await openStage(gate)
    const requests = captured(file).filter(({ method }) => method === 'session/request_permission')
    for (const message of captured(file).filter(({ method }) => method !== undefined)) {
      agent.say(message)
      await quiet()
    }
    expect(gate.calls.map(({ tool }) => tool)).toEqual(tools)
    expect(agent.heard.filter(({ id }) => id !== undefined)).toHaveLength(requests.length)
    for (const { result } of agent.heard) expect(JSON.stringify(result)).toMatch(/once/)
  })
})
