/** What a policy of ours says beside its rules: no export lets pass what it keeps, and none drops it in silence. */

import { describe, expect, test } from 'vitest'
import { DIALECTS, dialectNamed } from '../../src/dialects/dialects.ts'
import type { DialectName } from '../../src/dialects/dialect.ts'
import { exportPolicy } from '../../src/dialects/export/prove.ts'
import type { PolicyInput } from '../../src/policy/inline.ts'
import { ourPolicy, WHERE, writing } from './deciding.ts'

function exported(name: DialectName, input: PolicyInput, existing: Readonly<Record<string, string>> = {}) {
  const policy = ourPolicy(input)
  const dialect = dialectNamed(name)!
  const { files, findings, problems } = dialect.write(policy, writing(policy, existing))
  const models = files.map(({ text, path }) => dialect.model(text, { ...WHERE, file: path }))
  return { files, models, problems, told: findings.map(({ made, message }) => `${made}: ${message}`) }
}

const ALL = DIALECTS.map(({ name }) => name)

describe.each(ALL)('%s', (name) => {
  test('what a policy protects is not permitted with the folder it lies in', () => {
    const { models } = exported(name, { allow: ['write(src/**)'], protectedPaths: { add: ['src/locked/**'] } })
    for (const tool of ['Write', 'Edit'])
      for (const model of models)
        expect(
          model?.({ tool, input: { file_path: 'src/locked/x', content: '', old_string: 'a', new_string: 'b' } }),
        ).not.toBe('allow')
  })

  test.each([
    [
      'that the rest is denied',
      { otherwise: 'deny' },
      /otherwise: deny is not written|whatever no kind names is denied/,
    ],
    ['which tools there are', { tools: { allowed: ['Read'] } }, /tools\.allowed \(`Read`\) is not written/],
    ['folders to work in', { workingDirectories: ['/srv/shared'] }, /working directories are not written/],
    ['servers that are believed', { mcp: { trusted: ['docs'] } }, /mcp\.trusted is not written: what `docs`/],
    ['that nothing is blocked', { enforce: false }, /enforce: false is not carried/],
  ] as const)('%s is told where it is not carried', (_, input, told) => {
    const found = exported(name, input)
    if (name === 'agent-code' && 'tools' in input)
      expect(found.files[0]?.text).toContain('allowed_tools = ["FileRead"]')
    else expect(found.told.join('\n')).toMatch(told)
  })

  test('a denial that does not reach as far there is told, with a call that it does not reach', () => {
    const { told, models } = exported(name, { deny: ['read(.env)', 'url(evil.example)', 'shell(sudo:*)'] })
    const calls = {
      'read(.env)': { tool: 'Bash', input: { command: 'cat .env' } },
      'url(evil.example)': { tool: 'Bash', input: { command: 'curl https://evil.example/' } },
      'shell(sudo:*)': { tool: 'Bash', input: { command: 'sudo x' } },
    }
    for (const [rule, call] of Object.entries(calls))
      if (models.some((model) => model?.(call) !== 'deny')) expect(told.join('\n')).toContain(`deny \`${rule}\``)
  })

  test('where every command is permitted, hosts and files that are kept are kept however they are reached', () => {
    for (const kept of [{ ask: ['url'] }, { deny: ['read(*.pem)'] }]) {
      const { models } = exported(name, { mode: 'bypass', allow: ['Bash'], ...kept })
      for (const command of [
        '`echo curl` x',
        '/usr/bin/cur? x',
        'if curl x; then :; fi',
        'xargs $X',
        'countersign trust',
      ])
        for (const model of models) expect(model?.({ tool: 'Bash', input: { command } }), command).not.toBe('allow')
    }
  })
})

test('of tools that several layers show, those that all of them show are written', () => {
  const policy = {
    ...ourPolicy({}),
    tools: [
      { allowed: ['Read', 'Bash'], disallowed: [] },
      { allowed: ['Bash'], disallowed: [] },
    ],
  }
  const [file] = dialectNamed('agent-code')!.write(policy, writing(policy)).files
  expect(file?.text).toContain('allowed_tools = ["Bash"]')
})

interface There {
  readonly path: string
  readonly text: object
  readonly told: readonly RegExp[]
  readonly holds?: readonly RegExp[]
}

