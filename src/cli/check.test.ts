import { spawnSync } from 'node:child_process'
import { mkdirSync, openSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BuiltCli } from './testing.ts'

let cli: BuiltCli
beforeAll(async () => void (cli = await BuiltCli.build()))
afterAll(() => cli.remove())

const STRICT = 'allow: [ "shell(npm run:*)", "read(./**)" ]\nask: [ "shell(git push:*)" ]\ndeny: [ "shell(sudo:*)" ]\n'

describe('the exit code says the verdict', () => {
  it.each([
    ['allow', 'npm run build', 0],
    ['ask', 'git push -f', 3],
    ['deny', 'sudo ls', 4],
  ])('%s', async (behavior, command, expected) => {
    const policy = cli.write('policies/strict.yaml', STRICT)
    const { code, stdout } = await cli.run(['check', '--policy', policy, command])
    expect(code).toBe(expected)
    expect(stdout).toMatch(new RegExp(`^${behavior}`))
  })

  it('a read-only command is allowed without any policy', async () => {
    expect(await cli.run(['check', 'git status'])).toMatchObject({ code: 0, stderr: '' })
  })

  it.each([[], ['--json']])('what nobody can be told is no verdict, and no failure of ours: %j', (...options) => {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, [cli.entry, 'check', ...options, 'git status'], {
      cwd: cli.folder,
      env: { PATH: process.env['PATH'], HOME: cli.home },
      stdio: ['ignore', full, 'pipe'],
    })
    expect(status).toBe(2)
    expect(String(stderr)).toContain('countersign: what it has to say cannot be written: the disk is full\n')
    expect(String(stderr)).not.toContain('should not have happened')
  })

  it('the mode of the command line counts', async () => {
    expect((await cli.run(['check', '--mode', 'dontAsk', 'npm publish'])).code).toBe(4)
  })
})

describe('the call', () => {
  it('is a tool and its input as JSON', async () => {
    const ended = await cli.run(['check', 'Bash', '{"command": "git status"}'])
    expect(ended.code).toBe(0)
  })

  it('is a tool and the text of its main field', async () => {
    const policy = cli.write('policies/strict.yaml', STRICT)
    expect((await cli.run(['check', '--policy', policy, 'Read', './notes.txt'])).code).toBe(0)
    expect((await cli.run(['check', '--policy', policy, 'Read', '/etc/hosts'])).code).toBe(3)
    expect((await cli.run(['check', 'WebFetch', 'https://example.com'])).stdout).toContain('example.com')
  })

  it('understands the tool names of other agents', async () => {
    expect((await cli.run(['check', '--agent', 'gemini', 'run_shell_command', 'git status'])).code).toBe(0)
  })

  it('runs where --cwd says', async () => {
    const { stdout } = await cli.run(['check', '--json', '--cwd', '/srv/project', 'Read', 'a.txt'])
    expect(stdout).toContain('"/srv/project/a.txt"')
    const { code, stderr } = await cli.run(['check', '--cwd', '/srv/projetc', 'git status'])
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('there is no such folder') })
    expect((await cli.run(['check', '--cwd', cli.folder, 'git status'])).stderr).toBe('')
  })

  it('meets the real disk: a link out of the project does not gain the allow', async () => {
    const policy = cli.write('policies/strict.yaml', STRICT)
    const link = join(cli.folder, 'inside')
    rmSync(link, { force: true })
    symlinkSync('/etc', link)
    expect((await cli.run(['check', '--policy', policy, 'Read', './inside/hosts'])).code).toBe(3)
  })
})

describe('a folder that is reached through a link', () => {
  it('is the project under the name by which one came, too', async () => {
    const policy = cli.write('../.config/countersign/policy.yaml', STRICT)
    const link = join(dirname(cli.folder), 'link')
    rmSync(link, { force: true })
    symlinkSync(cli.folder, link)
    const read = async (path: string, cwd: string) => (await cli.run(['check', '--cwd', cwd, 'Read', path])).code
    expect(await read(join(link, 'notes.txt'), link)).toBe(0)
    expect(await read('notes.txt', link)).toBe(0)
    expect(await read(join(link, 'notes.txt'), cli.folder), 'a name by which nobody came').toBe(3)
    rmSync(policy)
  })
})

