/** Conductor's block as it stands in its proposal, and the use cases it names. */

import { describe, expect, it } from 'vitest'
import { createEngine } from '../../gate/engine.ts'
import { describedFileSystem } from '../../effects/paths/file-system.ts'
import { callOfRequest } from './request.ts'
import { toolPermissions } from './tool-permissions.ts'
import type { ToolPermissions } from './tool-permissions.ts'

const REQUESTS = {
  shell: { kind: 'shell', fullCommandText: 'npm test' },
  write: { kind: 'write', fileName: 'a.txt', diff: '' },
  read: { kind: 'read', path: 'a.txt' },
  url: { kind: 'url', url: 'https://example.com/' },
  mcp: { kind: 'mcp', serverName: 'srv', toolName: 'srv-peek', args: {} },
  other: { kind: 'custom-tool', toolName: 'deploy', args: {} },
}

const decide = (block: ToolPermissions | undefined, request: object) => {
  const cwd = '/srv/project'
  const policy = toolPermissions(block)
  const engine = createEngine({ policy, cwd, root: cwd, home: '/home/ann', fs: describedFileSystem({}) })
  return engine.decide({ ...callOfRequest(request as never, { sessionId: 's1' }, cwd), agent: 'copilot-sdk' }).behavior
}

const allowed = (block?: ToolPermissions) =>
  Object.entries(REQUESTS).flatMap(([kind, request]) => {
    const behavior = decide(block, request)
    expect(['allow', 'deny']).toContain(behavior)
    return behavior === 'allow' ? [kind] : []
  })

describe('tool_permissions', () => {
  it('without a block everything is allowed', () => {
    expect(allowed()).toEqual(Object.keys(REQUESTS))
    expect(allowed({})).toEqual(Object.keys(REQUESTS))
  })

  it('read-only evaluation: shell and write are denied, the rest is as the default says', () => {
    const block: ToolPermissions = {
      default: 'allow',
      rules: [
        { kind: 'shell', decision: 'deny' },
        { kind: 'write', decision: 'deny' },
      ],
    }
    expect(allowed(block)).toEqual(['read', 'url', 'mcp', 'other'])
    expect(decide(block, { kind: 'shell', fullCommandText: 'ls' })).toBe('deny')
  })

  it('sandboxed: everything but reading is denied, read-only commands too', () => {
    const block: ToolPermissions = { default: 'deny', rules: [{ kind: 'read', decision: 'allow' }] }
    expect(allowed(block)).toEqual(['read'])
    expect(decide(block, { kind: 'shell', fullCommandText: 'ls' })).toBe('deny')
  })

  it('a rule without a decision allows, and the last rule on a kind counts', () => {
    expect(allowed({ default: 'deny', rules: [{ kind: 'url' }] })).toEqual(['url'])
    const rules = [
      { kind: 'shell', decision: 'deny' },
      { kind: 'shell', decision: 'allow' },
    ] as const
    expect(allowed({ default: 'deny', rules })).toEqual(['shell'])
  })

  it('write: deny also stops a shell command that writes', () => {
    const block: ToolPermissions = { rules: [{ kind: 'write', decision: 'deny' }] }
    expect(decide(block, { kind: 'shell', fullCommandText: 'echo x > a.txt' })).toBe('deny')
    expect(decide(block, REQUESTS.shell)).toBe('allow')
  })

  it.each([
    [{ default: 'ask' }, 'default: must be allow or deny'],
    [{ rules: [{ kind: 'shel' }] }, 'rules[0].kind: must be one of shell, write, read, url, mcp'],
    [{ rules: [{ kind: 'shell', decision: 'dney' }] }, 'rules[0].decision: must be allow or deny'],
    [{ rules: { kind: 'shell' } }, 'rules: must be a list'],
    [{ rulse: [] }, '`rulse` is not one of its fields'],
    [{ rules: [null] }, 'rules[0].kind'],
  ])('a block that makes no sense is refused: %j', (block, message) => {
    expect(() => toolPermissions(block as never)).toThrow(message)
  })
})
