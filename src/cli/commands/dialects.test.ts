/** `import`, `export` and `sync` as a person runs them. */

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BuiltCli } from '../testing.ts'

let cli: BuiltCli
let folder = ''
let number = 0

beforeAll(async () => {
  cli = await BuiltCli.build()
})
afterAll(() => cli.remove())
beforeEach(() => {
  folder = join(cli.home, `project-${++number}`)
  mkdirSync(join(folder, '.git'), { recursive: true })
})

const put = (name: string, text: string) => {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}
const run = (...args: string[]) => cli.run(args, { cwd: folder })
const SETTINGS =
  '{\n  "model": "mine",\n  "permissions": {\n    "allow": ["Bash(npm test)"],\n    "deny": ["Read(./.env)", "Write(x)"]\n  }\n}\n'

describe('import', () => {
  test('a dash stands for the terminal, as its help says', async () => {
    put('.claude/settings.json', SETTINGS)
    expect(await run('import', '--out', '-')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"Bash(npm test)"'),
    })
    expect(existsSync(join(folder, '-'))).toBe(false)
  })

  test('a file that is written is told as JSON, too', async () => {
    put('.claude/settings.json', SETTINGS)
    const { stdout } = await run('import', '--out', 'countersign.yaml', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ written: 'countersign.yaml', findings: [{ made: 'inert' }] })
    expect(await run('import', '--out', '-', '--json')).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('--out - and --json'),
    })
  })

  test('finds what is here and shows the merged policy with its sources', async () => {
    put('.claude/settings.json', SETTINGS)
    put('opencode.json', '{ "permission": { "bash": { "git push *": "deny" } } }')
    const { code, stdout } = await run('import')
    expect(code).toBe(0)
    expect(stdout).toContain('.claude/settings.json (Claude Code): 3 rules')
    expect(stdout).toContain('opencode.json (opencode)')
    expect(stdout).toContain('0 less safe')
    expect(stdout).toMatch(/inert\s+`Write\(x\)` is accepted by Claude Code but never consulted.*settings\.json:5:/)
    expect(stdout).toContain('deny  Bash(git push *)  opencode.json:1')
  })

  test('where nothing is, nothing is written, and a file of something else is said to say nothing', async () => {
    const nothing = await run('import', '--out', 'countersign.yaml')
    expect(nothing.code).toBe(2)
    expect(nothing.stderr).toContain('countersign.yaml is not written: no configuration of another system is here')
    expect(existsSync(join(folder, 'countersign.yaml'))).toBe(false)
    put('package.json', '{ "name": "x" }')
    const other = await run('import', 'claude-code', 'package.json')
    expect(other.stdout).toContain('package.json (Claude Code): 0 rules; it says nothing about permissions')
    const unnamed = await run('import', 'package.json')
    expect(unnamed.stderr).toContain('Name the dialect first, then the file.')
  })

  test('a file that is here and cannot be read is a problem: what it keeps would be lost', async () => {
    put('opencode.json', '{ "permission": { "bash": { "git push *": "deny" } } }')
    put('.claude/settings.json', '')
    writeFileSync(join(folder, '.claude/settings.json'), Buffer.from([0x7b, 0xff, 0x7d]))
    const { code, stderr } = await run('import')
    expect(code).toBe(2)
    expect(stderr).toContain('.claude/settings.json: cannot be read: it is not UTF-8 text')
  })

  test('one file as JSON', async () => {
    const file = put('s.json', SETTINGS)
    const { code, stdout } = await run('import', 'claude-code', file, '--json')
    expect(code).toBe(0)
    const said = JSON.parse(stdout) as {
      rules: { rule: string }[]
      files: { findings: object[]; comparison: { lessSafe: number } }[]
    }
    expect(said.rules.map(({ rule }) => rule)).toEqual(['Bash(npm test)', 'Read(.env)', 'Edit(.env)'])
    expect(said.files[0]?.comparison.lessSafe).toBe(0)
  })

  test('the lists of tools and folders are shown beside the rules', async () => {
    const file = put('settings.json', '{ "tools": { "core": ["read_file"], "allowed": ["run_shell_command"] } }')
    const { stdout } = await run('import', 'gemini', file)
    expect(stdout).toContain('tools none but mcp__*, Read')
    put('countersign.yaml', 'tools: { disallowed: [WebSearch] }\nworkingDirectories: ["../beside"]\n')
    const { stdout: rules } = await run('rules')
    expect(rules).toContain('tools never WebSearch')
    expect(JSON.parse((await run('rules', '--json')).stdout)).toMatchObject({ tools: [{ disallowed: ['WebSearch'] }] })
  })

  test('a malformed file gives every problem with its place and ends with 2', async () => {
    const file = put('s.json', '{ "permissions": { "allow": "x",\n "deny": [3, "Bash("] } }')
    const { code, stderr } = await run('import', 'claude-code', file)
    expect(code).toBe(2)
    for (const place of ['s.json:1:', 's.json:2:11', 's.json:2:14']) expect(stderr).toContain(place)
  })

  test('--out writes a policy that reads back, once', async () => {
    put('.claude/settings.json', SETTINGS)
    const written = await run('import', '--out', 'countersign.yaml')
    expect(written.code).toBe(0)
    expect(written.stdout).toContain('it allows only after `countersign trust`.')
    const text = readFileSync(join(folder, 'countersign.yaml'), 'utf8')
    expect(text).toContain('- "Bash(npm test)"  # .claude/settings.json:4')
    const denied = await run('check', '--policy', 'countersign.yaml', 'Read', '{"file_path": ".env"}')
    expect(denied.code).toBe(4)
    const again = await run('import', '--out', 'countersign.yaml')
    expect(again.code).toBe(2)
    expect(again.stderr).toContain('it is there already')
  })

  test('what is imported from Copilot reads back, and permits no more by a redirection', async () => {
    const file = put('flags', "--allow-tool='write(notes.md), read'\n")
    expect((await run('import', 'copilot', file, '--out', 'countersign.yaml')).code).toBe(0)
    const check = async (...call: string[]) => (await run('check', '--policy', 'countersign.yaml', ...call)).code
    expect(await check('Write', '{"file_path": "notes.md", "content": "x"}')).toBe(0)
    expect(await check('Read', '{"file_path": "a.ts"}')).toBe(0)
    expect(await check('echo x > ./notes.md')).toBe(3)
  })

  test('what two of its tools lose alike, being one of ours, is told once', async () => {
    const rule = 'toolName = ["read_file", "read_many_files"]\nargsPattern = "x"\ndecision = "deny"\npriority = 100\n'
    const file = put('p.toml', `[[rule]]\n${rule}`)
    const { stdout } = await run('import', 'gemini', file)
    expect(stdout.match(/every `Read` is asked about/g)).toHaveLength(1)
  })

  test('a misspelled dialect', async () => {
    const { code, stderr } = await run('import', 'claud-code', 'x')
    expect(code).toBe(2)
    expect(stderr).toContain('Did you mean claude-code?')
  })
})

