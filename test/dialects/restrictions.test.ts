/** What another system refuses is not let pass after an import, however its rule is spelled; and an import comes to an end. */

import { describe, expect, test } from 'vitest'
import type { Dialect, DialectName, Where } from '../../src/dialects/dialect.ts'
import { dialectNamed, DIALECTS } from '../../src/dialects/dialects.ts'
import { importText } from '../../src/dialects/import.ts'
import type { Call } from '../../src/engine/call.ts'
import type { PolicyDocument } from '../../src/policy/object.ts'
import { decider, policyOf, WHERE } from './deciding.ts'

interface Case {
  readonly name: string
  readonly text: string | object
  readonly where?: Partial<Where>
  /** None of them is allowed. */
  readonly refused?: readonly Call[]
  /** Neighbours, which pass without a question. */
  readonly allowed?: readonly Call[]
}

const bash = (command: string): Call => ({ tool: 'Bash', input: { command } })
const read = (file_path: string): Call => ({ tool: 'Read', input: { file_path } })
const write = (file_path: string): Call => ({ tool: 'Write', input: { file_path, content: 'x' } })
const edit = (file_path: string): Call => ({ tool: 'Edit', input: { file_path, old_string: 'a', new_string: 'b' } })
const fetched = (url: string): Call => ({ tool: 'WebFetch', input: { url, prompt: 'x' } })

const deciderOf = (document: PolicyDocument) => decider(policyOf(document))

function imported(dialect: Dialect, { text, where }: Case) {
  const written = typeof text === 'string' ? text : JSON.stringify(text, undefined, 1)
  const { document, problems } = importText(dialect, written, { ...WHERE, ...where }, deciderOf)
  expect(problems).toEqual([])
  if (document === undefined) throw new Error('it was not read')
  return deciderOf(document)
}

function refuses(name: DialectName, cases: readonly Case[]): void {
  describe(name, () => {
    test.each(cases)('$name', (one) => {
      const decide = imported(dialectNamed(name)!, one)
      const passing = (one.refused ?? []).filter((call) => decide(call).behavior === 'allow')
      expect(passing).toEqual([])
      const stopped = (one.allowed ?? []).filter((call) => decide(call).behavior !== 'allow')
      expect(stopped).toEqual([])
    })
  })
}

const permissions = (lists: object) => ({ permissions: lists })

refuses('qwen', [
  {
    name: 'a shell by any of its names',
    text: permissions({ allow: ['Bash'], deny: ['Shell(rm *)', 'run_shell_command(dd)', 'ShellTool(mkfs)'] }),
    refused: [bash('rm x'), bash('dd if=a of=b'), bash('mkfs x')],
    allowed: [bash('npm test')],
  },
  {
    name: 'files by the names of tools that Claude Code would not look at',
    text: permissions({
      allow: ['Edit', 'Write', 'Read'],
      deny: ['Write(./secret/**)', 'WriteFile(b.txt)', 'ReadFile(c.txt)', 'read_file(d.txt)', 'replace(e.txt)'],
    }),
    refused: [write('secret/a'), write('b.txt'), read('c.txt'), read('d.txt'), edit('e.txt')],
    allowed: [write('f.txt'), read('f.txt'), edit('f.txt')],
  },
  {
    name: 'a search',
    text: permissions({ allow: ['Grep', 'Read'], deny: ['Grep(z/**)'] }),
    refused: [{ tool: 'Grep', input: { path: 'z', pattern: 'a' } }],
  },
  {
    name: 'the root of the project, in the settings of a person',
    text: permissions({ allow: ['Read'], deny: ['Read(/secrets/**)'] }),
    where: { layer: 'user', file: '~/.qwen/settings.json' },
    refused: [read('secrets/a')],
    allowed: [read('src/a')],
  },
  {
    name: 'one of two folders',
    text: permissions({ allow: ['Read'], deny: ['Read(./{keys,certs}/**)', 'Read(@(a|b)/x)'] }),
    refused: [read('keys/a'), read('certs/a'), read('a/x')],
  },
  {
    name: 'a name alone is permitted where it is, and nowhere else',
    text: permissions({ allow: ['Edit(*.md)', 'Edit(src)'] }),
    refused: [edit('docs/a.md'), edit('src/a')],
    allowed: [edit('a.md')],
  },
  {
    name: 'a host without the word before it',
    text: permissions({ allow: ['WebFetch'], deny: ['WebFetch(evil.example)'] }),
    refused: [fetched('https://evil.example/'), fetched('https://www.evil.example/')],
    allowed: [fetched('https://good.example/')],
  },
  {
    name: 'a tool of a server, and an agent, by more than their names',
    text: permissions({ allow: ['mcp__s__t', 'Task'], deny: ['mcp__s__t(x:1)', 'Agent(coder,model:opus)'] }),
    refused: [
      { tool: 'mcp__s__t', input: { y: 2 } },
      { tool: 'Task', input: { subagent_type: 'coder', prompt: 'x' } },
    ],
  },
  {
    name: 'a colon and a star within a command',
    text: permissions({ allow: ['Bash'], deny: ['Bash(deploy:*prod)'] }),
    refused: [bash('deploy to prod')],
    allowed: [bash('deploy to test')],
  },
])

