/** Compares every tool call captured from a real agent with what it means. */

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CAPTURES } from '../../test/captures.ts'
import { CANONICAL } from './canonical.ts'
import { translate, type Translated } from './translate.ts'

const AGENTS = new Map([
  ['claude', 'claude-code'],
  ['copilot', 'copilot'],
  ['codex', 'codex'],
  ['gemini', 'gemini'],
  ['opencode', 'opencode'],
  ['acp', 'acp'],
])
/** Pairs of fields that hold a tool's name and its input, in one capture or another. */
const SHAPES = [
  ['tool_name', 'tool_input'],
  ['tool_name', 'input'],
  ['tool_name', 'parameters'],
  ['toolName', 'toolArgs'],
  ['toolName', 'toolInput'],
  ['toolName', 'args'],
  ['toolName', 'input'],
  ['name', 'arguments'],
  ['name', 'input'],
  ['name', 'args'],
  ['tool', 'args'],
  ['permission', 'metadata'],
  ['kind', 'rawInput'],
] as const

const shell = (text: string, cwd?: string): Partial<Translated> => ({
  tool: 'Bash',
  kind: 'shell',
  shell: 'bash',
  command: { text },
  ...(cwd === undefined ? {} : { cwd }),
})
const file = (tool: string, access: 'read' | 'write', field: string, text = '/srv/agent-run'): Partial<Translated> => ({
  tool,
  kind: access,
  paths: [{ text, access, field }],
})
const mcp = (server: string, tool: string, ambiguous = false): Partial<Translated> => ({
  tool: `mcp__${server}__${tool}`,
  kind: 'mcp',
  mcp: expect.objectContaining({ server, tool, ambiguous }),
})

/** `agent tool input` -> meaning. */
const EXPECTED: Readonly<Record<string, Partial<Translated>>> = {
  'claude-code Bash {"command":"rm -f a.txt","description":"x"}': shell('rm -f a.txt'),
  'claude-code Bash {"command":"echo hi","description":"x"}': shell('echo hi'),
  'claude-code Bash {"command":"echo rewritten2; touch q","description":"r"}': shell('echo rewritten2; touch q'),
  'claude-code Bash {"command":"touch zz; echo ok","description":"x"}': shell('touch zz; echo ok'),
  'claude-code Bash {"command":"echo UPD","description":"u"}': shell('echo UPD'),
  'claude-code Write {"file_path":"/srv/agent-run","content":"{}"}': file('Write', 'write', 'file_path'),
  'claude-code mcp__fs__write_file {"path":"/srv/agent-run","content":"x"}': mcp('fs', 'write_file'),

  'codex Bash {"command":"cat"}': shell('cat'),
  'codex Bash {"command":"mv a.txt moved.txt"}': shell('mv a.txt moved.txt'),
  'codex Bash {"command":"echo REWRITTEN"}': shell('echo REWRITTEN'),
  'codex Bash {"command":"bash --norc"}': shell('bash --norc'),
  'codex apply_patch {"command":"*** Begin Patch\\n*** Add File: n.txt\\n+hello\\n*** End Patch\\n"}': {
    tool: 'ApplyPatch',
    kind: 'write',
    paths: [{ text: 'n.txt', access: 'write', how: 'create', field: 'command' }],
  },
  'codex view_image {"path":"/srv/agent-run"}': file('Read', 'read', 'path'),
  'codex mcp__srv__danger {"x":"1"}': mcp('srv', 'danger'),
  'codex spawn_agent {"message":"SUBAGENT go"}': { tool: 'Task', kind: 'other' },

  'copilot bash {"command":"rm -f a.txt","description":"d"}': shell('rm -f a.txt'),
  'copilot bash {"command":"rm -f a.txt"}': shell('rm -f a.txt'),
  'copilot bash {"command":"ls","description":"d"}': shell('ls'),
  'copilot Bash {"command":"rm -f a.txt","description":"d"}': shell('rm -f a.txt'),

  'gemini run_shell_command {"command":"rm -f a.txt","description":"d"}': shell('rm -f a.txt'),
  'gemini run_shell_command {"command":"echo hi","description":"d"}': shell('echo hi'),
  'gemini read_file {"file_path":"/srv/agent-run"}': file('Read', 'read', 'file_path'),
  'gemini write_file {"file_path":"/srv/agent-run","content":"x"}': file('Write', 'write', 'file_path'),
  'gemini mcp_srv_danger {"x":"1"}': mcp('srv', 'danger'),
  'gemini write_todos {"todos":[{"description":"x","status":"pending"}]}': { tool: 'TodoWrite', internal: true },

  'opencode bash {"command":"rm -f a.txt","description":"d"}': shell('rm -f a.txt'),
  'opencode bash {"command":"echo REWRITTEN","description":"d"}': shell('echo REWRITTEN'),
  'opencode bash {"command":"rm -f a.txt"}': shell('rm -f a.txt'),
  'opencode read {"filePath":"/srv/agent-run"}': file('Read', 'read', 'filePath'),
  'opencode write {"filePath":"/srv/agent-run","content":"x"}': file('Write', 'write', 'filePath'),
  'opencode srv_danger {"x":"1"}': mcp('srv', 'danger', true),
  'opencode task {"description":"d","prompt":"SUBTASK","subagent_type":"general"}': { tool: 'Task', kind: 'other' },

  'acp execute {"cwd":"/srv/agent-run"}': {
    tool: 'Bash',
    cwd: '/srv/agent-run',
    problem: 'its command is missing (`command`)',
  },
  'acp execute {"command":"ls","description":"d","cwd":"/srv/agent-run"}': shell('ls', '/srv/agent-run'),
  'acp execute {"command":"ls"}': shell('ls'),
  'acp execute {"command":"rm -f a.txt"}': shell('rm -f a.txt'),
  'acp execute {"command":"rm -f a.txt","description":"d","cwd":"/srv/agent-run"}': shell(
    'rm -f a.txt',
    '/srv/agent-run',
  ),
  'acp edit {}': { tool: 'Edit', kind: 'write', paths: [] },
  'acp edit {"filePath":"/srv/agent-run","content":"x"}': {
    tool: 'Edit',
    paths: [{ text: '/srv/agent-run', access: 'write', how: 'modify', field: 'filePath' }],
  },
  'acp edit {"filepath":"/srv/agent-run","diff":…}': {
    tool: 'Edit',
    paths: [{ text: '/srv/agent-run', access: 'write', how: 'modify', field: 'filepath' }],
  },

  '- rm {"path":"/a"}': {
    tool: 'Delete',
    kind: 'write',
    paths: [{ text: '/a', access: 'write', how: 'delete', tree: true, field: 'path' }],
  },
  '- delete_file "{\\"path\\":\\"/a\\"}"': {
    tool: 'Delete',
    kind: 'write',
    paths: [{ text: '/a', access: 'write', how: 'delete', tree: true, field: 'path' }],
  },
}
const INCOMPLETE = new Set(['acp execute {"cwd":"/srv/agent-run"}', 'acp edit {}'])