describe('export and sync', () => {
  test('what an earlier export has written is not told as somebody else’s, what is somebody else’s is', async () => {
    const policy = put(
      'p.yaml',
      'mode: acceptEdits\nallow: [ "shell(npm run:*)", Write(src/**) ]\ndeny: [ read(.env) ]',
    )
    for (const dialect of ['claude-code', 'opencode', 'qwen']) {
      await run('export', dialect, '--policy', policy, '--write')
      const { stdout } = await run('export', dialect, '--policy', policy)
      expect(stdout).toContain('is as it should be')
      expect(stdout).toMatch(/kept {5}\d+ restrictions of an earlier export/)
      expect(stdout).not.toContain('your policy does not have')
    }
    const text = readFileSync(join(folder, '.claude/settings.json'), 'utf8')
    put('.claude/settings.json', text.replace('"deny": [', '"deny": [ "WebSearch",'))
    const { stdout } = await run('export', 'claude-code', '--policy', policy)
    expect(stdout.match(/.*your policy does not have/g)).toEqual([expect.stringContaining('deny `WebSearch` stays')])
  })

  const POLICY = 'allow: [ "shell(npm test)" ]\ndeny: [ "shell(sudo:*)" ]\n'

  test('shows a diff and writes nothing; then writes, and is in step', async () => {
    const policy = put('p.yaml', POLICY)
    const target = join(folder, '.claude/settings.json')
    const shown = await run('export', 'claude-code', '--policy', policy)
    expect(shown.code).toBe(0)
    expect(shown.stdout).toContain('+      "Bash(sudo *)"')
    expect(shown.stdout).toContain('Nothing is written')
    expect(existsSync(target)).toBe(false)
    const written = await run('export', 'claude-code', '--policy', policy, '--write')
    expect(written.code).toBe(0)
    expect(readFileSync(target, 'utf8')).toContain('"Bash(npm test)"')
    expect((await run('sync', '--check', '--policy', policy)).code).toBe(0)
    writeFileSync(policy, `${POLICY}ask: [ "shell(git push:*)" ]\n`)
    const out = await run('sync', '--check', '--policy', policy)
    expect(out.code).toBe(1)
    expect(out.stdout).toContain('out of step .claude/settings.json')
    const brought = await run('sync', '--write', '--policy', policy)
    expect(brought).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('written .claude/settings.json') as unknown,
    })
    expect((await run('sync', '--check', '--policy', policy)).code).toBe(0)
  })

  test('a file that is written in one line is as sound afterwards', async () => {
    const policy = put('p.yaml', POLICY)
    const target = put(
      '.claude/settings.json',
      '{"permissions":{"allow":["Bash(a)","Bash(b)"],"ask":["Bash(c)"]},"model":"x"}',
    )
    expect((await run('export', 'claude-code', '--policy', policy, '--write')).code).toBe(0)
    expect(JSON.parse(readFileSync(target, 'utf8'))).toMatchObject({
      permissions: { allow: ['Bash(npm test)'] },
      model: 'x',
    })
  })

  test('unrelated settings stay, and a target that its agent could not read is left alone', async () => {
    const policy = put('p.yaml', POLICY)
    const target = put('.claude/settings.json', SETTINGS)
    await run('export', 'claude-code', '--policy', policy, '--write')
    expect(readFileSync(target, 'utf8')).toContain('"model": "mine"')
    expect(readFileSync(target, 'utf8')).toContain('"Read(./.env)"')
    // Claude Code drops a file with a comment whole: rules written into it would not count.
    for (const unreadable of ['{ broken', '{ // mine\n}\n']) {
      writeFileSync(target, unreadable)
      const { code } = await run('export', 'claude-code', '--policy', policy, '--write')
      expect(code).toBe(2)
      expect(readFileSync(target, 'utf8')).toBe(unreadable)
    }
  })

  test('a rule for one agent is written for that one, and for no other', async () => {
    const policy = put(
      'p.yaml',
      'allow: [ { rule: "shell(npm test)", agents: [claude-code] } ]\ndeny: [ { rule: "shell(npm:*)", agents: [codex] } ]\n',
    )
    expect((await run('export', 'claude-code', '--policy', policy)).stdout).toContain('+      "Bash(npm test)"')
    for (const other of ['opencode', 'gemini', 'codex', 'copilot', 'cursor', 'rulesync'])
      expect((await run('export', other, '--policy', policy, '--json')).stdout, other).not.toContain('npm test')
    expect((await run('export', 'codex', '--policy', policy)).stdout).toContain('npm')
  })

  test('permissions that are not written because the folder is not trusted are told', async () => {
    put('countersign.yaml', 'allow: ["shell(npm test)"]\ndeny: ["shell(sudo:*)"]\n')
    for (const args of [
      ['export', 'claude-code', '--write'],
      ['sync', '--check'],
    ]) {
      const { code, stderr } = await run(...args)
      expect(code).toBe(0)
      expect(stderr).toContain('`shell(npm test)` is ignored: this folder is not trusted')
      const { notes } = JSON.parse((await run(...args, '--json')).stdout) as { notes: { message: string }[] }
      expect(notes.map(({ message }) => message).join()).toContain('is ignored')
    }
    expect(readFileSync(join(folder, '.claude/settings.json'), 'utf8')).not.toContain('npm test')
  })

  test('a link that leads out of the project is not followed', async () => {
    const policy = put('p.yaml', POLICY)
    const outside = join(cli.home, `outside-${number}`)
    mkdirSync(outside, { recursive: true })
    symlinkSync(outside, join(folder, '.claude'))
    const { code, stderr } = await run('export', 'claude-code', '--policy', policy, '--write')
    expect(code).toBe(2)
    expect(stderr).toContain('it is a link that leads elsewhere')
    expect(existsSync(join(outside, 'settings.json'))).toBe(false)
  })

  test('a dialect or --all, not both', async () => {
    expect((await run('export')).code).toBe(2)
    expect((await run('sync')).code).toBe(2)
  })
})
