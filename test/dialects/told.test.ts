/** What stands beside the rules of another system's file and restricts as well: carried, or told. Never dropped in silence. */

import { describe, expect, test } from 'vitest'
import { dialectNamed } from '../../src/dialects/dialects.ts'
import type { DialectName } from '../../src/dialects/dialect.ts'
import type { Layer } from '../../src/engine/rule.ts'
import { WHERE } from './deciding.ts'

interface Told {
  readonly name: string
  readonly text: string | object
  readonly file?: string
  readonly layer?: Layer
  /** `behavior rule`, with its exceptions. */
  readonly rules?: readonly string[]
  /** Parts of what is told, in any order. */
  readonly tells?: readonly RegExp[]
}

function read(dialect: DialectName, { text, file = WHERE.file, layer = WHERE.layer }: Told) {
  const written = typeof text === 'string' ? text : JSON.stringify(text, undefined, 1)
  const result = dialectNamed(dialect)!.read(written, { ...WHERE, file, layer })
  expect(result.problems).toEqual([])
  const rules = (result.document?.rules ?? []).map(({ behavior, rule, except = [] }) =>
    [behavior, rule, ...except.map((one) => `!${one}`)].join(' '),
  )
  return { rules, told: result.findings.map(({ made, message, line }) => `${line} ${made}: ${message}`) }
}

function holds(dialect: DialectName, cases: readonly Told[]): void {
  describe(dialect, () => {
    test.each(cases)('$name', (told) => {
      const found = read(dialect, told)
      for (const rule of told.rules ?? []) expect(found.rules).toContain(rule)
      for (const pattern of told.tells ?? [])
        expect(
          found.told.filter((one) => pattern.test(one)),
          found.told.join('\n'),
        ).toHaveLength(1)
    })
  })
}

holds('claude-code', [
  {
    name: 'a list nobody knows',
    text: { permissions: { deny: ['WebFetch'], forbid: ['Bash'] } },
    rules: ['deny WebFetch'],
    tells: [/^\d+ left out: `forbid` is not known here/],
  },
  {
    name: 'a star at the end of a word, which stands for further words there',
    text: { permissions: { allow: ['Bash(npm run*)', 'Bash(make*)', 'Bash(npm run test:*)'] } },
    rules: ['allow Bash(npm run*:*)', 'allow Bash(make*)', 'allow Bash(npm run test:*)'],
  },
  {
    name: 'servers that are switched off',
    text: { disabledMcpjsonServers: ['bad'] },
    rules: ['deny mcp__bad'],
  },
  {
    name: 'servers that are denied, and the only ones that may be there',
    text: {
      deniedMcpServers: [{ serverName: 'bad' }, { serverUrl: 'https://x' }],
      allowedMcpServers: [{ serverName: 'good' }],
    },
    layer: 'managed',
    rules: ['deny mcp__bad', 'deny mcp !mcp__good'],
    tells: [/widened: .*its command or its address/],
  },
  {
    name: 'programs that decide there as well',
    text: { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './guard.sh' }] }] } },
    tells: [/left out: its hooks \(PreToolUse\) decide there as well/],
  },
  {
    name: 'a sandbox',
    text: { sandbox: { enabled: true, network: { deniedDomains: ['evil.example'] } } },
    rules: ['deny url(evil.example)'],
    tells: [/left out: .*sandbox/],
  },
  {
    name: 'a tool in other letters',
    text: { permissions: { deny: ['bash(rm:*)', 'webfetch'], allow: ['bash(ls:*)'] } },
    rules: ['deny Bash(rm *)', 'deny WebFetch'],
    tells: [
      /widened: `bash\(rm:\*\)` is about no tool there/,
      /widened: `webfetch` is about/,
      /inert: `bash\(ls:\*\)`/,
    ],
  },
  {
    name: 'no bypass, where nobody can be held to it',
    text: { permissions: { disableBypassPermissionsMode: 'disable' } },
    tells: [/left out: .*managed policy/],
  },
])

test('our own hook is no other program', () => {
  const command = '/usr/bin/env /opt/countersign/bin/countersign-hook claude-code || exit 2'
  const text = { hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command }] }] } }
  expect(read('claude-code', { name: '', text }).told).toEqual([])
})

