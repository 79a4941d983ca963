import { describe, expect, it } from 'vitest'
import type { Call } from '../../engine/call.ts'
import { adapterContract, allow, ask, deny, scriptedGate } from '../interceptor-contract.ts'
import type { Attempt } from '../interceptor-contract.ts'
import { countersign } from './index.ts'
import type { CopilotGuard, HookInput, PermissionRequest } from './index.ts'

const invocation = { sessionId: 's1' }
const hookInput = (toolArgs: unknown, more: Partial<HookInput> = {}): HookInput => ({
  sessionId: 's1',
  workingDirectory: '/srv/project',
  toolName: 'bash',
  toolArgs,
  ...more,
})
const shell = (fullCommandText: string, more: object = {}): PermissionRequest => {
  const request = { kind: 'shell', toolCallId: 'c1', fullCommandText, intention: 'd', commands: [], ...more }
  return request
}

/** As observed (1.0.14), for a tool that skips its permissions: what the hook throws or mumbles is ignored. */
async function callTool({ hooks }: CopilotGuard, command: string): Promise<Attempt> {
  const input = hookInput({ command })
  const said = await hooks.onPreToolUse(input, invocation).catch(() => undefined)
  if (said?.permissionDecision === 'deny') return { ran: undefined, told: said.permissionDecisionReason }
  const toolArgs = said?.modifiedArgs ?? input.toolArgs
  await hooks.onPostToolUse({ ...input, toolArgs }, invocation)
  return { ran: String((toolArgs as { command: unknown }).command), told: '' }
}

let count = 0

/** A runtime that has no hooks yet: a rejection without feedback would end the turn in silence. */
async function requestPermission(guard: CopilotGuard, command: string): Promise<Attempt> {
  const result = await guard.onPermissionRequest(shell(command, { toolCallId: `c${++count}` }), invocation)
  if (result.kind === 'approve-once') return { ran: command, told: '' }
  return { ran: undefined, told: result.kind === 'reject' ? result.feedback : '' }
}

adapterContract('copilot-sdk, by its hook', { asks: 'gate', edits: true, reports: true }, (gate, limits) => {
  const guard = countersign(gate, limits)
  return { attempt: (command) => callTool(guard, command) }
})

adapterContract('copilot-sdk, by its requests', { asks: 'gate', edits: false, reports: false }, (gate, limits) => {
  const guard = countersign(gate, limits)
  return { attempt: (command) => requestPermission(guard, command) }
})

describe('the Copilot SDK’s hook', () => {
  it('a sub-agent’s call carries who makes it', async () => {
    const gate = scriptedGate(allow)
    await countersign(gate).hooks.onPreToolUse(hookInput({ command: 'ls' }, { sessionId: 'sub7' }), invocation)
    expect(gate.calls).toMatchObject([{ session: 's1', subagent: 'sub7', cwd: '/srv/project', agent: 'copilot-sdk' }])
  })

  it('reads arguments given as text, and gives changed ones back as text', async () => {
    const changed = (call: Call) => ({ ...allow(call), input: { command: 'ls -la' } })
    const gate = scriptedGate(changed)
    const json = await countersign(gate).hooks.onPreToolUse(hookInput('{"command":"ls"}'), invocation)
    expect(gate.calls[0]?.input).toEqual({ command: 'ls' })
    expect(json?.modifiedArgs).toBe('{"command":"ls -la"}')
    await countersign(gate).hooks.onPreToolUse(hookInput('*** Begin Patch'), invocation)
    expect(gate.calls[1]?.input).toEqual({ input: '*** Begin Patch' })
  })

  it('says nothing where the policy only records', async () => {
    const gate = scriptedGate((call) => ({ ...allow(call), verdict: { enforced: false } }))
    expect(await countersign(gate).hooks.onPreToolUse(hookInput({}), invocation)).toBeUndefined()
  })

  it('denies what it cannot read', async () => {
    const { hooks } = countersign(scriptedGate(allow))
    for (const input of [undefined, null, 'bash'])
      expect(await hooks.onPreToolUse(input as never, invocation)).toMatchObject({ permissionDecision: 'deny' })
    expect(await hooks.onPreToolUse(hookInput({}), undefined as never)).toMatchObject({ permissionDecision: 'deny' })
  })

  it('of two equal calls at once both are put on record', async () => {
    const gate = scriptedGate(allow)
    const { hooks } = countersign(gate)
    const input = hookInput({ command: 'ls' })
    await Promise.all([hooks.onPreToolUse(input, invocation), hooks.onPreToolUse(input, invocation)])
    await hooks.onPostToolUse(input, invocation)
    await hooks.onPostToolUseFailure({ ...input, error: 'exit code 2' }, invocation)
    expect(gate.outcomes).toEqual([
      { id: 'd1', outcome: { ok: true } },
      { id: 'd2', outcome: { ok: false, error: 'exit code 2' } },
    ])
  })
})

