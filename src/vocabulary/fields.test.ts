import { describe, expect, test } from 'vitest'
import { translate, type Translated } from './translate.ts'

const say = (tool: string, input: unknown = {}, agent?: string, servers?: readonly string[]): Translated =>
  translate({ tool, input: input as never, ...(agent === undefined ? {} : { agent }) }, servers)

describe('commands', () => {
  test('one shell tool, whatever an agent calls it', () => {
    const tools: [string, object, string?][] = [
      ['Bash', { command: 'ls' }],
      ['bash', { command: 'ls' }, 'opencode'],
      ['run_shell_command', { command: 'ls' }],
      ['exec_command', { cmd: 'ls' }],
      ['shell', { fullCommandText: 'ls' }, 'copilot'],
      ['execute_shell_command', { command: 'ls' }],
      ['Monitor', { command: 'ls' }],
      ['run_command', { script: 'ls' }],
    ]
    for (const [tool, input, agent] of tools) {
      const { command, problem, ...rest } = say(tool, input, agent)
      expect(rest, tool).toMatchObject({ tool: 'Bash', kind: 'shell', known: true, shell: 'bash' })
      expect(command).toEqual({ text: 'ls' })
      expect(problem).toBeUndefined()
    }
  })

  test('a list of words stays a list', () => {
    const call = say('shell', { command: ['bash', '-lc', 'rm x'], workdir: 'sub' }, 'codex')
    expect(call).toMatchObject({ command: { argv: ['bash', '-lc', 'rm x'] }, cwd: 'sub' })
    expect(call.problem).toBeUndefined()
  })

  test('a list of words that a shell would read otherwise is both, of a tool that nobody knows', () => {
    const both = { text: "ls '&&' rm x\nls && rm x" }
    for (const agent of [undefined, 'ai-sdk', 'acp', 'claude-code'])
      expect(say('shell', { command: ['ls', '&&', 'rm', 'x'] }, agent).command).toEqual(both)
    expect(say('run_command', { command: 'ls', args: ['&&', 'rm', 'x'] }).command).toEqual(both)
    expect(say('shell', { command: ['ls', '&&', 'rm', 'x'] }, 'codex').command).toEqual({
      argv: ['ls', '&&', 'rm', 'x'],
    })
    for (const plain of [
      ['ls', '-l', 'a=b'],
      ['bash', '-lc', 'ls && rm x'],
    ])
      expect(say('shell', { command: plain }, 'ai-sdk').command).toEqual({ argv: plain })
    expect(say('shell', { command: ['A=1', 'ls'] }).command).toEqual({ text: "'A=1' ls\nA=1 ls" })
  })

  test('a list where the tool takes text is read and doubted', () => {
    const call = say('run_shell_command', { command: ['rm', 'x'] })
    expect(call.command).toEqual({ argv: ['rm', 'x'] })
    expect(call.problem).toMatch(/is a list/u)
  })

  test.each([
    {},
    { command: 7 },
    { command: null },
    { command: {} },
    { command: [] },
    { command: true },
    { cmd: 'ls' },
  ])('a command that is missing or no text is never guessed: %j', (input) => {
    const call = say('Bash', input, 'claude-code')
    expect(call).toMatchObject({ tool: 'Bash', kind: 'shell', known: true })
    expect(call.command).toBeUndefined()
    expect(call.problem).toMatch(/its command is/u)
  })

  test('a word that is no text spoils the list but not the rest of it', () => {
    const call = say('shell', { command: ['rm', 7, 'x'] }, 'codex')
    expect(call.command).toEqual({ argv: ['rm', 'x'] })
    expect(call.problem).toMatch(/not text/u)
  })

  test("a field that an agent's own tool does not have is ignored", () => {
    for (const agent of [undefined, 'claude-code']) {
      const call = say('Bash', { command: 'npm run build', cmd: './evil.sh' }, agent)
      expect(call.command).toEqual({ text: 'npm run build' })
      expect(call.problem).toBeUndefined()
    }
  })

  test.each([
    [
      'Bash',
      { command: 'ls', description: 'x', timeout: 5, run_in_background: true, dangerouslyDisableSandbox: false },
    ],
    ['Grep', { pattern: 'x', path: 'a', glob: '*.ts', output_mode: 'content', '-n': true, type: 'ts', head_limit: 3 }],
    ['LS', { path: 'a', ignore: ['x'] }],
    ['Read', { file_path: 'a', offset: 1, limit: 2, pages: '1-2' }],
    ['Edit', { file_path: 'a', old_string: 'a', new_string: 'b', replace_all: true }],
    ['NotebookEdit', { notebook_path: 'a', cell_id: 'x', new_source: '', cell_type: 'code', edit_mode: 'insert' }],
    ['WebSearch', { query: 'x', allowed_domains: ['a.example'], blocked_domains: ['b.example'] }],
  ])('%s %j has no such field', (tool, input) => {
    expect([undefined, 'mine'].map((agent) => say(tool, input, agent).problem)).toEqual([undefined, undefined])
  })

  test("somebody's own tool of that name may have it", () => {
    expect(say('Bash', { command: 'npm run build', cmd: './evil.sh' }, 'mine').problem).toMatch(/twice/u)
    expect(say('Bash', { command: 'npm run build', commandLine: './evil.sh' }, 'mine').problem).toMatch(/commandLine/u)
    for (const field of ['command2', 'cmd_', 'command ', 'exec', 'bash'])
      expect(say('Bash', { command: 'npm run build', [field]: './evil.sh' }, 'mine').problem).toContain(field)
    expect(say('Read', { path: 'a', path2: '.env' }, 'mine').problem).toContain('path2')
    expect(say('Bash', { command: 'npm run build', cwd: 'web' }, 'mine')).toMatchObject({ cwd: 'web' })
  })

  test('two fields that may both be the command are both seen and never certain', () => {
    const call = say('run_command', { command: 'ls', script: 'rm x' })
    expect(call.command).toEqual({ text: 'ls\nrm x' })
    expect(call.problem).toMatch(/twice/u)
    expect(say('run_command', { command: 'ls', script: 'ls' }).problem).toBeUndefined()
  })

  test('a program with its arguments apart', () => {
    expect(say('run_command', { command: 'git', args: ['push', '-f'] }).command).toEqual({
      argv: ['git', 'push', '-f'],
    })
    expect(say('run_command', { command: 'git', args: [] }).command).toEqual({ text: 'git' })
    expect(say('run_command', { command: 'ls; git', args: ['push'] })).toMatchObject({
      command: { text: 'ls; git push' },
      problem: expect.stringMatching(/not a single program/u),
    })
    expect(say('run_command', { command: 'git', args: 'push' })).toMatchObject({
      command: { argv: ['git', 'push'] },
      problem: expect.stringMatching(/not a list/u),
    })
  })

  test('environment variables beside a command are doubted', () => {
    expect(say('shell', { command: ['ls'], env: { LD_PRELOAD: 'x' } }, 'codex').problem).toMatch(/`env`/u)
    expect(say('shell', { command: ['ls'], env: {} }, 'codex').problem).toBeUndefined()
  })

  test('another shell is believed only where its language is known', () => {
    expect(say('exec_command', { cmd: 'ls', shell: '/bin/sh' }).shell).toBe('sh')
    expect(say('exec_command', { cmd: 'ls', shell: 'pwsh' }).shell).toBe('powershell')
    for (const shell of ['/tmp/bash', './bash', 'zsh', 'fish', 'bash -c evil', 7]) {
      expect(say('exec_command', { cmd: 'ls', shell }), String(shell)).toMatchObject({
        shell: 'unknown',
        problem: expect.stringMatching(/shell/u),
      })
    }
  })

  test('text typed into a running program is seen and never certain; polling it is', () => {
    const typed = say('write_stdin', { session_id: 1, chars: 'rm x\n' }, 'codex')
    expect(typed).toMatchObject({ kind: 'shell', dynamic: true, command: { text: 'rm x\n' } })
    expect(typed.problem).toMatch(/already runs/u)
    expect(say('write_bash', { input: 'rm x{enter}' }, 'copilot').problem).toMatch(/already runs/u)
    expect(say('write_stdin', { session_id: 1, chars: '' }).problem).toBeUndefined()
    expect(say('write_stdin', { session_id: 1 })).toMatchObject({ command: { text: '' } })
    expect(say('write_stdin', { session_id: 1, chars: 7 }).problem).toMatch(/not text/u)
  })

  test('code of another language is a shell call nobody can read', () => {
    for (const tool of ['execute_python_code', 'exec', 'local_shell']) {
      expect(say(tool, { code: 'x' })).toMatchObject({ kind: 'shell', problem: expect.any(String) })
    }
    expect(say('batch', { tool_calls: [] }, 'opencode').problem).toBeDefined()
  })
})