refuses('claude-code', [
  {
    name: 'a command in the background',
    text: permissions({ allow: ['Bash'], deny: ['Bash(run_in_background:true)'] }),
    refused: [{ tool: 'Bash', input: { command: 'npm start', run_in_background: true } }],
    allowed: [bash('npm start')],
  },
  {
    name: 'what a permission takes out of another',
    text: permissions({ allow: ['Edit(src/**)', 'Edit(!src/secret/**)'], deny: ['Read(docs/**)', 'Read(!docs/a.md)'] }),
    refused: [edit('src/secret/a.ts'), read('docs/a.md')],
    allowed: [edit('src/a.ts')],
  },
  {
    name: 'an agent by its model, and one whose name has a colon',
    text: permissions({ allow: ['Task'], ask: ['Agent(model:opus)'], deny: ['Agent(plugin:reviewer)'] }),
    refused: [
      { tool: 'Task', input: { subagent_type: 'x', model: 'opus', prompt: 'y' } },
      { tool: 'Task', input: { subagent_type: 'plugin:reviewer', prompt: 'y' } },
    ],
    allowed: [{ tool: 'Task', input: { subagent_type: 'x', model: 'haiku', prompt: 'y' } }],
  },
])

refuses('gemini', [
  {
    name: 'a tool of a server whose name has an underscore',
    text: [
      '[[rule]]\ntoolName = "mcp_*"\ndecision = "allow"\npriority = 1',
      '[[rule]]\ntoolName = "mcp_my_server_drop"\ndecision = "deny"\npriority = 2',
      '[[rule]]\ntoolName = "mcp_my_other_*"\ndecision = "deny"\npriority = 2',
      '[[rule]]\ntoolName = "old__drop"\ndecision = "deny"\npriority = 2',
    ].join('\n'),
    refused: [
      { tool: 'mcp__my_server__drop', input: {} },
      { tool: 'mcp__my_other__drop', input: {} },
      { tool: 'mcp__old__drop', input: {} },
    ],
    allowed: [{ tool: 'mcp__my_server__look', input: {} }],
  },
  {
    name: 'what its settings exclude, and what they do not list',
    text: {
      tools: { allowed: ['run_shell_command', 'write_file', 'web_fetch'], exclude: ['ShellTool(rm)', 'web_fetch'] },
      mcpServers: { own: { trust: true, excludeTools: ['drop(now)'] } },
    },
    where: { file: '.gemini/settings.json' },
    refused: [bash('rm x'), fetched('https://a.example/'), { tool: 'mcp__own__drop', input: {} }],
    allowed: [bash('touch x'), write('a.md'), { tool: 'mcp__own__look', input: {} }],
  },
  {
    name: 'what its settings do not list',
    text: { coreTools: ['ReadFileTool', 'ShellTool(git log)'], allowedTools: ['write_file', 'run_shell_command'] },
    refused: [write('a.md'), bash('touch x'), bash('ls')],
  },
])

const front = (fields: object) => `---\n${JSON.stringify(fields)}\n---\n`

refuses('vibing', [
  {
    name: 'tools and commands in any case',
    text: front({
      permissions_allow: ['Bash', 'Read', 'WebFetch', 'mcp__x__*'],
      permissions_deny: ['bash(rm:*)', 'Bash(GIT PUSH)', 'read(*.txt)', 'webfetch(evil.example)', 'MCP__x__drop'],
    }),
    refused: [
      bash('rm x'),
      bash('git push'),
      read('a.txt'),
      fetched('https://evil.example/'),
      { tool: 'mcp__x__drop', input: {} },
    ],
    allowed: [bash('npm test'), read('a.md'), { tool: 'mcp__x__look', input: {} }],
  },
  {
    name: 'a whole tool in small letters, and by its beginning',
    text: front({ permissions_allow: ['Bash', 'WebFetch', 'Read'], permissions_deny: ['bash', 'web*'] }),
    refused: [bash('ls'), bash('touch x'), fetched('https://a.example/'), { tool: 'WebSearch', input: { query: 'x' } }],
    allowed: [read('a.md')],
  },
  {
    name: 'granular rules on searches, in small letters, and by a pattern of Lua',
    text: front({
      permissions_allow: ['Bash', 'Grep'],
      permissions_rules: [
        { tools: ['Grep'], paths: ['secret/*'], action: 'deny' },
        { tools: ['bash'], commands: ['dd'], action: 'deny' },
        { tools: ['Bash'], patterns: ['shutdown%s+now'], action: 'deny' },
      ],
    }),
    refused: [{ tool: 'Grep', input: { path: 'secret', pattern: 'x' } }, bash('dd if=a of=b'), bash('shutdown now')],
  },
])

