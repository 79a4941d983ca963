import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from '../../engine/call.ts'
import { replies, World } from '../../gate/testing.ts'
import { adapterContract, allow, ask, deny, scriptedGate } from '../interceptor-contract.ts'
import type { Attempt, ScriptedGate } from '../interceptor-contract.ts'
import { countersign } from './index.ts'
import type { AiSdkGuard, Execute } from './index.ts'

const options = (toolCallId: string) => ({ toolCallId, messages: [] })
const shellTool = (ran: unknown[]) => ({
  bash: {
    description: 'runs a command',
    inputSchema: z.object({ command: z.string() }),
    execute: async (input: unknown, _how: unknown) => void ran.push(input),
  },
})

let count = 0

/** As observed with 6.0.326 and 7.0.169: what `execute` throws the model reads; any word but `denied` runs the tool. */
async function generate(guard: AiSdkGuard, command: string, approves: boolean): Promise<Attempt> {
  const ran: { command: unknown }[] = []
  const tools = guard.tools(shellTool(ran))
  const [toolCallId, input] = [`call-${++count}`, { command }]
  if (approves) {
    const status = await guard.toolApproval({ toolCall: { toolName: 'bash', toolCallId, input }, tools })
    if (typeof status === 'object') return { ran: undefined, told: status.reason }
  }
  try {
    await tools.bash.execute(input, options(toolCallId))
    return { ran: String(ran[0]?.command), told: '' }
  } catch (error) {
    expect(ran).toEqual([])
    return { ran: undefined, told: (error as Error).message }
  }
}

for (const version of [6, 7])
  adapterContract(`ai-sdk ${version}`, { asks: 'gate', edits: true, reports: true }, (gate, limits) => {
    const guard = countersign(gate, limits)
    return { attempt: (command) => generate(guard, command, version === 7) }
  })

describe('a wrapped tool', () => {
  const run = (gate: ScriptedGate, tool: object, input: unknown = { command: 'ls' }) => {
    const wrapped = countersign(gate, { session: 'chat7', agent: 'helpdesk' }).tools({ bash: tool })
    return (wrapped.bash as { execute: Execute }).execute(input, options('c1'))
  }

  it('says whose conversation it belongs to', async () => {
    const gate = scriptedGate(allow)
    await run(gate, shellTool([]).bash)
    expect(gate.calls).toMatchObject([{ tool: 'bash', agent: 'helpdesk', session: 'chat7', id: 'c1' }])
  })

  it('keeps everything else it had', () => {
    const tool = { ...shellTool([]).bash, needsApproval: true, toModelOutput: () => ({ type: 'text', value: '' }) }
    const { bash } = countersign(scriptedGate(allow)).tools({ bash: tool })
    expect({ ...bash, execute: undefined }).toEqual({ ...tool, execute: undefined })
  })

  it('that reports progress goes on doing so, and only when allowed', async () => {
    const steps = {
      execute: async function* steps() {
        yield 'half'
        yield 'whole'
      },
    }
    const seen = []
    const gate = scriptedGate(allow)
    for await (const output of run(gate, steps) as AsyncIterable<unknown>) seen.push(output)
    expect(seen).toEqual(['half', 'whole'])
    expect(gate.outcomes).toMatchObject([{ outcome: { ok: true } }])
    const denied = run(
      scriptedGate((call) => deny(call, 'No.')),
      steps,
    ) as AsyncIterable<unknown>
    await expect(denied[Symbol.asyncIterator]().next()).rejects.toThrow('No.')
  })

  it('that returns a stream gives the last of it', async () => {
    const stream = async function* stream() {
      yield 1
      yield 2
    }
    expect(await run(scriptedGate(allow), { execute: () => stream() })).toBe(2)
  })

  it('that fails is put on record as failed, and its error is its own', async () => {
    const gate = scriptedGate(allow)
    const fails = { execute: () => Promise.reject(new Error('exit code 1')) }
    await expect(run(gate, fails)).rejects.toThrow('exit code 1')
    expect(gate.outcomes).toMatchObject([{ outcome: { ok: false, error: 'exit code 1' } }])
  })

  it('never gets a changed input that does not fit its schema', async () => {
    const ran: unknown[] = []
    const changed = (call: Call) => ({ ...allow(call), input: { command: 7 } })
    await expect(run(scriptedGate(changed), shellTool(ran).bash)).rejects.toThrow('does not fit the tool')
    expect(ran).toEqual([])
  })

  it('never gets what the gate could not be shown', async () => {
    const ran: unknown[] = []
    const secret = new (class Secret {
      readonly command = 'rm -rf /'
      toString = () => this.command
    })()
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    const lying = { command: 'rm -rf /', toJSON: () => ({ command: 'ls' }) }
    for (const hiding of [{ env: new Map([['PATH', '/evil']]) }, { more: [new Set([1])] }, { secret }, cyclic, lying])
      await expect(run(scriptedGate(allow), { execute: (input: unknown) => ran.push(input) }, hiding)).rejects.toThrow(
        'Not allowed',
      )
    expect(ran).toEqual([])
    await run(scriptedGate(allow), { execute: (input: unknown) => ran.push(input) }, { when: new Date(0), n: null })
    expect(ran).toEqual([{ when: new Date(0), n: null }])
  })

  it('of an MCP server goes by the name that rules know', async () => {
    const gate = scriptedGate(allow)
    const { peek } = countersign(gate).tools({ peek: { execute: async () => 1 } }, { mcpServer: 'my srv' })
    await (peek.execute as Execute)({}, options('c1'))
    expect(gate.calls[0]?.tool).toBe('mcp__my_srv__peek')
  })
})