describe('files', () => {
  test('every reading and writing tool names its path', () => {
    const tools: [string, string, string, 'read' | 'write'][] = [
      ['Read', 'file_path', 'Read', 'read'],
      ['NotebookRead', 'notebook_path', 'NotebookRead', 'read'],
      ['view', 'path', 'Read', 'read'],
      ['read_file', 'absolute_path', 'Read', 'read'],
      ['read_file', 'target_file', 'Read', 'read'],
      ['Write', 'file_path', 'Write', 'write'],
      ['MultiEdit', 'file_path', 'MultiEdit', 'write'],
      ['NotebookEdit', 'notebook_path', 'NotebookEdit', 'write'],
      ['create', 'path', 'Write', 'write'],
      ['replace', 'file_path', 'Edit', 'write'],
      ['edit', 'filePath', 'Edit', 'write'],
      ['edit', 'path', 'Edit', 'write'],
      ['write_text_file', 'file_path', 'Write', 'write'],
    ]
    for (const [name, field, tool, access] of tools) {
      const call = say(name, { [field]: 'a/b.txt' })
      expect(call, name).toMatchObject({ tool, kind: access, paths: [{ text: 'a/b.txt', access, field }] })
      expect(call.problem, name).toBeUndefined()
    }
  })

  test.each([{}, { file_path: 7 }, { file_path: '' }, { file_path: null }, { path: 'a' }, { file_path: {} }])(
    'a path that is missing or no text is never guessed: %j',
    (input) => {
      const call = say('Write', input)
      expect(call.paths).toEqual([])
      expect(call.problem).toMatch(/its path is/u)
    },
  )

  test('two paths for one file are both seen and never certain', () => {
    const call = say('read_file', { path: 'safe.txt', file_path: '/etc/shadow' })
    expect(call.paths.map(({ text }) => text).toSorted()).toEqual(['/etc/shadow', 'safe.txt'])
    expect(call.problem).toMatch(/twice/u)
  })

  test('a list of paths is read where the tool takes one', () => {
    expect(say('rg', { pattern: 'x', paths: ['a', 'b'] }, 'copilot').paths).toHaveLength(2)
    expect(say('Read', { file_path: ['a'] })).toMatchObject({
      paths: [{ text: 'a' }],
      problem: expect.stringMatching(/list/u),
    })
  })

  test('a search without a path searches the working directory, all of it', () => {
    for (const tool of ['Grep', 'LS', 'grep_search', 'list']) {
      expect(say(tool, { pattern: 'x' }).paths, tool).toMatchObject([{ text: '.', access: 'read', tree: true }])
    }
  })

  test('moving a file writes in two places, and what stands in it can be read at the second', () => {
    expect(say('move_file', { source: 'a', destination: 'b' }).paths).toMatchObject([
      { text: 'a', how: 'delete' },
      { text: 'a', access: 'read', certain: false, within: 0 },
      { text: 'b', how: 'create' },
      { text: 'b/a', how: 'create', certain: false, within: 2 },
    ])
    expect(say('move_file', { source: 'a' }).problem).toMatch(/missing/u)
  })

  test('a file pattern is judged by where it can reach', () => {
    const reach = (pattern: unknown, path?: string): unknown[] => {
      const { paths, problem } = say('Glob', { pattern, ...(path === undefined ? {} : { path }) })
      return [paths.map(({ text, tree }) => (tree === true ? `${text}/**` : text)).join(' '), problem !== undefined]
    }
    expect(reach('**/*.ts')).toEqual(['./**', false])
    expect(reach('src/**/*.ts')).toEqual(['src/**', false])
    expect(reach('*.ts', 'src')).toEqual(['src/**', false])
    expect(reach('src/a.ts')).toEqual(['src/a.ts', false])
    expect(reach('/etc/*.conf', 'src')).toEqual(['/etc/**', false])
    expect(reach('/*')).toEqual(['//**', false])
    expect(reach('../secrets/*', 'src')).toEqual(['src/../secrets/**', false])
    expect(reach('*/../../secrets/*')).toEqual(['./** ./**', true])
    expect(reach('{/etc,src}/*')).toEqual(['./** /etc/** src/** ./**', true])
    expect(reach('src/@(a|/etc)/*')).toEqual(['src/** ./**', true])
    expect(reach('~/.ssh/*')).toEqual(['~/.ssh/** ./**', true])
    expect(reach(7)).toEqual(['./**', true])
    expect(say('find_files', { query: '/etc/*' }).paths.map(({ text }) => text)).toEqual(['.', '/etc'])
  })
})

