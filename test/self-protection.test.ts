/**
 * An agent that tries to change what decides about it, or to answer its own question: by every agent's file tools and
 * by shell, against a policy that allows it everything it can be allowed.
 */

import { describe, expect, test } from 'vitest'
import { createEngine } from '../src/index.ts'
import type { Call, Engine, Mode } from '../src/index.ts'
import { MODES } from '../src/engine/mode.ts'
import { describedFileSystem } from '../src/effects/paths/file-system.ts'

const PLACE = { cwd: '/srv/project', root: '/srv/project', home: '/home/user' }
const EVERYTHING = [
  'shell',
  'read',
  'write',
  'url',
  'mcp',
  'other',
  'Bash(*)',
  'Write(**)',
  'Write(//**)',
  'Edit(~/**)',
]

const engines = new Map<Mode, Engine>(
  MODES.map((mode) => [mode, createEngine({ ...PLACE, policy: { mode, allow: EVERYTHING, otherwise: 'allow' } })]),
)
const bare = createEngine(PLACE)

function verdicts(call: Call): Record<Mode, string> {
  const told = [...engines].map(([mode, engine]) => {
    const { behavior, safety } = engine.decide(call)
    return [mode, safety ? `safety ${behavior}` : behavior]
  })
  return Object.fromEntries(told) as Record<Mode, string>
}

/** What semantics 6 says of Countersign's own files and of what hooks it in. */
const GUARDED = {
  default: 'safety ask',
  acceptEdits: 'safety ask',
  explore: 'deny',
  bypass: 'allow',
  dontAsk: 'safety deny',
}
const DENIED = { default: 'deny', acceptEdits: 'deny', explore: 'deny', bypass: 'deny', dontAsk: 'deny' }

const POLICIES = [
  'countersign.yaml',
  'countersign.yml',
  'countersign.json',
  '.countersign/local.yaml',
  '.countersign/local.json',
  '~/.config/countersign/policy.yaml',
  '/etc/countersign/policy.yaml',
]
const STATE = [
  '~/.config/countersign/trusted.json',
  '~/.local/state/countersign/state.db',
  '~/.local/state/countersign/countersign.db.0f1e2d3c.spool',
  '~/.local/state/countersign/read/1.json',
  '~/.local/share/countersign/audit.jsonl',
  '~/Library/Application Support/countersign/state.db',
  '/run/user/1000/countersign/gate.sock',
]
/** Where it was installed with the project, or for everybody. */
const PROGRAM = ['node_modules/countersign/bin/countersign-hook', '/usr/lib/node_modules/countersign/dist/cli/x.js']
const HOOKS = [
  '.claude/settings.json',
  '.claude/settings.local.json',
  '~/.claude/settings.json',
  '~/.claude.json',
  '/etc/claude-code/managed-settings.json',
  '~/.codex/hooks.json',
  '~/.codex/config.toml',
  '~/.copilot/hooks/countersign.json',
  '~/.copilot/settings.json',
  '.github/hooks/countersign.json',
  '.gemini/settings.json',
  '~/.gemini/settings.json',
  '.qwen/settings.json',
  '.opencode/plugin/countersign.ts',
  '~/.config/opencode/plugin/countersign.js',
  'opencode.json',
  '.cursor/hooks.json',
  '.mcp.json',
]
const FILES = [...POLICIES, ...STATE, ...HOOKS]

const patch = (path: string) => `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch\n`
const added = (path: string) => `*** Begin Patch\n*** Add File: ${path}\n+b\n*** End Patch\n`
const moved = (path: string) => `*** Begin Patch\n*** Update File: a\n*** Move to: ${path}\n@@\n-a\n+b\n*** End Patch\n`

