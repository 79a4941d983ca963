import { describe, expect, it } from 'vitest'
import type { Call } from '../../engine/call.ts'
import { adapterContract, allow, ask, deny, scriptedGate } from '../interceptor-contract.ts'
import type { GateLike } from '../interceptor.ts'
import { countersign } from './index.ts'
import type { HookPayload } from './index.ts'
import { playClient } from './testing.ts'

for (const heedsAsk of [true, false])
  adapterContract(
    heedsAsk ? 'claude-agent-sdk' : 'claude-agent-sdk, when the client does not heed an ask',
    { asks: 'gate', edits: true, reports: true },
    (gate, limits) => {
      const guard = { ...countersign(gate, limits), heedsAsk }
      return { attempt: (command) => playClient(guard, command) }
    },
  )

const { signal } = new AbortController()

describe('the Claude Agent SDK adapter', () => {
  it('gives the options that guard, and never a list of allowed tools', () => {
    const guard = countersign(scriptedGate(allow))
    expect(Object.keys(guard).toSorted()).toEqual(['canUseTool', 'disallowedTools', 'hooks'])
    expect(guard.hooks.PreToolUse).toMatchObject([{ onFailure: 'block', timeout: 610 }])
    expect(guard.hooks.PreToolUse[0]?.matcher).toBeUndefined()
  })

  it('a sub-agent’s call carries who makes it, through the question too', async () => {
    const gate = scriptedGate(ask, allow)
    await playClient(countersign(gate), 'npm publish', { agent_id: 'a77', session_id: 'main' })
    const who = { agent: 'claude-agent-sdk', session: 'main', subagent: 'a77', cwd: '/srv/project' }
    expect(gate.calls).toMatchObject([who])
  })

  it('asks about the input as another hook has left it', async () => {
    const gate = scriptedGate(ask, allow)
    const { hooks, canUseTool } = countersign(gate)
    const base = { session_id: 's1', cwd: '/srv', tool_name: 'Bash', tool_use_id: 't1' }
    const payload = { ...base, hook_event_name: 'PreToolUse', tool_input: { command: 'ls' } }
    await hooks.PreToolUse[0]?.hooks[0]?.(payload, 't1', { signal })
    await canUseTool('Bash', { command: 'rm -rf build' }, { signal, toolUseID: 't1' })
    expect(gate.calls[1]).toMatchObject({ input: { command: 'rm -rf build' }, session: 's1', cwd: '/srv' })
  })

  it('puts it before a person when the client’s own rules, another hook or the tool want one', async () => {
    const wishes: unknown[] = []
    const { hooks, canUseTool } = countersign({
      ...scriptedGate(allow),
      authorize: async (call, options) => {
        wishes.push(options?.person)
        return options?.person === true ? { ...allow(call), by: 'ann' } : allow(call)
      },
    })
    const payload = { hook_event_name: 'PreToolUse', session_id: 's1', cwd: '/srv', tool_name: 'Bash' }
    const ask = async (id: string, why: object) => {
      const input = { command: 'ls' }
      await hooks.PreToolUse[0]?.hooks[0]?.({ ...payload, tool_use_id: id, tool_input: input }, id, { signal })
      return canUseTool('Bash', input, { signal, toolUseID: id, ...why })
    }
    await ask('a', { decisionReasonType: 'hook', decisionReason: 'Allowed.' })
    expect(wishes).toEqual([undefined])
    for (const why of [
      { matchedAskRule: { source: 'localSettings' } },
      { decisionReasonType: 'rule' },
      { decisionReasonType: 'hook', decisionReason: 'another hook asks' },
      { requiresUserInteraction: true },
    ]) {
      wishes.length = 0
      expect(await ask(JSON.stringify(why), why)).toMatchObject({ behavior: 'allow' })
      expect(wishes).toEqual([undefined, true])
    }
  })

  it('a gate that knows nothing of such a wish does not answer it by its policy', async () => {
    const { canUseTool } = countersign(scriptedGate(allow))
    const asked = { signal, toolUseID: 't1', matchedAskRule: {} }
    expect(await canUseTool('Bash', { command: 'ls' }, asked)).toMatchObject({ behavior: 'deny' })
  })

  it('never hands back the client’s own suggestions', async () => {
    const { canUseTool } = countersign(scriptedGate(allow))
    const suggestions = [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }]
    const answer = await canUseTool('Bash', { command: 'mkdir d' }, { signal, toolUseID: 't1', suggestions } as never)
    expect(answer).toEqual({ behavior: 'allow', updatedInput: { command: 'mkdir d' } })
  })

  it('what the person wrote when allowing reaches the model after the tool ran', async () => {
    const said = (call: Call) => ({ ...allow(call), words: 'but only this one' })
    const { ran, told } = await playClient(countersign(scriptedGate(ask, said)), 'npm publish')
    expect(ran).toBe('npm publish')
    expect(told).toContain('but only this one')
  })

  it('a failed tool is put on record as failed', async () => {
    const gate = scriptedGate(allow)
    const { hooks } = countersign(gate)
    const payload = { session_id: 's1', cwd: '/srv', tool_name: 'Bash', tool_use_id: 't1' }
    const before = { ...payload, hook_event_name: 'PreToolUse', tool_input: { command: 'false' } }
    await hooks.PreToolUse[0]?.hooks[0]?.(before, 't1', { signal })
    const after = { ...payload, hook_event_name: 'PostToolUseFailure', error: 'exit code 1' }
    await hooks.PostToolUseFailure[0]?.hooks[0]?.(after, 't1', { signal })
    expect(gate.outcomes).toEqual([{ id: 'd1', outcome: { ok: false, error: 'exit code 1' } }])
  })

  it('leaves the client as it is where the policy only records', async () => {
    const recorded = (call: Call) => ({ ...allow(call), verdict: { enforced: false } })
    const { hooks } = countersign(scriptedGate(recorded))
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's1',
      cwd: '/srv',
      tool_name: 'Bash',
      tool_use_id: 't',
    }
    const answer = await hooks.PreToolUse[0]?.hooks[0]?.({ ...payload, tool_input: { command: 'ls' } }, 't', { signal })
    expect(answer).toEqual({})
  })

  it('a payload that is none denies', async () => {
    const hook = countersign(scriptedGate(allow)).hooks.PreToolUse[0]?.hooks[0]
    for (const payload of [undefined, null, 'Bash', {}, { tool_name: 7 }, { tool_name: '' }]) {
      const answer = await hook?.(payload as unknown as HookPayload, undefined, { signal })
      expect(answer?.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' })
    }
    const answer = await hook?.({ tool_name: 'Bash' } as HookPayload, undefined, undefined as never)
    expect(answer?.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' })
  })
})