describe('urls', () => {
  test('a url is read from its field', () => {
    expect(say('WebFetch', { url: 'https://a.example/x', prompt: 'see https://b.example' }).urls).toEqual([
      { text: 'https://a.example/x', field: 'url' },
    ])
    expect(say('fetch', { urls: ['https://a.example', 'https://b.example'] }).urls).toHaveLength(2)
  })

  test.each([{}, { url: 7 }, { url: '' }, { prompt: 'x' }])('a missing url is never guessed: %j', (input) => {
    expect(say('WebFetch', input)).toMatchObject({
      kind: 'url',
      urls: [],
      problem: expect.stringMatching(/its url is/u),
    })
  })

  test('a search of the web names no url', () => {
    expect(say('WebSearch', { query: 'x' })).toMatchObject({ kind: 'url', urls: [] })
    expect(say('WebSearch', { query: 'x' }).problem).toBeUndefined()
  })

  test('urls hide in a prompt', () => {
    const urls = (prompt: string): unknown[] => {
      const call = say('web_fetch', { prompt }, 'gemini')
      return [call.urls.map(({ text }) => text), call.problem !== undefined]
    }
    expect(urls('read https://a.example/x and\nHTTPS://B.example')).toEqual([
      ['https://a.example/x', 'HTTPS://B.example'],
      false,
    ])
    expect(urls('read https://a.example.')).toEqual([['https://a.example.', 'https://a.example'], false])
    expect(urls('[x](https://a.example)')).toEqual([['https://a.example)', 'https://a.example'], true])
    expect(urls('https://a.example,https://b.example')[0]).toContain('https://b.example')
    expect(urls('file:///etc/passwd')).toEqual([['file:///etc/passwd'], true])
    expect(urls('no address')).toEqual([[], true])
  })
})
