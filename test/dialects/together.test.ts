/** Several files as one policy: nothing that one of them withholds is won by another. */

import { expect, test } from 'vitest'
import type { DialectName } from '../../src/dialects/dialect.ts'
import { dialectNamed } from '../../src/dialects/dialects.ts'
import { policyText } from '../../src/dialects/policy-text.ts'
import { together } from '../../src/dialects/together.ts'
import type { Layer } from '../../src/engine/rule.ts'
import { readPolicy } from '../../src/policy/document.ts'
import { WHERE } from './deciding.ts'

function read(name: DialectName, layer: Layer, text: object) {
  const dialect = dialectNamed(name)!
  return { dialect, ...dialect.read(JSON.stringify(text), { ...WHERE, layer }) }
}

/** What a file of ours with all of it says. */
function written(...files: readonly ReturnType<typeof read>[]) {
  const brought = together(files)
  const text = policyText(brought.flatMap(({ document }) => document ?? []))
  const { document, problems } = readPolicy(text, { file: 'x', layer: 'project', format: 'yaml' })
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  return {
    mode: document?.mode?.value,
    otherwise: document?.otherwise?.value,
    shown: document?.tools?.allowed,
    told: brought.flatMap(({ findings }) => findings.map(({ message }) => message)),
  }
}

const mode = (defaultMode: string) => ({ permissions: { defaultMode } })

test('a project that asks as usual is not opened by what a person set for all others', () => {
  const { mode: ours, otherwise } = written(
    read('claude-code', 'user', mode('bypassPermissions')),
    read('claude-code', 'project', mode('default')),
  )
  expect([ours, otherwise]).toEqual(['default', 'ask'])
  expect(written(read('claude-code', 'user', mode('bypassPermissions'))).otherwise).toBe('allow')
})

test('what a machine says comes first', () => {
  const { mode: ours, otherwise } = written(
    read('claude-code', 'managed', mode('dontAsk')),
    read('claude-code', 'user', mode('bypassPermissions')),
    read('claude-code', 'project', mode('acceptEdits')),
  )
  expect([ours, otherwise]).toEqual(['dontAsk', 'ask'])
})

test('a tool is shown where all lists have it', () => {
  const core = (...names: string[]) => ({ tools: { core: names } })
  const both = written(
    read('qwen', 'user', core('ReadFileTool', 'ShellTool')),
    read('qwen', 'project', core('ShellTool')),
  )
  expect(both.shown).toEqual(['mcp__*', 'Bash'])
  const one = (allowed: string[]) => {
    const file = read('qwen', 'user', {})
    return { ...file, document: { ...file.document!, tools: { allowed, disallowed: [] } } }
  }
  expect(written(one(['Read']), one(['Bash'])).shown).toEqual(['(none)'])
  expect(written(one(['mcp__a__*']), one(['mcp__*'])).shown).toEqual(['mcp__a__*'])
})

test('what one system allows otherwise is not allowed to the agents of another', () => {
  const open = read('opencode', 'user', { permission: { '*': 'allow' } })
  expect(written(open).otherwise).toBe('allow')
  const { otherwise, told } = written(open, read('claude-code', 'user', { permissions: { deny: ['WebFetch'] } }))
  expect(otherwise).toBeUndefined()
  expect(told.join('\n')).toMatch(/otherwise: allow is said by opencode alone, and left out here/)
})

test('a mode of one system is none of another’s, unless it only takes away', () => {
  const agentscope = (name: string) => read('agentscope', 'project', { mode: name, deny_rules: {} })
  const asks = read('claude-code', 'user', { permissions: { ask: ['Bash(git push:*)'] } })
  const open = written(asks, agentscope('bypass'))
  expect(open.mode).toBeUndefined()
  expect(open.told.join('\n')).toMatch(/mode: bypass is said by AgentScope alone, and left out here/)
  expect(written(agentscope('bypass')).mode).toBe('bypass')
  const plans = read('claude-code', 'user', mode('plan'))
  const { mode: ours, told } = written(plans, agentscope('default'))
  expect(ours).toBe('explore')
  expect(told.join('\n')).toMatch(/mode: explore is said by Claude Code alone, and counts for all of them here/)
})

test('what one system denies otherwise is not asked about because another asks', () => {
  const closed = read('opencode', 'user', { permission: { '*': 'deny', read: 'allow' } })
  const asks = read('qwen', 'user', mode('default'))
  expect(written(closed, asks).otherwise).toBe('deny')
})