const captured = new Map<string, { agent: string | undefined; tool: string; input: unknown }>()
const offered = new Set<string>()
for (const name of readdirSync(CAPTURES)) {
  const agent = AGENTS.get(name.slice(0, name.indexOf('-')))
  for (const document of documents(readFileSync(new URL(name, CAPTURES), 'utf8'))) collect(document, agent)
}

test('the captures hold every call that is expected', () => {
  expect([...captured.keys()].toSorted()).toEqual(Object.keys(EXPECTED).toSorted())
})

test.each([...captured])('captured: %s', (key, { agent, tool, input }) => {
  const translated = translate({ tool, input: input as never, ...(agent === undefined ? {} : { agent }) })
  expect(translated).toMatchObject({ known: true, ...EXPECTED[key] })
  expect(translated.problem !== undefined).toBe(INCOMPLETE.has(key))
})

test('every built-in tool that Claude Code offers a model is known', () => {
  expect(offered.size).toBeGreaterThan(25)
  for (const tool of offered) expect(translate({ tool, input: {}, agent: 'claude-code' }).known, tool).toBe(true)
})

test('every entry of every vocabulary leads to a canonical tool', async () => {
  const { allVocabularies } = await import('./vocabularies.ts')
  for (const { agent, tools } of allVocabularies()) {
    for (const [name, { tool }] of Object.entries(tools))
      expect(CANONICAL.get(tool)?.name, `${agent} ${name}`).toBe(tool)
  }
})

function documents(text: string): unknown[] {
  const whole = parse(text)
  if (whole !== undefined) return [whole]
  return text.split('\n').flatMap((line) => {
    const parsed = parse(line.slice(Math.max(line.indexOf('{'), 0)))
    return parsed === undefined ? [] : [parsed]
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function collect(value: unknown, agent: string | undefined): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) {
    const record = value as Record<string, unknown>
    for (const [toolField, inputField] of SHAPES) {
      const tool = record[toolField]
      const input = record[inputField]
      if (typeof tool !== 'string' || input === undefined) continue
      const shown = JSON.stringify(input).replace(/"diff":".*"/u, '"diff":…')
      captured.set(`${agent ?? '-'} ${tool} ${shown}`, { agent, tool, input })
    }
    const tools = agent === 'claude-code' ? record['tools'] : undefined
    if (Array.isArray(tools)) for (const tool of tools) if (typeof tool === 'string') offered.add(tool)
  }
  for (const inner of Object.values(value)) collect(inner, agent)
}