/** What stands in a file already. */
const THERE: Readonly<Partial<Record<DialectName, There>>> = {
  'claude-code': {
    path: '.claude/settings.json',
    text: { sandbox: { enabled: true, autoAllowBashIfSandboxed: true } },
    told: [/`sandbox\.autoAllowBashIfSandboxed` stays, by which Claude Code lets pass more/],
  },
  qwen: {
    path: '.qwen/settings.json',
    text: { tools: { approvalMode: 'yolo', allowed: ['rm'] }, mcpServers: { x: { trust: true } } },
    told: [/`tools\.approvalMode` stays/, /`tools\.allowed` stays/, /`mcpServers\.x\.trust` stays/],
  },
  cursor: { path: '.cursor/cli.json', text: { approvalMode: 'unrestricted' }, told: [/`approvalMode` stays/] },
  opencode: {
    path: 'opencode.json',
    text: {
      agent: { build: { permission: { bash: 'allow', edit: 'ask' } } },
      permission: { bash: { 'git push *': 'ask', 'rm *': 'deny' }, webfetch: 'ask' },
    },
    told: [/`agent\.build\.permission\.bash` stays/, /ask `bash git push \*` stays/, /deny `bash rm \*` stays/],
    holds: [/"git push \*": ?"ask"/, /"rm \*": ?"deny"/, /"webfetch": ?"ask"/],
  },
  rulesync: {
    path: '.rulesync/permissions.jsonc',
    text: { permission: { bash: { 'rm *': 'deny' } }, claudecode: { permission: { bash: { '*': 'allow' } } } },
    told: [/`claudecode\.permission` stays/, /deny `bash rm \*` stays/],
  },
  vscode: {
    path: '.vscode/settings.json',
    text: {
      'chat.tools.global.autoApprove': true,
      'chat.permissions.default': 'autopilot',
      'chat.tools.terminal.autoApprove': {
        mine: { approve: false },
        '/secret/': { approve: false, matchCommandLine: true },
        old: { approve: true, matchCommandLine: false },
      },
      'chat.tools.urls.autoApprove': { 'https://x.example': { approveRequest: true, approveResponse: false } },
    },
    told: [/`chat\.tools\.global\.autoApprove` is switched off/, /`chat\.permissions\.default` stays/, /mine` stays/],
    holds: [/"mine": ?\{/, /"\/secret\/": ?\{/, /"approveResponse": ?false/, /"chat.tools.global.autoApprove": ?false/],
  },
}

describe.each(Object.entries(THERE))('%s: a file that is there', (name, { path, text, told, holds = [] }) => {
  const written = exported(
    name as DialectName,
    { allow: ['shell(npm test)', 'WebFetch'], deny: ['shell(sudo:*)'] },
    { [path]: JSON.stringify(text) },
  )

  test('a setting that lets pass more is told, and a restriction stays', () => {
    expect(written.problems).toEqual([])
    for (const pattern of told) expect(written.told.join('\n')).toMatch(pattern)
    for (const pattern of holds) expect(written.files[0]?.text).toMatch(pattern)
    expect(written.files[0]?.text).not.toContain('"old"')
  })

  test('nothing passes by what is there', () => {
    for (const model of written.models)
      for (const command of ['make', 'git push origin', 'rm x'])
        expect(model?.({ tool: 'Bash', input: { command } }), command).not.toBe('allow')
  })
})

test('a file by which everything passes, whatever rules say, is a problem of it, not of ours', () => {
  const [problem] = exportPolicy<string>(ourPolicy({}), writing(ourPolicy({})), {
    title: 'Somebody',
    agent: undefined,
    canAsk: true,
    spell: () => undefined,
    render: () => [{ path: 'settings.json', text: '{}' }],
    model: () => () => 'allow',
  }).problems
  expect(problem).toMatchObject({ severity: 'error', file: 'settings.json' })
  expect(problem?.message).toMatch(/Somebody would allow .*: take out the setting/)
})

test('AgentScope of today accepts edits where it never asks: that mode is not written for a policy that does not', () => {
  const { files, told } = exported('agentscope', { mode: 'dontAsk', allow: ['read(./**)'] })
  expect(files[0]?.text).toContain('"mode": "default"')
  expect(told.join('\n')).toMatch(/withheld: mode dontAsk is not written: AgentScope allows more in its own/)
})

test.each(['copilot', 'cursor'] as const)(
  '%s has one word for all shells: a denial of one of them is told, not made of all',
  (name) => {
    const { files, told } = exported(name, { deny: ['PowerShell'] })
    for (const { text } of files) expect(text).not.toMatch(/deny-tool='shell'|"Shell\(\*\)"/)
    expect(told.join('\n')).toMatch(/left out: deny `PowerShell` cannot be said in C/)
    const every = exported(name, { deny: ['Bash'] }).files.map(({ text }) => text)
    expect(every.join('\n')).toMatch(/deny-tool='shell'|"Shell\(\*\)"/)
  },
)