describe('bad use is exit code 2, with a way out', () => {
  it.each([
    [['check'], 'nothing to decide'],
    [['chek', 'ls'], 'Did you mean check?'],
    [['check', '--polcy', 'x', 'ls'], 'Did you mean --policy?'],
    [['check', '--mode', 'dontask', 'ls'], 'Did you mean dontAsk?'],
    [['check', '--mode'], '--mode needs a value: MODE'],
    [['check', '--policy', '--json', 'ls'], '--policy needs a value: FILE'],
    [['check', '--json', '--json', 'ls'], 'given twice'],
    [['check', '--json=yes', 'ls'], 'takes no value'],
    [['check', 'git', 'push', 'origin'], "countersign check 'git push origin'"],
    [['check', 'git', 'push', '-f'], 'put it in quotes'],
    [['check', 'git', 'status'], "'git status'"],
    [['check', '--agent', 'clade-code', 'ls'], 'clade-code is not an agent known here\nDid you mean claude-code?'],
    [['check', 'Bsh', 'ls'], 'Did you mean Bash?'],
    [['check', 'Read'], `Read is a tool: say its input, too\nFor example: Read '{"file_path": "…"}'\n`],
    [['explain', 'AskUserQuestion'], "For example: AskUserQuestion '{}'"],
    [['check', '--policy', '.', 'ls'], 'the policy . cannot be read: it is a folder'],
    [['trust', 'a', 'b'], 'trust takes at most 1 argument, not 2'],
    [['lint', 'a'], 'lint takes no arguments\n'],
    [['init', 'codex'], 'init takes no arguments\nDid you mean --agent codex?\n'],
    [['import', 'claude-code', 'nowhere.json'], 'the file nowhere.json cannot be read: there is no such file'],
    [['import', 'claude-code', 'a', 'b'], 'import takes at most 2 arguments, not 3'],
    [['check', 'Bash', '{"command": '], 'not JSON'],
    [['check', '--policy', 'nowhere.yaml', 'ls'], 'there is no such file'],
    [['check', '--batch', 'ls'], 'takes its calls from the input'],
    [['check', '--batch', '--mode', 'bypass'], 'Each line of the input says it for itself'],
    [['init', '--remove', '--scope', 'user'], '--scope does not go with --remove'],
    [['init', '--remove', '--outcomes'], '--outcomes does not go with --remove'],
    [['mcp', 'pins', '--strict'], '--strict does not go with pins'],
    [['mcp', '--bearer-env', 'PATH', '--', 'cat'], '--bearer-env is for a server at a URL'],
    [
      ['run', 'copilot', '--command', '/bin/true', '--broad', '--', '-p', 'x'],
      '--broad does not go with --via hook\nIt belongs to --via output.',
    ],
    [
      ['serve', '--add-approver', 'ann', '--approvers', 'a.txt', '--port', '1'],
      '--port does not go with --add-approver',
    ],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await cli.run(args)
    if (args.includes('--json')) expect(stdout + stderr).toContain(message)
    else expect(stderr).toContain(message)
    expect(code).toBe(2)
  })
})

it('a rule that is there and is for another agent is told', async () => {
  cli.write('policies/agents.yaml', 'allow:\n  - { rule: "shell(make:*)", agents: [codex] }\n')
  const told =
    'would pass with  allow rule `shell(make:*)` (policies/agents.yaml:2) without its `agents` (codex)\n                   or  Bash(make all)'
  expect((await cli.run(['check', '--policy', 'policies/agents.yaml', 'make all'])).stdout).toContain(told)
  expect((await cli.run(['check', '--policy', 'policies/agents.yaml', 'npm publish'])).stdout).not.toContain('agents')
})