describe('the Copilot SDK’s requests', () => {
  it('the same request of the same call is answered the same, and asked once', async () => {
    let answers = 0
    const gate = scriptedGate(ask, (call) => (++answers === 1 ? allow(call) : deny(call, 'No.')))
    const { onPermissionRequest } = countersign(gate)
    const twice = await Promise.all([
      onPermissionRequest(shell('ls'), invocation),
      onPermissionRequest(shell('ls'), invocation),
    ])
    for (const result of [...twice, await onPermissionRequest(shell('ls'), invocation)])
      expect(result).toEqual({ kind: 'approve-once' })
    expect(gate.calls).toHaveLength(1)
  })

  it('an approval does not outlive the call: the id may be used again', async () => {
    for (const over of ['onPostToolUse', 'onPostToolUseFailure'] as const) {
      let answers = 0
      const gate = scriptedGate(ask, (call) => (++answers === 1 ? allow(call) : deny(call, 'No.')))
      const { hooks, onPermissionRequest } = countersign(gate)
      expect(await onPermissionRequest(shell('ls'), invocation)).toEqual({ kind: 'approve-once' })
      await hooks[over](hookInput({ command: 'ls' }), invocation)
      expect(await onPermissionRequest(shell('ls'), invocation)).toEqual({ kind: 'reject', feedback: 'No.' })
    }
  })

  it('another request of the same call, or the same in another session, is decided for itself', async () => {
    const gate = scriptedGate((call) =>
      call.input['command'] === 'ls' && call.session === 's1' ? allow(call) : deny(call, 'No.'),
    )
    const { onPermissionRequest } = countersign(gate)
    expect(await onPermissionRequest(shell('ls'), invocation)).toEqual({ kind: 'approve-once' })
    expect(await onPermissionRequest(shell('rm x'), invocation)).toMatchObject({ kind: 'reject' })
    expect(await onPermissionRequest(shell('ls'), { sessionId: 's2' })).toMatchObject({ kind: 'reject' })
  })

  it('what a manager or a hook wants a person to approve is not approved by the policy', async () => {
    const hook = { kind: 'hook', toolName: 'bash', toolArgs: { command: 'ls' }, hookMessage: 'sure?' }
    for (const request of [
      shell('ls', { managedApprovalRequired: true }),
      shell('ls', { managedApprovalRequired: 'yes' }),
      shell('ls', { requestSandboxBypass: true }),
      hook,
    ]) {
      const result = await countersign(scriptedGate(allow)).onPermissionRequest(request, invocation)
      expect(result).toMatchObject({ kind: 'reject', feedback: expect.stringContaining('a person') })
    }
    const person = scriptedGate((call) => ({ ...allow(call), by: 'ann' }))
    expect(
      await countersign(person).onPermissionRequest(shell('ls', { managedApprovalRequired: true }), invocation),
    ).toEqual({ kind: 'approve-once' })
    const denied = scriptedGate((call) => deny(call, 'No.'))
    expect(
      await countersign(denied).onPermissionRequest(shell('ls', { managedApprovalRequired: true }), invocation),
    ).toEqual({ kind: 'reject', feedback: 'No.' })
  })

  it('what a person has changed is rejected with how to call it', async () => {
    const gate = scriptedGate((call) => ({ ...allow(call), input: { command: 'ls -la' } }))
    const result = await countersign(gate).onPermissionRequest(shell('ls'), invocation)
    expect(result).toMatchObject({ kind: 'reject', feedback: expect.stringContaining('{"command":"ls -la"}') })
  })

  it('every request is answered, whatever it is', async () => {
    const { onPermissionRequest } = countersign(scriptedGate(allow))
    for (const request of [undefined, null, {}, { kind: 7 }, 'shell'])
      expect(await onPermissionRequest(request as never, invocation)).toMatchObject({ kind: 'reject' })
    expect(await onPermissionRequest(shell('ls'), undefined as never)).toMatchObject({ kind: 'reject' })
  })

  it('know where the session works once its hook has run', async () => {
    const gate = scriptedGate(allow)
    const guard = countersign(gate)
    await guard.hooks.onPreToolUse(hookInput({ command: 'ls' }), invocation)
    await guard.onPermissionRequest({ kind: 'read', path: 'a.txt' } as never, invocation)
    expect(gate.calls[1]).toMatchObject({ tool: 'read', input: { path: 'a.txt' }, cwd: '/srv/project' })
  })
})

describe('an SDK before 1.0', () => {
  const kind = async (answer: (call: Call) => unknown) =>
    (
      await countersign(scriptedGate(answer), { legacy: true, patience: 50 }).onPermissionRequest(
        shell('ls'),
        invocation,
      )
    ).kind

  it('is answered in its own kinds', async () => {
    expect(await kind(allow)).toBe('approved')
    expect(await kind((call) => deny(call, 'No.'))).toBe('denied-by-rules')
    expect(await kind((call) => ({ ...deny(call, 'No.'), by: 'ann' }))).toBe('denied-interactively-by-user')
    for (const nobody of [
      () => new Promise(() => {}),
      () => 'approved',
      (call: Call) => ({ ...deny(call, 'No.'), code: 'no-channel' }),
    ])
      expect(await kind(nobody)).toBe('denied-no-approval-rule-and-could-not-request-from-user')
  })
})