describe('a tool that runs elsewhere', () => {
  it('is refused unless it is named', () => {
    const guard = countersign(scriptedGate(allow))
    expect(() => guard.tools({ confirm: { type: 'function' } })).toThrow('confirm has no `execute`')
    expect(guard.tools({ confirm: { type: 'provider' } }, { elsewhere: ['confirm'] })).toHaveProperty('confirm')
  })

  it('cannot be changed by a person, so it is denied with how to call it', async () => {
    const changed = (call: Call) => ({ ...allow(call), input: { really: false } })
    const guard = countersign(scriptedGate(changed))
    const tools = guard.tools({ confirm: {} }, { elsewhere: ['confirm'] })
    const toolCall = { toolName: 'confirm', toolCallId: 'c1', input: { really: true } }
    expect(await guard.toolApproval({ toolCall, tools })).toMatchObject({
      type: 'denied',
      reason: expect.stringContaining('{"really":false}'),
    })
  })
})

describe('toolApproval', () => {
  const toolCall = { toolName: 'bash', toolCallId: 'c1', input: { command: 'ls' } }

  it('decides once: what it allowed runs without another question', async () => {
    const gate = scriptedGate(allow)
    const guard = countersign(gate)
    const tools = guard.tools(shellTool([]))
    expect(await guard.toolApproval({ toolCall, tools })).toBe('not-applicable')
    await tools.bash.execute(toolCall.input, options('c1'))
    expect(gate.calls).toHaveLength(1)
  })

  it('another input than it allowed is decided anew, and the same one a second time too', async () => {
    const gate = scriptedGate(allow)
    const guard = countersign(gate)
    const tools = guard.tools(shellTool([]))
    await guard.toolApproval({ toolCall, tools })
    await tools.bash.execute({ command: 'rm -rf /' }, options('c1'))
    await tools.bash.execute(toolCall.input, options('c1'))
    expect(gate.calls.map(({ input }) => input['command'])).toEqual(['ls', 'rm -rf /', 'ls'])
  })

  it('an input that was changed after the decision is decided anew, also if it is the same object', async () => {
    const gate = scriptedGate((call) => (call.input['command'] === 'ls' ? allow(call) : deny(call, 'No.')))
    const guard = countersign(gate)
    const ran: unknown[] = []
    const change = (input: { command: string }) => void (input.command = 'rm -rf /')
    const needsApproval = (input: { command: string }) => (change(input), false)
    for (const tool of [shellTool(ran).bash, { ...shellTool(ran).bash, needsApproval }]) {
      const tools = guard.tools({ bash: tool })
      const input = { command: 'ls' }
      expect(await guard.toolApproval({ toolCall: { ...toolCall, input }, tools })).toBe('not-applicable')
      change(input)
      await expect(tools.bash.execute(input, options('c1'))).rejects.toThrow('No.')
    }
    expect(ran).toEqual([])
  })

  it('what was decided on runs, also if the object of then was changed', async () => {
    const ran: unknown[] = []
    const guard = countersign(scriptedGate(allow))
    const tools = guard.tools(shellTool(ran))
    const input = { command: 'ls' }
    await guard.toolApproval({ toolCall: { ...toolCall, input }, tools })
    input.command = 'rm -rf /'
    await tools.bash.execute({ command: 'ls' }, options('c1'))
    expect(ran).toEqual([{ command: 'ls' }])
  })

  it('what waited for the tool’s own person does not run when the policy has come to deny it', async () => {
    let denies = false
    const ran: unknown[] = []
    const gate = scriptedGate((call) => (denies ? deny(call, 'Not any more.') : allow(call)))
    const guard = countersign(gate)
    const tools = guard.tools({ bash: { ...shellTool(ran).bash, needsApproval: true } })
    expect(await guard.toolApproval({ toolCall, tools })).toBe('user-approval')
    denies = true
    await expect(tools.bash.execute(toolCall.input, options('c1'))).rejects.toThrow('Not any more.')
    expect(ran).toEqual([])
  })

  it('what waited for the tool’s own person is not asked about again', async () => {
    let asked = 0
    const ran: unknown[] = []
    const guard = countersign(scriptedGate(ask, (call) => (asked++, { ...allow(call), by: 'ann' })))
    const tools = guard.tools({ bash: { ...shellTool(ran).bash, needsApproval: true } })
    await guard.toolApproval({ toolCall, tools })
    await tools.bash.execute(toolCall.input, options('c1'))
    expect([ran.length, asked]).toEqual([1, 1])
  })

  it('what waited is on record as allowed by the answer it was given, with the input as the person changed it', async () => {
    const world = new World()
    const answered = { behavior: 'allow', by: 'ann', input: { command: 'npm publish --dry-run' } } as const
    const gate = await world.open({ asker: replies(answered, { behavior: 'allow', by: 'ann' }) })
    const ran: unknown[] = []
    const guard = countersign(gate)
    const tools = guard.tools({ bash: { ...shellTool(ran).bash, needsApproval: true } })
    const call = { ...toolCall, input: { command: 'npm publish' } }
    await guard.toolApproval({ toolCall: call, tools })
    await tools.bash.execute(call.input, options('c1'))
    expect(ran).toEqual([answered.input])
    const decisions = world.records.filter(({ kind }) => kind === 'decision').map(({ body }) => body)
    const once = { behavior: 'allow', by: 'ann', call: { input: answered.input } }
    expect(decisions).toMatchObject([{ behavior: 'allow', by: 'ann' }, once])
    await world.end()
  })

  it('what leads elsewhere when it comes to run is asked about again', async () => {
    const world = new World()
    const gate = await world.open({ asker: replies({ behavior: 'allow', by: 'ann' }, { behavior: 'deny', by: 'ann' }) })
    const ran: unknown[] = []
    const guard = countersign(gate)
    const tools = guard.tools({ bash: { ...shellTool(ran).bash, needsApproval: true } })
    const call = { ...toolCall, input: { command: 'touch notes' } }
    expect(await guard.toolApproval({ toolCall: call, tools })).toBe('user-approval')
    symlinkSync('/etc/hosts', join(world.root, 'notes'))
    await expect(tools.bash.execute(call.input, options('c1'))).rejects.toThrow('ann')
    expect(ran).toEqual([])
    await world.end()
  })

  it('a tool’s own wish for a person stands', async () => {
    const guard = countersign(scriptedGate(allow))
    const status = (needsApproval: unknown) =>
      guard.toolApproval({ toolCall, tools: { bash: { ...shellTool([]).bash, needsApproval } } })
    expect(await status(true)).toBe('user-approval')
    expect(await status(async () => true)).toBe('user-approval')
    expect(await status(false)).toBe('not-applicable')
    expect(await status(async () => false)).toBe('not-applicable')
    expect(await status(() => Promise.reject(new Error('kaboom')))).toMatchObject({ type: 'denied' })
  })

  it('denies what it cannot read', async () => {
    const { toolApproval } = countersign(scriptedGate(allow))
    for (const request of [undefined, {}, { toolCall: {} }, { toolCall: { toolName: 7 } }])
      expect(await toolApproval(request as never)).toMatchObject({ type: 'denied' })
  })

  it('asks nobody but the gate', async () => {
    const guard = countersign(scriptedGate(ask, (call) => deny(call, 'Denied by ann.')))
    expect(await guard.toolApproval({ toolCall })).toEqual({ type: 'denied', reason: 'Denied by ann.' })
  })
})

it('hidden tools are not handed on', () => {
  const gate = { ...scriptedGate(allow), visible: () => [] }
  expect(countersign(gate).tools(shellTool([]))).toEqual({})
})