it('a restriction that is for one agent is told as that, where the call names none', async () => {
  cli.write('policies/agents.yaml', 'deny:\n  - { rule: "shell(make:*)", agents: [codex, gemini] }\n')
  const make = async (...more: string[]) =>
    (await cli.run(['check', '--policy', 'policies/agents.yaml', ...more, 'make all'])).stdout
  expect(await make()).toContain('The rule is for codex, gemini; whose call this is was not said (--agent).')
  expect(await make('--agent', 'codex')).not.toContain('The rule is for')
})

it('what to do about bad use is told as JSON, too', async () => {
  const { code, stdout } = await cli.run(['check', '--json', '--mode', 'dontask', 'ls'])
  expect(code).toBe(2)
  expect(JSON.parse(stdout)).toEqual({ error: '--mode does not take dontask', hint: 'Did you mean dontAsk?' })
  const { stdout: plain } = await cli.run(['check', '--json', '--policy', 'nowhere.yaml', 'ls'])
  expect(JSON.parse(plain)).toEqual({ error: 'the policy nowhere.yaml cannot be read: there is no such file' })
})

it('a folder that is gone is told as that', async () => {
  const gone = join(cli.home, 'gone')
  mkdirSync(gone)
  const line = `rmdir ../gone && exec '${process.execPath}' '${cli.entry}' check ls`
  const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: gone, encoding: 'utf8' })
  expect(stderr).toContain('countersign: the folder it was started in is gone\n')
  expect(status).toBe(2)
})

describe('a broken policy', () => {
  const BROKEN = 'allow: [ "Bsh(ls)" ]\nmoed: default\ndeny:\n  - "shell(sudo:*"\n'

  it('decides nothing, and every problem is told with its place', async () => {
    const policy = cli.write('policies/broken.yaml', BROKEN)
    const { code, stdout, stderr } = await cli.run(['check', '--policy', policy, 'git status'])
    expect(code).toBe(2)
    expect(stdout).toBe('')
    for (const place of [`${policy}:1:`, `${policy}:2:1`, `${policy}:4:`]) expect(stderr).toContain(place)
    expect(stderr).toContain('did you mean `Bash`?')
  })

  it('is told as JSON, too', async () => {
    const policy = cli.write('policies/broken.yaml', BROKEN)
    const { code, stdout } = await cli.run(['check', '--json', '--policy', policy, 'git status'])
    expect(code).toBe(2)
    const { problems } = JSON.parse(stdout) as { problems: { line: number }[] }
    expect(problems.map(({ line }) => line)).toEqual([1, 2, 4])
  })

  it('of the project stops the decision as well', async () => {
    const path = cli.write('broken/countersign.yaml', BROKEN)
    expect((await cli.run(['check', 'git status'], { cwd: dirname(path) })).code).toBe(2)
  })
})