holds('qwen', [
  {
    name: 'tools that are taken out',
    text: { permissions: { allow: ['Bash(git *)'] }, tools: { exclude: ['ShellTool(rm)', 'web_fetch', 'mystery'] } },
    rules: ['deny Bash(rm *)', 'deny WebFetch', 'deny mystery'],
  },
  {
    name: 'tools that are taken out, as older releases have it',
    text: { excludeTools: ['run_shell_command'] },
    rules: ['deny Bash'],
  },
  {
    name: 'the only tools there are',
    text: { tools: { core: ['ReadFileTool', 'ShellTool(ls)'] } },
    rules: ['ask Bash'],
    tells: [/widened: .*ShellTool\(ls\)/],
  },
  {
    name: 'servers',
    text: {
      mcp: { excluded: ['bad'], allowed: ['good', 'fine'] },
      mcpServers: { good: { command: 'x', excludeTools: ['drop'] }, fine: { includeTools: ['look'] } },
    },
    rules: [
      'deny mcp__bad',
      'deny mcp !mcp__good !mcp__fine',
      'deny mcp__good__drop',
      'deny mcp__fine !mcp__fine__look',
    ],
  },
  { name: 'a mode of its own', text: { tools: { approvalMode: 'plan' } }, tells: [/withheld: .*plan/] },
  { name: 'approvals by text', text: { tools: { allowed: ['run_shell_command(git)'] } }, tells: [/withheld/] },
])

test('the only tools that Qwen Code has are the only ones that are shown', () => {
  const text = JSON.stringify({ tools: { core: ['ReadFileTool', 'run_shell_command'] } })
  expect(dialectNamed('qwen')!.read(text, WHERE).document?.tools?.allowed).toEqual(['mcp__*', 'Read', 'Bash'])
})

holds('codex', [
  {
    name: 'how much is asked, and profiles',
    file: 'config.toml',
    text: 'approval_policy = "on-request"\n[profiles.open]\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\n',
    tells: [/left out: how much it asks/, /left out: a profile is chosen/],
  },
  {
    name: 'tools of a server that are the only ones there',
    text: '[mcp_servers.gh]\ncommand = "x"\nenabled_tools = ["get", "list"]\n',
    file: 'config.toml',
    rules: ['deny mcp__gh !mcp__gh__get !mcp__gh__list'],
  },
  {
    name: 'a server with no tool',
    text: '[mcp_servers.gh]\nenabled_tools = []\n',
    file: 'config.toml',
    rules: ['deny mcp__gh'],
  },
  {
    name: 'a server that is off',
    text: '[mcp_servers.gh]\nenabled = false\n',
    file: 'config.toml',
    rules: ['deny mcp__gh'],
  },
  {
    name: 'a sandbox',
    text: 'sandbox_mode = "read-only"\napproval_policy = "never"\n',
    file: 'config.toml',
    tells: [/^1 left out: .*sandbox/],
  },
  {
    name: 'what else confines',
    text: 'default_permissions = "mine"\n[permissions.mine.filesystem]\n"/etc" = "deny"\n[hooks]\nx = 1\n',
    file: 'config.toml',
    tells: [/^1 left out: its profiles/, /^2 left out: its profiles/, /^4 left out: its hooks/],
  },
  {
    name: 'prefixes that a machine never allows',
    text: '[rules]\nprefix_rules = [\n  { pattern = [{ token = "rm" }, { any_of = ["-rf", "-fr"] }], decision = "forbidden" },\n  { pattern = [{ token = "git" }], decision = "prompt" },\n]\n',
    file: 'requirements.toml',
    layer: 'managed',
    rules: ['deny Bash(rm -rf:*)', 'deny Bash(rm -fr:*)', 'ask Bash(git:*)'],
  },
])

test('a list of no tools at all hides them all', () => {
  const text = JSON.stringify({ tools: { core: [] } })
  for (const name of ['qwen', 'gemini'] as const)
    expect(dialectNamed(name)!.read(text, WHERE).document?.tools?.allowed).toEqual(['mcp__*'])
})

holds('gemini', [
  {
    name: 'tools and servers in its settings',
    text: {
      tools: {
        core: ['ReadFileTool', 'run_shell_command(git)'],
        exclude: ['ShellTool(rm -rf)', 'web_fetch'],
        approvalMode: 'auto_edit',
      },
      mcp: { excluded: ['bad'], allowed: ['good'] },
      mcpServers: { good: { includeTools: ['look'], excludeTools: ['drop'] } },
      hooks: { BeforeTool: [{ matcher: '*', hooks: [{ type: 'command', command: './guard.sh' }] }] },
      policyPaths: ['./more.toml'],
    },
    file: '.gemini/settings.json',
    rules: [
      'deny Bash(rm -rf *)',
      'deny WebFetch',
      'ask Bash',
      'deny mcp__bad',
      'deny mcp !mcp__good',
      'deny mcp__good__drop',
      'deny mcp__good !mcp__good__look',
    ],
    tells: [
      /widened: .*run_shell_command\(git\)/,
      /withheld: `auto_edit`/,
      /left out: its hooks \(BeforeTool\)/,
      /left out: .*more.toml/,
    ],
  },
  {
    name: 'what its settings allow, in older words',
    text: { allowedTools: ['run_shell_command(git status)', 'ReadFileTool'], mcpServers: { own: { trust: true } } },
    rules: ['allow Bash(git status:*)', 'allow Read', 'allow mcp__own'],
  },
  {
    name: 'a permission that may be redirected',
    text: '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "npm test"\ndecision = "allow"\npriority = 1\nallowRedirection = true\n',
    rules: ['allow Bash(npm test:*)'],
    tells: [/withheld: allowRedirection/],
  },
  {
    name: 'a condition that nobody knows',
    text: '[[rule]]\ntoolName = "read_file"\ndecision = "allow"\npriority = 1\nonlyOn = "Mondays"\n\n[[rule]]\ntoolName = "glob"\ndecision = "deny"\npriority = 2\nonlyOn = "Mondays"\n\n[limits]\na = 1\n',
    rules: ['deny Glob'],
    tells: [/withheld: .*onlyOn/, /widened: .*onlyOn/, /left out: `limits` is not known here/],
  },
])