const toml = (...rules: readonly object[]) =>
  ['[permissions]', 'default_mode = "allow"', ...rules.map((rule) => `[[permissions.rules]]\n${lines(rule)}`)].join(
    '\n',
  )

function lines(rule: object): string {
  return Object.entries(rule)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join('\n')
}

refuses('agent-code', [
  {
    name: 'brackets are a part of a name',
    text: toml({ tool: 'FileRead', pattern: 'app/[id]/page.tsx', action: 'deny' }),
    refused: [read('app/[id]/page.tsx')],
    allowed: [read('app/i/page.tsx')],
  },
  {
    name: 'a tool of a server, in capitals',
    text: toml({ tool: 'MCP__GH__DROP', action: 'deny' }),
    refused: [{ tool: 'mcp__gh__drop', input: {} }],
    allowed: [{ tool: 'mcp__gh__get', input: {} }],
  },
  {
    name: 'a command that looks like an expression',
    text: toml({ tool: 'Bash', pattern: '/opt/tool/', action: 'deny' }),
    refused: [bash('/opt/tool/')],
    allowed: [bash('npm run opt tool')],
  },
])

refuses('opencode', [
  {
    name: 'brackets are a part of a name',
    text: { permission: { edit: { '*': 'allow', 'app/[id]/page.tsx': 'deny' } } },
    refused: [edit('app/[id]/page.tsx')],
    allowed: [edit('app/i/page.tsx')],
  },
])

const shellOf = (name: string) => ({ [name]: { '*': 'allow' } })

refuses('opencode', [
  {
    name: 'texts that are filled in when it starts',
    text: {
      permission: {
        bash: { '*': 'allow', '{env:BAD} *': 'deny' },
        edit: { '*': 'allow', '{env:HOME}/x': 'deny' },
        read: { '*': 'allow', '{file:./secret.txt}': 'ask' },
      },
    },
    refused: [bash('rm x'), edit('a.md'), read('a.md')],
  },
  {
    name: 'tools by a part of their names',
    text: { permission: { '*': 'allow', 'b*': 'deny', 'e*': 'ask' } },
    refused: [bash('rm x'), edit('a.md'), write('a.md')],
    allowed: [{ tool: 'StrangeTool', input: {} }],
  },
  {
    name: 'tools by a part of their names, but for one that is named later',
    text: { permission: { 'b*': 'deny', ...shellOf('bash') } },
    allowed: [bash('touch x')],
  },
])

refuses('gemini', [
  {
    name: 'texts that are filled in when it starts',
    text: {
      tools: { allowed: ['run_shell_command', 'glob'], exclude: ['run_shell_command(${BAD})'] },
      mcpServers: { own: { trust: true, excludeTools: ['$BAD'] } },
    },
    refused: [bash('rm x'), { tool: 'mcp__own__drop', input: {} }],
    allowed: [{ tool: 'Glob', input: { pattern: '*.md' } }],
  },
  {
    name: 'a tool whose name is filled in when it starts',
    text: { tools: { allowed: ['write_file'], exclude: ['$BAD'] } },
    refused: [write('a.md')],
  },
  {
    name: 'a server in other letters',
    text: {
      mcp: { excluded: ['OWN '] },
      mcpServers: { Own: { trust: true }, other: { trust: true } },
    },
    refused: [{ tool: 'mcp__Own__drop', input: {} }],
    allowed: [{ tool: 'mcp__other__look', input: {} }],
  },
])

refuses('qwen', [
  {
    name: 'texts that are filled in when it starts',
    text: { permissions: { allow: ['Bash', 'Read', 'Glob'], deny: ['Bash($BAD *)', 'Read(${BAD})'] } },
    refused: [bash('rm x'), read('a.md')],
  },
])

refuses('copilot', [
  {
    name: 'parentheses as a shell needs them',
    text: '--allow-tool=shell --deny-tool shell\\(rm\\)',
    refused: [bash('rm x')],
    allowed: [bash('touch x')],
  },
])

test.each(['"shell($BAD)"', "$'shell(rm)'", '"`cat bad`"', '{shell,write}', 'shell(${BAD})'])(
  'copilot: a flag that a shell has yet to fill in is not guessed: %s',
  (flag) => {
    const { problems } = dialectNamed('copilot')!.read(`--allow-tool=shell --deny-tool ${flag}`, WHERE)
    expect(problems.map(({ message }) => message).join()).toContain('written out')
  },
)

