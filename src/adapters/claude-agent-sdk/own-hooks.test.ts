import { describe, expect, it } from 'vitest'
import { allow, deny, scriptedGate } from '../interceptor-contract.ts'
import { countersign, withHooks } from './index.ts'
import type { HookCallback } from './index.ts'
import { playClient } from './testing.ts'

const ring: HookCallback = async () => ({})

describe('hooks of one’s own', () => {
  it('stand beside ours, which stay', () => {
    const guard = countersign(scriptedGate(allow))
    const { hooks, ...others } = withHooks(guard, {
      Stop: [{ hooks: [ring] }],
      PreToolUse: [{ matcher: 'Bash', hooks: [ring] }],
      PostToolUse: undefined,
    })
    expect(hooks.PreToolUse).toEqual([...guard.hooks.PreToolUse, { matcher: 'Bash', hooks: [ring] }])
    expect(hooks.PostToolUse).toEqual(guard.hooks.PostToolUse)
    expect(hooks.PostToolUseFailure).toEqual(guard.hooks.PostToolUseFailure)
    expect(hooks.Stop).toEqual([{ hooks: [ring] }])
    expect(others).toEqual({ canUseTool: guard.canUseTool, disallowedTools: guard.disallowedTools })
  })

  it('that rewrite a call have it decided again', async () => {
    const gate = scriptedGate((call) => (call.input['command'] === 'rm -rf /' ? deny(call, 'Not that.') : allow(call)))
    const rewrites = (command: string) => ({ hookEventName: 'PreToolUse' as const, updatedInput: { command } })
    const played = (command: string) =>
      playClient(
        withHooks(countersign(gate), {
          PreToolUse: [{ hooks: [async () => ({ hookSpecificOutput: rewrites(command) })] }],
        }),
        'ls',
      )
    expect(await played('rm -rf /')).toEqual({ ran: undefined, told: 'Not that.' })
    expect((await played('ls -la')).ran).toBe('ls -la')
  })
})
