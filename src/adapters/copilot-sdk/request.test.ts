/** Each kind of request, decided by a real engine: what is asked about is what would be done. */

import { describe, expect, it } from 'vitest'
import { createEngine } from '../../gate/engine.ts'
import { describedFileSystem } from '../../effects/paths/file-system.ts'
import type { PolicyInput } from '../../policy/inline.ts'
import { callOfRequest } from './request.ts'

const decide = (policy: PolicyInput, request: object) => {
  const cwd = '/srv/project'
  const engine = createEngine({ policy, cwd, root: cwd, home: '/home/ann', fs: describedFileSystem({}) })
  const call = callOfRequest(request as never, { sessionId: 's1' }, cwd)
  return engine.decide({ ...call, agent: 'copilot-sdk' })
}

const REQUESTS: readonly (readonly [kind: string, request: object])[] = [
  ['shell', { kind: 'shell', fullCommandText: 'npm publish' }],
  ['shell', { kind: 'shell', fullCommandText: 'Remove-Item x', shellType: 'powershell' }],
  ['write', { kind: 'write', fileName: 'a.txt', diff: '+x', newFileContents: 'x' }],
  ['read', { kind: 'read', path: '/srv/project/a.txt' }],
  ['url', { kind: 'url', url: 'https://example.com/' }],
  ['mcp', { kind: 'mcp', serverName: 'srv', toolName: 'srv-danger', args: { q: 1 }, readOnly: true }],
]

describe('requests of the Copilot SDK', () => {
  it.each(REQUESTS)('%s: a rule on the kind covers it', (kind, request) => {
    expect(decide({ deny: [kind] }, request).behavior).toBe('deny')
    expect(decide({ allow: [kind] }, request).behavior).toBe('allow')
    expect(decide({}, request).behavior).toBe('ask')
  })

  it('an MCP tool goes by its server and its own name', () => {
    const request = REQUESTS[5]?.[1] ?? {}
    expect(decide({ allow: ['mcp__srv__danger'] }, request).behavior).toBe('allow')
    expect(decide({ allow: ['mcp__other__danger'] }, request).behavior).toBe('ask')
  })

  it('a read-only claim of a server wins it nothing', () => {
    expect(decide({ mode: 'explore' }, REQUESTS[5]?.[1] ?? {}).behavior).toBe('deny')
  })

  it('a custom tool and a hook’s request go by the tool they name', () => {
    expect(decide({ deny: ['deploy'] }, { kind: 'custom-tool', toolName: 'deploy', args: {} }).behavior).toBe('deny')
    const hook = { kind: 'hook', toolName: 'bash', toolArgs: { command: 'rm -rf build' }, hookMessage: 'sure?' }
    expect(decide({ deny: ['shell(rm:*)'] }, hook).behavior).toBe('deny')
  })

  it.each([
    'memory',
    'extension-management',
    'factory',
    'extension-permission-access',
    'extension-env-access',
    'of-tomorrow',
  ])('%s: no rule on a kind of tool allows it, and it is asked about', (kind) => {
    const request = { kind, extensionName: 'x', operation: 'install', fact: 'y' }
    const kinds = ['shell', 'read', 'write', 'url', 'mcp'] as const
    expect(decide({ allow: [...kinds] }, request).behavior).toBe('ask')
    expect(decide({ otherwise: 'deny' }, request).behavior).toBe('deny')
  })

  it('a kind that is named like a member of every object is asked about as well', () => {
    for (const kind of ['constructor', '__proto__', 'toString']) expect(decide({}, { kind }).behavior).toBe('ask')
  })
})