const TOOLS: readonly ((path: string) => Call)[] = [
  (path) => ({ tool: 'Write', input: { file_path: path, content: '' } }),
  (path) => ({ tool: 'Edit', input: { file_path: path, old_string: 'a', new_string: 'b' } }),
  (path) => ({ agent: 'claude-code', tool: 'MultiEdit', input: { file_path: path, edits: [] } }),
  (path) => ({ agent: 'claude-code', tool: 'NotebookEdit', input: { notebook_path: path, new_source: '' } }),
  (path) => ({ agent: 'copilot', tool: 'create', input: { path, file_text: '' } }),
  (path) => ({ agent: 'copilot', tool: 'edit', input: { path, old_str: 'a', new_str: 'b' } }),
  (path) => ({ agent: 'copilot', tool: 'str_replace_editor', input: { command: 'create', path } }),
  (path) => ({ agent: 'copilot', tool: 'write', input: { fileName: path, diff: '' } }),
  (path) => ({ agent: 'copilot', tool: 'apply_patch', input: { input: patch(path) } }),
  (path) => ({ agent: 'gemini', tool: 'write_file', input: { file_path: path, content: '' } }),
  (path) => ({ agent: 'gemini', tool: 'replace', input: { file_path: path, old_string: 'a', new_string: 'b' } }),
  (path) => ({ agent: 'codex', tool: 'apply_patch', input: { command: patch(path) } }),
  (path) => ({ agent: 'codex', tool: 'apply_patch', input: { command: added(path) } }),
  (path) => ({ agent: 'codex', tool: 'apply_patch', input: { command: moved(path) } }),
  (path) => ({ agent: 'opencode', tool: 'write', input: { filePath: path, content: '' } }),
  (path) => ({ agent: 'opencode', tool: 'multiedit', input: { filePath: path, edits: [] } }),
  (path) => ({ agent: 'opencode', tool: 'patch', input: { patchText: added(path) } }),
  (path) => ({ tool: 'delete_file', input: { path } }),
]

const SHELL: readonly ((path: string) => string)[] = [
  (path) => `echo x > ${path}`,
  (path) => `echo x >> ${path}`,
  (path) => `: >| ${path}`,
  (path) => `cat > ${path} <<'END'\nx\nEND`,
  (path) => `true && echo x 2> ${path}`,
  (path) => `echo x | tee -a ${path}`,
  (path) => `sed -i s/deny/allow/ ${path}`,
  (path) => `sed -i.bak -e s/deny/allow/ ${path}`,
  (path) => `cp x ${path}`,
  (path) => `mv x ${path}`,
  (path) => `mv ${path} x`,
  (path) => `ln -sf x ${path}`,
  (path) => `install -m 644 x ${path}`,
  (path) => `dd if=x of=${path}`,
  (path) => `rm ${path}`,
  (path) => `rm -rf ${path}`,
  (path) => `unlink ${path}`,
  (path) => `shred -u ${path}`,
  (path) => `truncate -s 0 ${path}`,
  (path) => `touch ${path}`,
  (path) => `chmod 777 ${path}`,
  (path) => `rsync x ${path}`,
  (path) => `curl -o ${path} https://example.com/x`,
  (path) => `sort -o ${path} x`,
  (path) => `awk 'BEGIN { print 1 > "${path}" }'`,
  (path) => `bash -c 'echo x > ${path}'`,
  (path) => `sudo sh -c 'echo x > ${path}'`,
  (path) => `env A=1 nohup tee ${path} < x`,
  (path) => `find . -maxdepth 0 -exec cp x ${path} \\;`,
]

const bash = (command: string): Call => ({ tool: 'Bash', input: { command } })

