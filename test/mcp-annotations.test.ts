/** What an MCP server says of its own tools is believed only where the policy trusts the server. */

import { describe, expect, test } from 'vitest'
import { createEngine } from '../src/index.ts'
import type { Call, Mode } from '../src/index.ts'
import { MODES } from '../src/engine/mode.ts'
import { mergeLayers } from '../src/policy/layers.ts'
import { readPolicyObject } from '../src/policy/object.ts'

const READS = { readOnlyHint: true }

function decide(mode: Mode, call: Partial<Call>, trusted: readonly string[] = ['docs'], mcpServers?: string[]) {
  const engine = createEngine({ policy: { mode, mcp: { trusted } }, ...(mcpServers && { mcpServers }) })
  return engine.decide({ tool: 'mcp__docs__search', input: {}, ...call })
}

describe('a tool that its server calls read-only', () => {
  test('passes where reading does, of a trusted server', () => {
    const told = MODES.map((mode) => `${mode} ${decide(mode, { annotations: READS }).behavior}`)
    expect(told).toEqual(['default ask', 'acceptEdits allow', 'explore allow', 'bypass allow', 'dontAsk deny'])
  })

  test.each([
    ['an untrusted server', { tool: 'mcp__evil__search', annotations: READS }],
    ['a server with a longer name', { tool: 'mcp__docs2__search', annotations: READS }],
    ['a name that may be of another server', { tool: 'mcp__docs__a__b', annotations: READS }],
    ['a name that only may be an MCP tool', { tool: 'docs-search', agent: 'copilot', annotations: READS }],
    ['a tool that is none of MCP', { tool: 'Deploy', annotations: READS }],
    ['a hint that also says destructive', { annotations: { readOnlyHint: true, destructiveHint: true } }],
    ['a hint that says nothing', { annotations: {} }],
    ['a hint of the wrong type', { annotations: { readOnlyHint: 'true' } as never }],
    ['no annotations but in the input', { input: { annotations: READS } }],
    ['annotations that are null', { annotations: null as never }],
  ] as [string, Partial<Call>][])('is not believed: %s', (_, call) => {
    expect(decide('explore', call).behavior).toBe('deny')
    expect(decide('acceptEdits', call).behavior).toBe('ask')
  })

  test('is believed under the name another agent gives it, once the servers are known', () => {
    const call = { tool: 'docs-search', agent: 'copilot', annotations: READS }
    expect(decide('explore', call, ['docs'], ['docs']).behavior).toBe('allow')
    expect(decide('explore', call, ['docs'], ['evil']).behavior).toBe('deny')
  })

  test('escapes no deny and no ask rule', () => {
    for (const behavior of ['deny', 'ask'] as const) {
      const policy = { mode: 'explore' as const, mcp: { trusted: ['docs'] }, [behavior]: ['mcp__docs'] }
      const call = { tool: 'mcp__docs__search', input: {}, annotations: READS }
      expect(createEngine({ policy }).decide(call).behavior).toBe(behavior)
    }
  })

  test('a way to read annotations that throws is no permission', () => {
    const annotations = new Proxy({}, { get: () => expect.fail('made to fail') })
    expect(decide('explore', { annotations }).behavior).not.toBe('allow')
  })
})

describe('a tool that its server calls destructive', () => {
  test.each(['docs', 'evil'])('is a danger, trusted or not: %s', (server) => {
    const call = { tool: `mcp__${server}__drop`, annotations: { destructiveHint: true } }
    expect(decide('default', call).reading.dangers).toEqual([
      { category: 'mcp', severity: 'medium', why: expect.stringContaining(`mcp__${server}__drop`) },
    ])
  })

  test('is none when the hint is missing or denied, or the tool is none of MCP', () => {
    const hints = [{ destructiveHint: false }, {}, { readOnlyHint: true }]
    for (const annotations of hints) expect(decide('default', { annotations }).reading.dangers).toEqual([])
    const other = { tool: 'Deploy', annotations: { destructiveHint: true } }
    expect(decide('default', other).reading.dangers).toEqual([])
  })
})

describe('whom a policy trusts', () => {
  const read = (value: unknown, layer: 'user' | 'project' | 'local' | 'managed') => {
    const { document, problems } = readPolicyObject(value, layer)
    if (document === undefined) throw new Error('no document')
    return { document, messages: problems.map(({ message, suggestion }) => `${message}|${suggestion ?? ''}`) }
  }
  const PLACE = { cwd: '/p', root: '/p', home: '/h' }

  test('comes from a checkout only once its folder is trusted', () => {
    const documents = [
      read({ mcp: { trusted: ['mine'] } }, 'user').document,
      read({ mcp: { trusted: ['theirs', 'mine'] } }, 'project').document,
    ]
    const untrusted = mergeLayers(documents, { ...PLACE, trusted: false })
    expect(untrusted.policy.mcp.trusted).toEqual(['mine'])
    expect(untrusted.notes.map(({ message }) => message)).toEqual([
      'trust in the MCP server `theirs` is ignored: this folder is not trusted',
      'trust in the MCP server `mine` is ignored: this folder is not trusted',
    ])
    expect(mergeLayers(documents, { ...PLACE, trusted: true }).policy.mcp.trusted).toEqual(['mine', 'theirs'])
  })

  test('is locked together with rules', () => {
    const documents = [
      read({ locked: ['rules'], mcp: { trusted: ['ours'] } }, 'managed').document,
      read({ mcp: { trusted: ['mine'] } }, 'user').document,
    ]
    expect(mergeLayers(documents, { ...PLACE, trusted: true }).policy.mcp.trusted).toEqual(['ours'])
  })

  test('is one server at a time, by its name in tool names', () => {
    const { document, messages } = read(
      { mcp: { trusted: ['*', 'mcp__github__*', 'mcp__github', '@a/b', 'ok'] } },
      'user',
    )
    expect(messages).toEqual([
      expect.stringMatching(/one server at a time\|$/),
      expect.stringMatching(/one server at a time\|$/),
      expect.stringMatching(/not of a server\|github$/),
      expect.stringMatching(/\|_a_b$/),
    ])
    expect(document.trustedServers.map(({ value }) => value)).toEqual(['ok'])
    expect(document.broken).toBeDefined()
  })
})
