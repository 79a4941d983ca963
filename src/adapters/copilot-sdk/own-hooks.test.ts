import { describe, expect, it } from 'vitest'
import type { Call } from '../../engine/call.ts'
import { allow, deny, scriptedGate } from '../interceptor-contract.ts'
import { countersign, withHooks } from './index.ts'

const invocation = { sessionId: 's1' }
const input = { sessionId: 's1', workingDirectory: '/srv', toolName: 'bash', toolArgs: { command: 'ls' } }
const before = (judged: (call: Call) => unknown, onPreToolUse: unknown) =>
  withHooks(countersign(scriptedGate(judged)), { onPreToolUse }).hooks.onPreToolUse(input, invocation)

describe('hooks of one’s own beside the Copilot SDK’s guard', () => {
  it('can be stricter than the policy, not laxer', async () => {
    const says = (permissionDecision: string) => async () => ({ permissionDecision })
    expect(await before(allow, says('deny'))).toMatchObject({ permissionDecision: 'deny' })
    expect(await before(allow, says('ask'))).toMatchObject({ permissionDecision: 'ask' })
    expect(await before(allow, says('allow'))).toMatchObject({ permissionDecision: 'allow' })
    expect(await before((call) => deny(call, 'No.'), says('allow'))).toMatchObject({ permissionDecision: 'deny' })
    expect(await before((call) => deny(call, 'No.'), says('ask'))).toMatchObject({ permissionDecision: 'deny' })
  })

  it('what they rewrite is decided on and runs', async () => {
    const rewrites = (command: string) => async () => ({ modifiedArgs: { command } })
    const judged = (call: Call) => (call.input['command'] === 'rm -rf /' ? deny(call, 'Not that.') : allow(call))
    expect(await before(judged, rewrites('rm -rf /'))).toMatchObject({ permissionDecision: 'deny' })
    expect(await before(judged, rewrites('ls -la'))).toMatchObject({
      permissionDecision: 'allow',
      modifiedArgs: { command: 'ls -la' },
    })
  })

  it('what they do to what they were given is not decided on: the client does not run it', async () => {
    const gate = scriptedGate(allow)
    const redacts = async (given: typeof input) => void (given.toolArgs.command = '[redacted]')
    const { hooks } = withHooks(countersign(gate), { onPreToolUse: redacts })
    await hooks.onPreToolUse(structuredClone(input), invocation)
    expect(gate.calls).toMatchObject([{ input: { command: 'ls' } }])
  })

  it('what they do later to what they rewrote is not what runs', async () => {
    const modifiedArgs = { command: 'ls' }
    const judged = (call: Call) => {
      modifiedArgs.command = 'rm -rf /'
      return allow(call)
    }
    expect(await before(judged, async () => ({ modifiedArgs }))).toMatchObject({ modifiedArgs: { command: 'ls' } })
  })

  it('deny when they throw or say what is no decision', async () => {
    for (const bad of [() => Promise.reject(new Error('kaboom')), async () => ({ permissionDecision: 'DENY' })])
      expect(await before(allow, bad)).toMatchObject({ permissionDecision: 'deny' })
    expect(await before(allow, undefined)).toMatchObject({ permissionDecision: 'allow' })
    expect(await before(allow, async () => undefined)).toMatchObject({ permissionDecision: 'allow' })
  })

  it('of other events stay, and after the tool both have their say', async () => {
    const gate = scriptedGate((call) => ({ ...allow(call), words: 'mind the gap' }))
    const ring = () => undefined
    const { hooks, onPermissionRequest } = withHooks(countersign(gate), {
      onSessionEnd: ring,
      onPostToolUse: async () => ({ additionalContext: 'and the step', suppressOutput: true }),
    })
    await hooks.onPreToolUse(input, invocation)
    expect(await hooks.onPostToolUse(input, invocation)).toEqual({
      additionalContext: 'The person who allowed this wrote: mind the gap\nand the step',
      suppressOutput: true,
    })
    expect(gate.outcomes).toHaveLength(1)
    expect(hooks.onSessionEnd).toBe(ring)
    expect(onPermissionRequest).toBeTypeOf('function')
  })
})