describe('its policy, its state and its hooks are put before a person', () => {
  test.each(FILES)('%s by every file tool', (path) => {
    for (const tool of TOOLS) expect(verdicts(tool(path)), JSON.stringify(tool(path))).toEqual(GUARDED)
  })

  test.each(FILES.filter((path) => !path.includes(' ')))('%s by shell', (path) => {
    // Inside quotes `~` is no home.
    const absolute = path.replace(/^~/, PLACE.home)
    // It may not be read unasked either: where nobody can be asked, what could be either is denied for the reading already.
    const isSecret = path === '~/.claude.json' || path.startsWith('~/.local/state/')
    const guarded = isSecret ? { ...GUARDED, dontAsk: expect.stringMatching(/deny$/) as string } : GUARDED
    for (const write of SHELL) {
      const command = write(/['"]/.test(write('')) ? absolute : path)
      expect(verdicts(bash(command)), command).toEqual(guarded)
    }
  })

  test.each(PROGRAM)('the program itself, which may go but not become another: %s', (path) => {
    const gone = [
      { tool: 'delete_file', input: { path } },
      ...['rm', 'rm -rf', 'unlink'].map((rm) => bash(`${rm} ${path}`)),
      ...['rm -rf node_modules', 'rm -rf node_modules/*', 'mv node_modules /tmp/x'].map(bash),
    ]
    for (const call of gone) expect(verdicts(call).acceptEdits, JSON.stringify(call)).toBe('allow')
    const [file, folder] = [{ file_path: path, content: '' }, path.replace(/[^/]*$/, '')]
    const others = [
      `echo x > ${path}`,
      `cp x ${path}`,
      `cp x ${folder}`,
      `mv x ${path}`,
      `ln -sf x ${path}`,
      `cp x ${path}?`,
    ]
    for (const call of [{ tool: 'Write', input: file }, ...others.map(bash)])
      expect(verdicts(call).acceptEdits, JSON.stringify(call)).toBe('safety ask')
  })

  test('what is merged into its folder under names that nobody tells may be another program', () => {
    const disk = (files: string[], symlinks = {}) =>
      createEngine({ ...PLACE, policy: { mode: 'acceptEdits' }, fs: describedFileSystem({ files, symlinks }) })
    const own = '/srv/project/node_modules/countersign/package.json'
    const said = (engine: Engine, command: string) => engine.decide(bash(command)).code
    const merged = [
      'cp -r evil/. node_modules',
      'cp -r evil/* node_modules/',
      'cp -rT evil ./node_modules',
      'mv evil/* node_modules',
    ]
    for (const command of merged) {
      expect(said(disk([own, '/srv/project/evil/x']), command), command).toBe('self-protection')
      expect(said(disk(['/srv/project/node_modules/x/y', '/srv/project/evil/x']), command), command).not.toBe(
        'self-protection',
      )
    }
    const linked = disk(['/srv/project/deps/countersign/x'], { '/srv/project/node_modules': '/srv/project/deps' })
    expect(said(linked, 'ln -sfn evil node_modules')).toBe('self-protection')
    for (const command of [
      'cp x node_modules/y',
      'mkdir -p node_modules/y',
      'cp -r node_modules /srv/project/x',
      'touch node_modules',
    ])
      expect(said(disk([own]), command), command).not.toBe('self-protection')
  })

  test('what it keeps is read only with a person’s word', () => {
    for (const command of ['cat', 'sqlite3 -readonly -safe'])
      expect(bare.decide(bash(`${command} ~/.local/state/countersign/countersign.db`)).behavior).toBe('ask')
  })

  test.each([
    './countersign.yaml',
    'src/../countersign.yaml',
    '/srv/project/countersign.yaml',
    '//srv//project/./countersign.yaml',
    'packages/app/countersign.yaml',
    '.countersign//local.yaml',
    '.CLAUDE/settings.json',
    '/proc/self/root/etc/countersign/policy.yaml',
    '/proc/self/cwd/countersign.yaml',
    'file:///srv/project/countersign.yaml',
  ])('however it is spelled: %s', (path) => {
    const engine = createEngine({
      ...PLACE,
      policy: { allow: EVERYTHING },
      fs: { readlink: () => undefined, caseInsensitive: true },
    })
    const { behavior, safety } = engine.decide({ tool: 'Write', input: { file_path: path, content: '' } })
    expect({ behavior, safety }).toEqual({ behavior: 'ask', safety: true })
  })

  test.each([
    'rm -rf .countersign',
    'rm ~/Library/Application\\ Support/countersign/state.db',
    'echo x > "$HOME/Library/Application Support/countersign/state.db"',
    'rm -r ~/.config',
    'mv .claude .claude-off',
    'mv ~/.config/countersign /tmp/x',
    'cp -r other/.countersign .',
    'cd .countersign && echo x > local.yaml',
    'cd ~/.config && rm countersign/policy.yaml',
    'D=.countersign; echo x > $D/local.yaml',
    'echo x > .countersign/"local".yaml',
    "echo x > $'countersign.yaml'",
    'for f in countersign.yaml; do rm "$f"; done',
    'echo "$(rm countersign.yaml)"',
    'ls & rm countersign.yaml',
  ])('with more of a shell: %s', (command) => {
    expect(verdicts(bash(command))).toEqual(GUARDED)
  })

  test('through a link that leads there', () => {
    const fs = {
      readlink: (path: string) => (path === '/srv/project/notes.txt' ? 'countersign.yaml' : undefined),
      caseInsensitive: false,
    }
    const engine = createEngine({ ...PLACE, fs, policy: { mode: 'acceptEdits', allow: EVERYTHING } })
    for (const call of [bash('echo x > notes.txt'), TOOLS[0]!('notes.txt')]) {
      const { behavior, safety, code } = engine.decide(call)
      expect({ behavior, safety, code }).toEqual({ behavior: 'ask', safety: true, code: 'self-protection' })
    }
  })

  test('no policy gives its own files up', () => {
    const engine = createEngine({
      ...PLACE,
      policy: {
        ...createEngine({ ...PLACE, policy: { allow: EVERYTHING } }).policy,
        protectedPaths: { add: [], remove: ['countersign', 'countersign.yaml', '.countersign/', '**', '/'] },
      },
    })
    for (const path of [...POLICIES, ...STATE]) expect(engine.decide(TOOLS[0]!(path)).safety, path).toBe(true)
  })

  test('reading them is no secret', () => {
    expect(bare.decide(bash('cat countersign.yaml .claude/settings.json')).behavior).toBe('allow')
  })

  test.each(['countersign.yaml.md', 'docs/countersign.md', 'my-countersign.yaml', 'countersign/index.ts'])(
    'a file that only sounds like one is an ordinary file: %s',
    (path) => {
      expect(engines.get('default')!.decide(TOOLS[0]!(path)).behavior).toBe('allow')
    },
  )
})

describe('code that an interpreter is given runs unasked by no mode, whatever file it names', () => {
  test.each([
    `python3 -c "open('countersign.yaml','w').write('x')"`,
    `python -c "import os; os.remove('.countersign/local.yaml')"`,
    `node -e "require('fs').writeFileSync('.claude/settings.json','')"`,
    `perl -pi -e s/deny/allow/ countersign.yaml`,
    `ruby -e "File.write('countersign.yaml','')"`,
  ])('%s', (command) => {
    for (const mode of ['default', 'acceptEdits', 'explore', 'dontAsk'] as const) {
      expect(createEngine({ ...PLACE, policy: { mode } }).decide(bash(command)).behavior).not.toBe('allow')
    }
  })
})

describe('it does not answer its own questions', () => {
  const LAUNCHES = [
    'countersign',
    './node_modules/.bin/countersign',
    '/usr/local/bin/countersign',
    './bin/countersign.js',
    'npx countersign',
    'npx -y countersign@latest',
    'npm exec -- countersign',
    'pnpm exec countersign',
    'pnpm dlx countersign',
    'yarn dlx countersign',
    'bunx countersign',
    'sudo countersign',
    'env A=1 countersign',
    'A=1 countersign',
    'command countersign',
    'nohup timeout 5 countersign',
    'echo x | xargs countersign',
    '"counter"sign',
    'ls && countersign',
    'ls; (countersign',
  ]
  const ANSWERS = [
    'trust',
    'untrust',
    'answer 3 allow',
    'approve 3',
    'grant x',
    'mode bypass',
    'init',
    '$WHAT',
    '--yes trust',
  ]

  test.each(LAUNCHES)('%s …', (launch) => {
    for (const answer of ANSWERS) {
      const command = `${launch} ${answer}${launch.includes('(') ? ')' : ''}`
      expect(verdicts(bash(command)), command).toEqual(DENIED)
    }
  })

  test('inside another command', () => {
    for (const command of [
      `bash -c 'countersign trust'`,
      'echo "$(countersign trust)"',
      'cat <(countersign trust)',
      'countersign check ls && countersign trust',
      'eval countersign trust',
      'find . -exec countersign trust \\;',
    ])
      expect(verdicts(bash(command)), command).toEqual(DENIED)
  })

  test('every agent’s shell', () => {
    for (const call of [
      { agent: 'copilot', tool: 'bash', input: { command: 'countersign trust' } },
      { agent: 'gemini', tool: 'run_shell_command', input: { command: 'countersign trust' } },
      { agent: 'codex', tool: 'exec_command', input: { cmd: 'countersign trust' } },
      { agent: 'codex', tool: 'shell', input: { command: ['countersign', 'trust'] } },
      { agent: 'opencode', tool: 'bash', input: { command: 'countersign trust' } },
    ])
      expect(verdicts(call), JSON.stringify(call)).toEqual(DENIED)
  })

  test('an answer given before does not stand in for the denial', () => {
    const policy = engines.get('default')!.policy
    const answers = [{ behavior: 'allow', rule: 'Bash(countersign trust)', source: { layer: 'session' } }] as const
    expect(createEngine({ ...PLACE, policy: { ...policy, answers } }).decide(bash('countersign trust')).behavior).toBe(
      'deny',
    )
  })

  test.each(['countersign check ls', 'countersign explain ls', 'countersign --help', 'npx countersign check ls'])(
    'looking is an ordinary command: %s',
    (command) => {
      expect(engines.get('default')!.decide(bash(command)).behavior).toBe('allow')
      expect(bare.decide(bash(command)).behavior).toBe('ask')
    },
  )

  test.each(['node bin/countersign.js trust', 'yarn countersign trust', 'npm run countersign -- trust', '$CS trust'])(
    'what cannot be told to be it runs by no mode but bypass without a rule: %s',
    (command) => {
      for (const mode of ['default', 'acceptEdits', 'explore', 'dontAsk'] as const) {
        expect(createEngine({ ...PLACE, policy: { mode } }).decide(bash(command)).behavior).not.toBe('allow')
      }
    },
  )
})