describe('a question of the agent to the person', () => {
  const asked = { signal, toolUseID: 't1', requiresUserInteraction: true }
  const question = { questions: [{ question: 'Which?' }] }

  it('passes the policy and is answered by the host', async () => {
    const updatedInput = { ...question, answers: { 'Which?': 'B' } }
    const answer = { behavior: 'allow', updatedInput, updatedPermissions: [{ type: 'setMode' }] }
    const { canUseTool } = countersign(scriptedGate(allow), { askUser: async () => answer })
    expect(await canUseTool('AskUserQuestion', question, asked)).toEqual({ behavior: 'allow', updatedInput })
  })

  it('is denied in words where nobody could answer it', async () => {
    for (const askUser of [undefined, async () => null]) {
      const { canUseTool } = countersign(scriptedGate(allow), askUser === undefined ? {} : { askUser })
      expect(await canUseTool('AskUserQuestion', question, asked)).toMatchObject({
        behavior: 'deny',
        message: expect.stringContaining('Nobody can be asked'),
      })
    }
  })

  it('leaving plan mode is a person’s to allow, at the host or else at the gate', async () => {
    const leave = (gate: GateLike) => countersign(gate).canUseTool('ExitPlanMode', { plan: '' }, asked)
    expect(await leave(scriptedGate(allow))).toMatchObject({ behavior: 'deny' })
    expect(await leave(scriptedGate((call) => ({ ...allow(call), by: 'ann' })))).toMatchObject({ behavior: 'allow' })
  })

  it('is denied where the policy denies it, and the host is not bothered', async () => {
    const gate = scriptedGate((call) => deny(call, 'No questions.'))
    const { canUseTool } = countersign(gate, { askUser: () => Promise.reject(new Error('bothered')) })
    expect(await canUseTool('AskUserQuestion', question, asked)).toEqual({ behavior: 'deny', message: 'No questions.' })
  })

  it('is the only thing the host answers: no other tool gets by the gate that way', async () => {
    const gate = scriptedGate(ask, (call) => deny(call, 'No.'))
    const { canUseTool } = countersign(gate, { askUser: async () => ({ behavior: 'allow' }) })
    expect(await canUseTool('mcp__x__y', {}, asked)).toEqual({ behavior: 'deny', message: 'No.' })
  })
})

describe('hidden tools', () => {
  it('are taken from the model', () => {
    const gate = {
      ...scriptedGate(allow),
      visible: <T extends { name: string }>(tools: readonly T[]) =>
        tools.filter(({ name }) => name !== 'WebFetch' && name !== 'mcp__x__y'),
    }
    expect(countersign(gate, { tools: ['mcp__x__y', 'mcp__x__z'] }).disallowedTools).toEqual(['WebFetch', 'mcp__x__y'])
  })

  it('are all of them when the policy cannot be read', () => {
    const { disallowedTools } = countersign({ ...scriptedGate(allow), visible: () => [] })
    expect(disallowedTools).toContain('Bash')
  })
})
