/** The formats against what the real clients sent, and as adapters. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { areCapturesHere, CAPTURES } from '../../../test/captures.ts'
import { adapterContract } from '../interceptor-contract.ts'
import { intercept } from '../interceptor.ts'
import { Recall } from '../recall.ts'
import { HOOK_FORMATS, hookFormat } from './formats.ts'
import { respond } from './respond.ts'
import { after, before, understood } from './testing.ts'

const SENT = [
  ['claude-code', 'claude-cli-http-hook.jsonl', 'body'],
  ['copilot', 'copilot-cli-hook-stdin.jsonl', 'stdin'],
  ['codex', 'codex-hook-stdin.jsonl', 'stdin'],
  ['codex', 'codex-hook-alltools.jsonl', 'stdin'],
  ['codex', 'codex-hook-writestdin.jsonl', 'stdin'],
  ['gemini', 'gemini-hook-stdin.jsonl', 'stdin'],
] as const

function captured(file: string, field: string): Record<string, unknown>[] {
  return readFileSync(new URL(file, CAPTURES), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as Record<string, Record<string, unknown>>)[field]!)
}

describe('captured payloads', () => {
  it.runIf(areCapturesHere).each(SENT)('of %s in %s are read whole', (agent, file, field) => {
    const payloads = captured(file, field)
    expect(payloads.length).toBeGreaterThan(0)
    for (const payload of payloads) {
      const event = hookFormat(agent)!.read(payload)
      if (payload['hookName'] === 'permissionRequest') {
        expect(event).toMatchObject({ type: 'refused' })
        continue
      }
      const isAfter = /^(?:Post|After)/.test(String(payload['hook_event_name']))
      expect(event).toMatchObject({
        type: isAfter ? 'after' : 'before',
        call: {
          agent,
          tool: payload['tool_name'] ?? payload['toolName'],
          input: payload['tool_input'] ?? payload['toolArgs'],
          session: payload['session_id'] ?? payload['sessionId'],
          cwd: payload['cwd'],
        },
      })
    }
  })

  it('what our opencode plugin sends is read', () => {
    const payload = {
      event: 'tool.execute.before',
      tool: 'bash',
      sessionID: 's',
      callID: 'c',
      args: { command: 'ls' },
      directory: '/srv',
    }
    expect(hookFormat('opencode')!.read(payload)).toEqual({
      type: 'before',
      event: 'tool.execute.before',
      call: { tool: 'bash', input: { command: 'ls' }, agent: 'opencode', cwd: '/srv', session: 's', id: 'c' },
    })
  })

  it('input that comes as JSON text is the same input', () => {
    const payload = { sessionId: 's', cwd: '/srv', toolName: 'bash', toolArgs: '{"command":"ls"}' }
    expect(hookFormat('copilot')!.read(payload)).toMatchObject({ type: 'before', call: { input: { command: 'ls' } } })
  })

  it('JSON text that says a key twice is refused: clients differ in which of the two runs', () => {
    const toolArgs = '{"command":"rm x","command":"ls"}'
    const payload = { sessionId: 's', cwd: '/srv', toolName: 'bash', toolArgs }
    expect(hookFormat('copilot')!.read(payload)).toMatchObject({ type: 'refused' })
  })

  it.each([
    [{ resultType: 'success' }, { ok: true }],
    [
      { resultType: 'failure', error: 'exit 1' },
      { ok: false, error: 'exit 1' },
    ],
  ])('how a tool of Copilot went: %j', (toolResult, outcome) => {
    const payload = { sessionId: 's', cwd: '/srv', toolName: 'bash', toolArgs: {}, toolResult }
    expect(hookFormat('copilot')!.read(payload)).toMatchObject({ type: 'after', outcome })
  })

  it.each([null, '', false, 0, []])('a call of Copilot that has no result yet is before the tool: %j', (toolResult) => {
    const payload = { sessionId: 's', cwd: '/srv', toolName: 'bash', toolArgs: { command: 'ls' }, toolResult }
    expect(hookFormat('copilot')!.read(payload)).toMatchObject({ type: 'before' })
  })

  it.each(['complete_task', 'get_internal_docs', 'danger', 'mcp_other_look', 'mcp__other__look', 'mcp_myother_look'])(
    'a tool of a server that Gemini calls %s is that server’s, whatever of its own goes by that name',
    (name) => {
      const payload = {
        ...before('gemini', 'ls'),
        tool_name: name,
        mcp_context: { server_name: 'my srv', tool_name: name, command: 'node' },
      }
      expect(hookFormat('gemini')!.read(payload)).toMatchObject({ call: { tool: `mcp__my_srv__${name}` } })
    },
  )

  it.each(['mcp_my_srv_danger', 'mcp_my srv_danger'])('a tool that Gemini calls %s keeps that name', (name) => {
    const context = { server_name: 'my srv', tool_name: 'danger' }
    const payload = { ...before('gemini', 'ls'), tool_name: name, mcp_context: context }
    expect(hookFormat('gemini')!.read(payload)).toMatchObject({ call: { tool: name } })
  })

  it.each([
    {},
    'srv',
    { server_name: 'srv' },
    { server_name: '', tool_name: 'x' },
    [],
    { server_name: 1, tool_name: 'x' },
  ])('a tool whose server Gemini does not name in full is refused: %j', (context) => {
    const payload = { ...before('gemini', 'ls'), tool_name: 'complete_task', mcp_context: context }
    expect(hookFormat('gemini')!.read(payload)).toMatchObject({ type: 'refused' })
  })

  it('a sub-agent of Claude Code is named', () => {
    const payload = { ...before('claude-code', 'ls'), agent_id: 'a1', agent_type: 'Explore' }
    expect(hookFormat('claude')!.read(payload)).toMatchObject({ call: { subagent: 'Explore', agent: 'claude-code' } })
  })
})

for (const { name, canAsk } of HOOK_FORMATS) {
  for (const asks of ['people', 'client'] as const) {
    const asked = asks === 'people' ? 'gate' : canAsk ? 'client' : 'nobody'
    adapterContract(`hook ${name}, asks ${asks}`, { asks: asked, edits: true, reports: true }, (gate, limits) => {
      const interceptor = intercept(gate, { agent: name, ...limits })
      const recall = new Recall<string>()
      let calls = 0
      return {
        async attempt(command) {
          const id = `c${calls++}`
          const answer = await respond(name, before(name, command, id), interceptor, { asks, recall })
          const { behavior, reason, input } = understood(name, answer)
          const told = typeof reason === 'string' ? reason : ''
          if (behavior === 'ask') return { ran: undefined, told, asked: true }
          if (behavior !== 'allow') return { ran: undefined, told }
          const changed = input as { command?: string } | undefined
          await respond(name, after(name, command, id), interceptor, { asks, recall })
          return { ran: changed?.command ?? command, told }
        },
      }
    })
  }
}