test('a permission of Gemini’s with a condition that nobody knows is none', () => {
  const text = '[[rule]]\ntoolName = "read_file"\ndecision = "allow"\npriority = 1\nonlyOn = "Mondays"\n'
  expect(read('gemini', { name: '', text }).rules.filter((rule) => rule.startsWith('allow'))).toEqual([])
})

holds('opencode', [
  {
    name: 'tools that are switched off',
    text: { tools: { write: false, webfetch: false, 'gh_*': false, bash: true } },
    rules: ['deny Edit', 'deny WebFetch', 'deny mcp__gh'],
  },
  {
    name: 'tools that one agent has not',
    text: { agent: { build: { tools: { bash: false } } }, mode: { plan: { permission: { edit: 'deny' } } } },
    rules: ['deny Bash', 'deny Edit'],
    tells: [/widened: .*`bash`.*one agent/, /widened: .*`edit`.*one agent/],
  },
])

holds('vscode', [
  {
    name: 'an answer that is looked at first',
    text: {
      'chat.tools.urls.autoApprove': {
        'https://a.example/*': { approveRequest: true, approveResponse: false },
        'https://b.example/*': { approveResponse: false },
        'https://c.example/*': { approveRequest: true, approveResponse: true },
      },
    },
    rules: ['ask WebFetch(a.example)', 'ask WebFetch(b.example)', 'allow WebFetch(https://c.example/**)'],
  },
  {
    name: 'a setting on approval that nobody knows',
    text: { 'chat.tools.mcp.blockAll': true, 'chat.tools.todos.showWidget': true, 'editor.fontSize': 3 },
    tells: [/left out: `chat.tools.mcp.blockAll` is not known here/],
  },
])

holds('cursor', [
  {
    name: 'a list nobody knows',
    text: { permissions: { deny: ['Shell(rm)'], ask: ['Shell(git)'] } },
    tells: [/left out: `ask` is not known here/],
  },
])

holds('copilot', [
  {
    name: 'a list nobody knows',
    text: { permissions: { deny: ['Shell(rm)'], forbid: ['x'] } },
    tells: [/left out: `forbid` is not known here/],
  },
])

holds('conductor', [
  {
    name: 'a condition that nobody knows',
    text: 'workflow:\n  runtime:\n    tool_permissions:\n      default: deny\n      limit: 3\n      rules:\n        - { kind: shell, decision: allow, pattern: "git *" }\n        - { kind: read, decision: allow }\n',
    rules: ['deny shell', 'allow read'],
    tells: [/withheld: .*`pattern`/, /left out: `limit`/],
  },
])

holds('agentscope', [
  {
    name: 'a condition that nobody knows',
    text: {
      allow_rules: { Bash: [{ tool_name: 'Bash', rule_content: 'git:*', behavior: 'allow', source: 'x', until: 3 }] },
      deny_rules: { Bash: [{ tool_name: 'Bash', rule_content: 'rm:*', behavior: 'deny', source: 'x', until: 3 }] },
    },
    rules: ['deny Bash(rm *)'],
    tells: [/withheld: .*`until`/, /widened: .*`until`/],
  },
])

holds('agent-code', [
  {
    name: 'a condition that nobody knows',
    text: '[permissions]\nforbidden = ["x"]\n[[permissions.rules]]\ntool = "Bash"\npattern = "git *"\naction = "allow"\non = "Monday"\n[[permissions.rules]]\ntool = "Bash"\npattern = "rm *"\naction = "deny"\non = "Monday"\n',
    rules: ['deny Bash(rm *)'],
    tells: [/withheld: .*`on`/, /widened: .*`on`/, /left out: `forbidden`/],
  },
])

holds('vibing', [
  {
    name: 'a condition that nobody knows',
    text: '---\npermissions_rules:\n  - { tools: [Bash], commands: [git], action: allow, hours: day }\n---\n',
    tells: [/withheld: .*`hours`/],
  },
])