refuses('rulesync', [
  {
    name: 'files by each tool, and a host alone',
    text: {
      permission: {
        write: { '*': 'allow', 'secret/**': 'deny' },
        read: { '*': 'allow' },
        grep: { 'keys/**': 'deny' },
        webfetch: { '*': 'allow', 'evil.example': 'deny' },
      },
    },
    refused: [
      write('secret/a'),
      { tool: 'Grep', input: { path: 'keys', pattern: 'x' } },
      fetched('https://evil.example/'),
    ],
    allowed: [write('a.md'), fetched('https://good.example/')],
  },
])

test.each(DIALECTS.map((dialect) => [dialect.name, dialect] as const))(
  '%s: names that every object has',
  (name, dialect) => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
    const rules = names.flatMap((one) => [one, `${one}(x)`, `${one}(a:b)`])
    const each = (value: unknown) => Object.fromEntries(names.map((one) => [one, value]))
    const json = {
      permissions: { allow: rules, ask: rules, deny: rules, defaultMode: 'default' },
      permission: { ...each('deny'), bash: each('deny') },
      tools: { core: rules, allowed: rules, exclude: rules, ...each(false) },
      mcpServers: each({ trust: true, includeTools: names, excludeTools: names }),
      'chat.tools.terminal.autoApprove': each(true),
      deny_rules: each([{ tool_name: 'constructor', rule_content: 'x', behavior: 'deny', source: 'x' }]),
    }
    const toml = names.map((one) => `[[permissions.rules]]\ntool = "${one}"\naction = "deny"\n`).join('')
    const yaml = `---\npermissions_deny: ${JSON.stringify(rules)}\n---\n`
    for (const text of [JSON.stringify(json), toml, yaml, `prefix_rule(pattern=["x"], decision="constructor")\n`]) {
      const { document, problems } = dialect.read(text, WHERE)
      for (const { behavior } of document?.rules ?? []) expect(['allow', 'ask', 'deny'], name).toContain(behavior)
      expect(document !== undefined || problems.length > 0).toBe(true)
      expect(() => dialect.model(text, WHERE)?.(bash('ls'))).not.toThrow()
    }
  },
)

test.each([
  [
    'conductor',
    'strict: &s\n  default: deny\nworkflow:\n  runtime:\n    tool_permissions:\n      <<: *s\n      rules: []\n',
  ],
  ['conductor', 'base: &b\n  tool_permissions: { default: deny }\nworkflow:\n  runtime: { x: 1, <<: *b }\n'],
  ['vibing', '---\nx: &x\n  permissions_deny: [Bash]\n<<: *x\npermissions_allow: [Bash]\n---\n'],
] as const)('%s: what a merge brings in is not passed over', (name, text) => {
  const { problems } = dialectNamed(name)!.read(text, WHERE)
  expect(problems.map(({ message }) => message).join()).toContain('`<<`')
})

const DOTTED: readonly Call[] = ['mcp__my_server__x', 'mcp__a_b__x'].map((tool) => ({ tool, input: {} }))
const other: Call = { tool: 'mcp__other__x', input: {} }

refuses('claude-code', [
  {
    name: 'servers by names that no tool could have',
    text: {
      permissions: { allow: ['mcp__my_server', 'mcp__a_b', 'mcp__other'] },
      disabledMcpjsonServers: ['my.server'],
      deniedMcpServers: [{ serverName: 'a b' }],
    },
    refused: DOTTED,
    allowed: [other],
  },
  {
    name: 'the only server, by such a name',
    text: {
      permissions: { allow: ['mcp__my_server', 'mcp__other'] },
      allowedMcpServers: [{ serverName: 'my.server' }],
    },
    refused: [other],
    allowed: DOTTED.slice(0, 1),
  },
])

refuses('codex', [
  {
    name: 'servers by names that no tool could have',
    text: '[mcp_servers."my.server"]\nenabled = false\n[mcp_servers."a b"]\ndefault_tools_approval_mode = "approve"\ndisabled_tools = ["x"]\n',
    where: { file: 'config.toml' },
    refused: DOTTED,
  },
])

test('an import ends, also where the source refuses what our own catalogue lets pass', () => {
  const dialect: Dialect = {
    ...dialectNamed('claude-code')!,
    model: () => (call) => (call.tool === 'Bash' ? 'deny' : 'allow'),
  }
  const text = JSON.stringify(permissions({ allow: ['Bash', 'Read'] }))
  const { document, findings } = importText(dialect, text, WHERE, deciderOf)
  expect(deciderOf(document!)(bash('ls')).behavior).toBe('ask')
  expect(findings.filter(({ made }) => made === 'widened')).toHaveLength(1)
})