describe('the layers found here', () => {
  it("a checkout's allow rules count only once its folder is trusted, and the note says so", async () => {
    const cwd = dirname(cli.write('checkout/countersign.yaml', 'allow: [ "shell(npm run:*)" ]\n'))
    const before = await cli.run(['check', 'npm run build'], { cwd })
    expect(before.code).toBe(3)
    expect(before.stderr).toContain('countersign.yaml:1: the allow rule `shell(npm run:*)` is ignored')
    expect(before.stderr).toContain('countersign trust')

    const below = join(cwd, 'deep', 'down')
    mkdirSync(below, { recursive: true })
    expect((await cli.run(['trust'], { cwd: below })).stdout).toContain(`${cwd} is trusted now`)
    expect(await cli.run(['check', 'npm run build'], { cwd })).toMatchObject({ code: 0, stderr: '' })
    expect((await cli.run(['trust', '--list'])).stdout).toContain(cwd)

    const removed = await cli.run(['trust', '--remove', '--json', cwd])
    expect(JSON.parse(removed.stdout)).toEqual({ folder: cwd, trusted: false })
    expect((await cli.run(['check', 'npm run build'], { cwd })).code).toBe(3)
    expect(await cli.run(['trust', '--remove', cwd])).toMatchObject({ code: 2, stdout: '' })
  })

  it('home as a whole cannot be trusted', async () => {
    expect(await cli.run(['trust', cli.home])).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('--json', () => {
  it('has every field that scripts rely on', async () => {
    const policy = cli.write('policies/strict.yaml', STRICT)
    const { stdout } = await cli.run(['check', '--json', '--policy', policy, 'sudo ls'])
    expect(JSON.parse(stdout)).toMatchObject({
      behavior: 'deny',
      code: 'deny-rule',
      reason: expect.stringContaining('shell(sudo:*)') as string,
      safety: false,
      rule: { rule: 'shell(sudo:*)', behavior: 'deny', file: policy, line: 3, layer: 'project' },
      readOnly: false,
      danger: null,
      suggestions: [],
      enforced: true,
      notes: [],
    })
  })

  it('may stand before the command', async () => {
    const { code, stdout } = await cli.run(['--json', 'check', 'npm publish'])
    expect({ code, verdict: JSON.parse(stdout) as unknown }).toMatchObject({ code: 3, verdict: { behavior: 'ask' } })
  })

  it('of an ask offers rules', async () => {
    const { stdout } = await cli.run(['check', '--json', 'npm publish'])
    const { suggestions } = JSON.parse(stdout) as { suggestions: { rules: string[]; lasts: string[] }[] }
    expect(suggestions[0]).toEqual({ rules: ['Bash(npm publish)'], lasts: ['session', 'project', 'always'] })
  })
})

describe('help and version', () => {
  it('is shown when nothing is asked', async () => {
    const { code, stdout } = await cli.run([])
    expect(code).toBe(0)
    for (const name of ['check', 'explain', 'trust']) expect(stdout).toContain(`  ${name} `)
  })

  it.each(['check', 'explain', 'trust'])('of %s has examples', async (name) => {
    const { code, stdout } = await cli.run([name, '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain(`$ countersign ${name}`)
  })

  it.each([
    [['--mode', 'bypass', 'check', 'ls'], '--mode stands before the command'],
    [['--json'], 'no command is given'],
    [['--json', 'chekc', 'ls'], 'chekc is not a command'],
    [['log'], 'Did you mean audit?'],
    [['-v'], '--version says which this is'],
    [['version'], 'Did you mean --version?'],
  ])('says what to type instead of %j', async (args, message) => {
    const { code, stdout, stderr } = await cli.run(args)
    expect({ code, said: stdout + stderr }).toEqual({ code: 2, said: expect.stringContaining(message) as string })
  })

  it('says the version', async () => {
    expect((await cli.run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect((await cli.run(['--version', '--json'])).stdout).toMatch(/^\{"version":"\d+\.\d+\.\d+"\}\n$/)
  })
})

it.each(['', '.'])('no folder of the project is taken for the home, which is said to be %j', async (HOME) => {
  const planted = cli.write('.config/countersign/policy.yaml', 'allow: [ "shell(npm publish)" ]\n')
  expect((await cli.run(['check', 'npm publish'], { env: { HOME } })).code).not.toBe(0)
  rmSync(dirname(dirname(planted)), { recursive: true })
})

it('says what to run where nothing is built', async () => {
  const lonely = join(cli.home, 'lonely', 'bin')
  const { cpSync, mkdirSync } = await import('node:fs')
  cpSync(dirname(cli.entry), lonely, { recursive: true })
  const { spawnSync } = await import('node:child_process')
  const check = () => spawnSync(process.execPath, [join(lonely, 'countersign.js'), 'check', 'ls'], { encoding: 'utf8' })
  expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run build') as string })
  // What cannot be read for another reason, too many open files for one, is not built anew.
  mkdirSync(join(lonely, '..', 'dist', 'cli', 'main.js'), { recursive: true })
  expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining('EISDIR') as string })
})
