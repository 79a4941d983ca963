import { expect, test } from 'vitest'
import { KINDS } from '../engine/call.ts'
import { CANONICAL, canonicalTool, isKind, suggestTool } from './canonical.ts'

test('a canonical tool is known by exactly its name', () => {
  expect(canonicalTool('Bash')).toEqual({ name: 'Bash', kind: 'shell' })
  expect(canonicalTool('MultiEdit')?.kind).toBe('write')
  expect(canonicalTool('WebSearch')?.kind).toBe('url')
  expect(canonicalTool('Agent')).toEqual({ name: 'Task', kind: 'other' })
  for (const name of ['bash', 'BASH', 'Bash ', '', '__proto__', 'constructor', 'shell']) {
    expect(canonicalTool(name), name).toBeUndefined()
  }
})

test('every renamed tool leads to one that goes by its own name', () => {
  for (const { name } of CANONICAL.values()) expect(canonicalTool(name)?.name).toBe(name)
})

test('kinds are told from tools', () => {
  for (const kind of KINDS) expect(isKind(kind)).toBe(true)
  for (const name of ['Shell', 'bash', '', '__proto__', 'length']) expect(isKind(name)).toBe(false)
})

test.each([
  ['Bsh', 'Bash'],
  ['Bahs', 'Bash'],
  ['bash', 'Bash'],
  ['Wrtie', 'Write'],
  ['WebFecth', 'WebFetch'],
  ['Multiedit', 'MultiEdit'],
  ['shel', 'shell'],
  ['Shell', 'shell'],
  ['run_shell_command', 'Bash'],
  ['run_shel_comand', 'Bash'],
  ['str_replace_editor', 'Edit'],
])('%s: did you mean %s?', (name, meant) => {
  expect(suggestTool(name)).toBe(meant)
})

test.each(['Deploy', 'DeployTool', 'CustomTool', 'Push', 'Test', 'xy', '', 'mcp__github__get_me', 'x'.repeat(100_000)])(
  'nothing is like %s',
  (name) => {
    expect(suggestTool(name)).toBeUndefined()
  },
)
