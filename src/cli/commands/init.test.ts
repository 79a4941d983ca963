/** `init` and `doctor`, with agents that only look like ones. */

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/document.ts'
import { recordProblem } from './doctor-record.ts'
import { STARTER_POLICY } from './init-policy.ts'
import { Stage } from './init-testing.ts'

let stage: Stage
beforeAll(async () => void (stage = await Stage.build()), 60_000)
afterAll(() => stage.remove())
afterEach(() => stage.clear())

function installAll(): void {
  stage.install('claude', 'echo "2.1.325 (Claude Code)"')
  stage.install('copilot', 'echo "GitHub Copilot CLI 1.0.102."')
  stage.install('codex', 'echo "codex-cli 0.169.0"')
  stage.install('gemini', 'echo 0.61.0')
  stage.install('opencode', 'echo 1.18.33')
}

const WIRED = [
  '.claude/settings.json',
  '.copilot/hooks/countersign.json',
  '.codex/hooks.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.config/opencode/plugin/countersign.js',
]

describe('init', () => {
  it('wires every agent found here, and doctor proves it', async () => {
    installAll()
    const wired = await stage.run('init', '--yes')
    expect(wired.code).toBe(0)
    expect(wired.stdout).toContain('`countersign doctor --prove` tests it')
    expect(wired.stdout).toContain('Codex, Gemini CLI and opencode cannot ask you: what needs a person is denied there')
    for (const file of [...WIRED, '.config/countersign/policy.yaml'])
      expect(existsSync(stage.at(file)), file).toBe(true)
    const { stdout } = await stage.run('doctor', '--prove', '--json')
    const { agents } = JSON.parse(stdout) as {
      agents: { name: string; problems: string[]; proofs: { proofs: { ok: boolean }[] }[] }[]
    }
    expect(agents.length).toBe(5)
    for (const { name, problems, proofs } of agents) {
      expect(
        proofs.flatMap((one) => one.proofs.map(({ ok }) => ok)),
        name,
      ).toEqual([true, true, true, true, true])
      // Trusting a hook is the person's own to do.
      expect(problems, name).toEqual(name === 'codex' ? [expect.stringContaining('no hook is trusted')] : [])
    }
  })

  it('does not speak of agents that cannot ask where it wired none, or was told who is asked', async () => {
    installAll()
    expect((await stage.run('init', '--yes', '--agent', 'claude-code')).stdout).not.toContain('cannot ask you')
    expect((await stage.run('init', '--yes', '--ask', 'inbox')).stdout).not.toContain('cannot ask you')
  })

  it('run twice, changes nothing', async () => {
    installAll()
    await stage.run('init', '--yes')
    const before = WIRED.map((name) => stage.text(name))
    const { stdout } = await stage.run('init', '--yes')
    expect(stdout.match(/nothing to change/g)?.length).toBe(5)
    expect(stdout).not.toContain('doctor')
    expect(WIRED.map((name) => stage.text(name))).toEqual(before)
  })

  it('--remove leaves nothing behind but the policy, which is yours', async () => {
    installAll()
    await stage.run('init', '--yes')
    expect((await stage.run('init', '--remove', '--yes')).code).toBe(0)
    for (const file of WIRED) expect(existsSync(stage.at(file)), file).toBe(false)
    expect(existsSync(stage.at('.config/countersign/policy.yaml'))).toBe(true)
  })

  it('other settings stay, and come back to the byte', async () => {
    stage.install('claude', 'echo 2.1.325')
    const settings = '{\n    "env": { "MINE": "1" },\n    "model": "opus"\n}\n'
    stage.put(stage.at('.claude/settings.json'), settings)
    await stage.run('init', '--yes')
    expect(stage.text('.claude/settings.json')).toContain('"env": { "MINE": "1" },')
    await stage.run('init', '--yes', '--remove')
    expect(stage.text('.claude/settings.json')).toBe(settings)
  })

  it('settings that are a link stay one', async () => {
    stage.install('claude', 'echo 2.1.325')
    const dotfile = stage.put(stage.at('dotfiles/claude.json'), '{ "model": "opus" }\n')
    mkdirSync(stage.at('.claude'))
    symlinkSync(dotfile, stage.at('.claude/settings.json'))
    await stage.run('init', '--yes')
    expect(stage.text('dotfiles/claude.json')).toContain('countersign')
  })

  it.each([
    ['that holds nothing else', '{}\n'],
    ['that leads to no file yet', undefined],
  ])('a link %s stays one, also after --remove', async (_, text) => {
    const dotfile = stage.at('dotfiles/claude.json')
    stage.put(dotfile, text ?? '')
    if (text === undefined) rmSync(dotfile)
    mkdirSync(stage.at('.claude'))
    symlinkSync('../dotfiles/claude.json', stage.at('.claude/settings.json'))
    expect((await stage.run('init', '--yes', '--agent', 'claude-code')).code).toBe(0)
    expect(readlinkSync(stage.at('.claude/settings.json'))).toBe('../dotfiles/claude.json')
    expect(stage.text('dotfiles/claude.json')).toContain('countersign')
    expect((await stage.run('init', '--yes', '--remove')).code).toBe(0)
    expect(stage.text('.claude/settings.json')).toBe('{}\n')
    expect(stage.text('dotfiles/claude.json')).toBe('{}\n')
  })

  it('hooks that the agent does not run are told at once, and again', async () => {
    stage.put(stage.at('.claude/settings.json'), '{ "disableAllHooks": true }')
    for (const done of ['done', 'nothing to change']) {
      const { code, stdout } = await stage.run('init', '--yes', '--agent', 'claude-code')
      expect(code).toBe(1)
      expect(stdout).toContain(done)
      expect(stdout).toMatch(/problem.*settings\.json: `disableAllHooks` is true: hooks do not run/)
    }
    const told = await stage.run('init', '--yes', '--agent', 'claude-code', '--json')
    expect(JSON.parse(told.stdout)).toMatchObject({
      agents: [{ problems: [expect.stringContaining('hooks do not run')] }],
    })
  })

  it('--dry-run shows a diff and changes nothing', async () => {
    stage.install('claude', 'echo 2.1.325')
    const { code, stdout } = await stage.run('init', '--dry-run')
    expect(code).toBe(0)
    expect(stdout).toMatch(/\+ .*hook claude-code \|\| exit 2/)
    expect(existsSync(stage.at('.claude'))).toBe(false)
    expect(existsSync(stage.at('.config'))).toBe(false)
  })

  it('asks before it changes anything, and where nobody can be asked changes nothing', async () => {
    stage.install('claude', 'echo 2.1.325')
    const { code, stderr } = await stage.run('init')
    expect(code).toBe(2)
    expect(stderr).toContain('--yes')
    expect(existsSync(stage.at('.claude'))).toBe(false)
  })

  it('a file that is not understood is told and left alone, and the others are wired', async () => {
    stage.install('claude', 'echo 2.1.325')
    stage.install('copilot', 'echo 1.0.102')
    stage.put(stage.at('.claude/settings.json'), '{ "model": ')
    const { code, stdout } = await stage.run('init', '--yes')
    expect(code).toBe(1)
    expect(stdout).toContain('settings.json is not valid JSON')
    expect(stage.text('.claude/settings.json')).toBe('{ "model": ')
    expect(existsSync(stage.at('.copilot/hooks/countersign.json'))).toBe(true)
  })

  it('an older Claude Code is not told what it does not know', async () => {
    stage.install('claude', 'echo 2.1.197')
    await stage.run('init', '--yes')
    expect(stage.text('.claude/settings.json')).not.toContain('onFailure')
  })

  it('an agent whose version cannot be had in time is wired all the same', async () => {
    stage.install('claude', 'exit 1')
    expect((await stage.run('init', '--yes', '--agent', 'claude-code')).code).toBe(0)
    expect(stage.text('.claude/settings.json')).toContain('hook claude-code')
  })

  it('the project scope writes a file that is not committed', async () => {
    await stage.run('init', '--yes', '--agent', 'claude-code', '--scope', 'project')
    expect(existsSync(join(stage.folder, '.claude/settings.local.json'))).toBe(true)
    expect((await stage.run('init', '--yes', '--agent', 'codex', '--scope', 'project')).code).toBe(2)
  })

  it.each(['copilot', 'gemini', 'opencode'])(
    '%s has none: it says to leave it out of what is committed',
    async (agent) => {
      const { stdout } = await stage.run('init', '--yes', '--agent', agent, '--scope', 'project')
      expect(stdout).toMatch(/still to do: .*leave it out of what you commit/)
      expect(stdout.includes('not told to trust')).toBe(agent === 'copilot')
      expect((await stage.run('init', '--yes', '--agent', agent)).stdout).not.toContain('still to do')
    },
  )

  it.each(['.claude/settings.local.json', '.claude'])(
    'a checkout whose %s leads out of it has nothing written there',
    async (link) => {
      const outside = stage.put(stage.at('outside/settings.local.json'), '{ "mine": 1 }\n')
      mkdirSync(dirname(join(stage.folder, link)), { recursive: true })
      symlinkSync(link.endsWith('.json') ? outside : dirname(outside), join(stage.folder, link))
      const { code, stdout } = await stage.run('init', '--yes', '--agent', 'claude-code', '--scope', 'project')
      expect(code).toBe(1)
      expect(stdout).toContain('leads out of the project')
      expect(readFileSync(outside, 'utf8')).toBe('{ "mine": 1 }\n')
    },
  )

  it('a link that leads nowhere is not followed out of the checkout either', async () => {
    mkdirSync(join(stage.folder, '.claude'))
    symlinkSync(stage.at('outside.json'), join(stage.folder, '.claude/settings.local.json'))
    expect((await stage.run('init', '--yes', '--agent', 'claude-code', '--scope', 'project')).code).toBe(1)
    expect(existsSync(stage.at('outside.json'))).toBe(false)
  })

  it.each(['init --yes --remove', 'doctor'])('%s does not read a device that a checkout points to', async (command) => {
    await stage.run('init', '--yes', '--agent', 'claude-code')
    mkdirSync(join(stage.folder, '.claude'))
    symlinkSync('/dev/zero', join(stage.folder, '.claude/settings.local.json'))
    const { code, stdout, stderr } = await stage.run(...command.split(' '), '--agent', 'claude-code')
    expect(code).not.toBe(0)
    expect(stdout + stderr).toMatch(/is not a plain file|leads out of the project/)
  })

  it('a policy that is there is not touched', async () => {
    stage.put(stage.at('.config/countersign/policy.json'), '{ "mode": "dontAsk" }')
    await stage.run('init', '--yes', '--agent', 'claude-code')
    expect(existsSync(stage.at('.config/countersign/policy.yaml'))).toBe(false)
  })

  it('a policy that is there and broken is told: wired to it, an agent could do nothing', async () => {
    const text = 'mode: nope\n'
    stage.put(stage.at('.config/countersign/policy.yaml'), text)
    const { code, stdout } = await stage.run('init', '--yes', '--agent', 'claude-code')
    expect(code).toBe(1)
    expect(stdout).toMatch(/left as it is: .*policy\.yaml:1:7 mode: `nope` is not a mode.* every call is denied/)
    expect(stage.text('.config/countersign/policy.yaml')).toBe(text)
    expect(stage.text('.claude/settings.json')).toContain('countersign')
  })

  it('what a person has told an agent already is in the policy, for that agent alone', async () => {
    installAll()
    const permissions = {
      allow: ['Bash(npm run:*)', 'Bash(npm run:*)'],
      ask: ['Bash(git tag:*)'],
      deny: ['Read(./secrets/**)'],
    }
    stage.put(stage.at('.claude/settings.json'), JSON.stringify({ permissions }, undefined, 2))
    stage.put(join(stage.folder, '.claude/settings.json'), '{ "permissions": { "allow": ["Bash(make:*)"] } }')
    const { stdout } = await stage.run('init', '--yes')
    expect(stdout).toContain('rules of your agents’ own settings')
    const { document, problems } = readPolicy(stage.text('.config/countersign/policy.yaml'), {
      file: 'p',
      layer: 'user',
    })
    expect(problems).toEqual([])
    const brought = document?.rules.filter(({ agents }) => agents?.join() === 'claude-code') ?? []
    expect(brought.map(({ behavior, rule }) => `${behavior} ${rule}`)).toEqual([
      'allow Bash(npm run:*)',
      'ask Bash(git tag *)',
      'deny Read(**/secrets/**)',
      'deny Edit(**/secrets/**)',
    ])
    expect(stage.text('.config/countersign/policy.yaml')).not.toContain('make')
    const check = async (agent: string, line: string) => (await stage.run('check', '--agent', agent, line)).code
    expect(await check('claude-code', 'npm run build')).toBe(0)
    expect(await check('codex', 'npm run build')).toBe(3)
  })

  it('settings that are not understood bring nothing, the policy is the one to begin with, and that is told', async () => {
    stage.install('claude', 'echo 2.1.325')
    stage.install('opencode', 'echo 1.18.33')
    stage.put(stage.at('.claude/settings.json'), '{ "permissions": { "allow": [3], "deny": ["Bash(rm:*)"] } }')
    stage.put(stage.at('.config/opencode/opencode.json'), '{ "permission": {\n  "bash": { "rm *": "deny" ')
    const dry = await stage.run('init', '--dry-run')
    const json = await stage.run('init', '--dry-run', '--json')
    const { code, stdout } = await stage.run('init', '--yes')
    expect(stage.text('.config/countersign/policy.yaml')).toBe(STARTER_POLICY)
    for (const shown of [dry.stdout, stdout]) {
      expect(shown).toContain('~/.claude/settings.json:1:30 permissions.allow[0]: ')
      expect(shown).toContain('~/.config/opencode/opencode.json:2')
      expect(shown).toContain('none of its rules is in this policy. Mend it, then see `countersign import opencode`')
    }
    expect(code).toBe(1)
    const { policy } = JSON.parse(json.stdout) as { policy: { problems: string[] }[] }
    expect(policy[0]?.problems.length).toBe(2)
  })

  it('the policy to begin with has no problem', () => {
    const { document, problems } = readPolicy(STARTER_POLICY, { file: 'policy.yaml', layer: 'user' })
    expect(problems).toEqual([])
    expect(document).toBeDefined()
  })
})

describe('doctor', () => {
  it('where no agent is found, says how to wire one all the same', async () => {
    const { code, stdout } = await stage.run('doctor')
    expect(code).toBe(1)
    expect(stdout).toContain('No agent was found here. To wire one all the same, name it: countersign init --agent')
  })

  it('an agent that is not wired is told, and nothing wired is no health', async () => {
    stage.install('claude', 'echo 2.1.325')
    const { code, stdout } = await stage.run('doctor')
    expect(code).toBe(1)
    expect(stdout).toContain('not wired')
    expect(stdout).toMatch(/Not all is well: Claude Code is not wired\.\n$/)
  })

  it('of two agents that can be started, one that is not wired lets its calls pass: that is no health', async () => {
    stage.install('gemini', 'echo 0.61.0')
    await stage.run('init', '--yes')
    mkdirSync(stage.at('.claude'), { recursive: true })
    expect(await stage.run('doctor')).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nAll is well\.\n$/) })
    stage.install('claude', 'echo 2.1.325')
    expect((await stage.run('doctor')).code).toBe(1)
    expect((await stage.run('doctor', '--agent', 'gemini')).code).toBe(0)
  })

  const wiredClaude = async () => {
    stage.install('claude', 'echo 2.1.325')
    await stage.run('init', '--yes')
  }

  it('tells of policies that everybody on this machine can change', async () => {
    const file = join(stage.folder, 'countersign.yaml')
    stage.put(file, 'allow: [ "shell(make:*)" ]')
    stage.put(stage.at('.config/countersign/policy.yaml'), 'allow: [ "shell(go:*)" ]')
    await stage.run('trust')
    expect((await stage.run('doctor')).stdout).not.toContain('everybody')
    chmodSync(file, 0o666)
    chmodSync(stage.at('.config/countersign/policy.yaml'), 0o666)
    const { stdout } = await stage.run('doctor')
    expect(stdout).toContain('countersign.yaml: everybody on this machine can change what it permits in this trusted')
    expect(stdout).toContain('run `chmod o-w ~/.config/countersign/policy.yaml`')
    const lint = await stage.run('lint')
    expect(lint).toMatchObject({ code: 1, stderr: expect.stringContaining('chmod o-w ~/.config/countersign') })
  })

  it('tells of a policy whose name nobody reads, as check and lint do', async () => {
    stage.put(join(stage.folder, '.countersign.yaml'), 'deny: [ shell ]')
    stage.put(join(stage.folder, 'Countersign.yml'), 'deny: [ shell ]')
    stage.put(join(stage.folder, 'countersing.json'), '{}')
    stage.put(join(stage.folder, '.countersign/policy.yaml'), 'deny: [ shell ]')
    stage.put(stage.at('.config/countersign/countersign.yaml'), 'deny: [ shell ]')
    stage.put(stage.at('.config/countersign.yaml'), 'deny: [ shell ]')
    stage.put(stage.at('.countersignrc'), 'deny: [ shell ]')
    const told = [
      /\.countersign\.yaml: it looks like a policy, but no policy of this name is read; did you mean `countersign\.yaml`\?/,
      /Countersign\.yml: it looks/,
      /countersing\.json: it looks/,
      /\.countersign\/policy\.yaml: it looks.* did you mean `local\.yaml`\?/,
      /~\/\.config\/countersign\.yaml: it looks.* did you mean `~\/\.config\/countersign\/policy\.yaml`\?/,
      /\.countersignrc: it looks.* did you mean `~\/\.config\/countersign\/policy\.yaml`\?/,
      /~\/\.config\/countersign\/countersign\.yaml: it looks.* did you mean `policy\.yaml`\?/,
    ]
    const [{ stdout }, { stderr }, lint] = [
      await stage.run('doctor'),
      await stage.run('check', 'ls'),
      await stage.run('lint'),
    ]
    for (const text of [stdout, stderr, lint.stderr]) for (const one of told) expect(text).toMatch(one)
    expect(lint.code).toBe(1)
  })

  it('takes no other file for a policy, and none that is read for one that is not', async () => {
    for (const name of ['countersign.yml', '.countersign/local.json', 'countersign.md', 'package.json', 'counter.yaml'])
      stage.put(join(stage.folder, name), '{}')
    stage.put(stage.at('.config/countersign/policy.yaml'), '{}')
    expect((await stage.run('doctor')).stdout).not.toContain('it looks like')
  })

  it('leaves nothing behind where it tried to put something on record, and minds nothing that another left', () => {
    const folder = '.local/state/countersign'
    stage.put(stage.at(`${folder}/.countersign-doctor.${process.pid}`), 'left')
    expect(recordProblem(stage.at('.'))).toBeUndefined()
    expect(readdirSync(stage.at(folder))).toEqual([])
  })

  it('tells that nothing can be put on record, for then every call is denied', async () => {
    await wiredClaude()
    stage.put(stage.at('.local/state/countersign'), '')
    const { code, stdout } = await stage.run('doctor')
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /Record  problem .*state\/countersign cannot be written: .* What cannot be put on record is denied/,
    )
  })

  it('tells so, too, of a home in which nothing can be made, and of a store that is no longer this user’s, or none', () => {
    const home = stage.at('.')
    const store = stage.at('.local/state/countersign/countersign.db')
    const asNobody = (look: () => void): void => {
      chmodSync(dirname(home), 0o755)
      if (process.getuid?.() !== 0) return look()
      process.seteuid?.(65534)
      try {
        look()
      } finally {
        process.seteuid?.(0)
      }
    }
    chmodSync(home, 0o555)
    asNobody(() => expect(recordProblem(home)).toMatch(/countersign cannot be written: permission denied/))
    chmodSync(home, 0o777)
    stage.put(store, '')
    expect(recordProblem(home)).toBeUndefined()
    chmodSync(dirname(store), 0o777)
    chmodSync(store, 0o400)
    asNobody(() => expect(recordProblem(home)).toMatch(/countersign\.db cannot be written: permission denied/))
    chmodSync(store, 0o600)
    stage.put(store, 'notes of mine, or half a download')
    expect(recordProblem(home)).toMatch(/countersign\.db is not a SQLite database/)
  })

  it('is content with what init wrote', async () => {
    await wiredClaude()
    expect((await stage.run('doctor', '--prove')).code).toBe(0)
  })

  it.each([
    [
      'a checkout that switches hooks off',
      () => stage.put(join(stage.folder, '.claude/settings.json'), '{ "disableAllHooks": true }'),
      'hooks do not run',
    ],
    [
      'a sibling of the wrong type',
      () =>
        stage.put(
          stage.at('.claude/settings.json'),
          stage.text('.claude/settings.json').replace('{', '{ "permissions": { "allow": "x" },'),
        ),
      'ignores the whole file',
    ],
    [
      'broken JSON',
      () => stage.put(stage.at('.claude/settings.json'), stage.text('.claude/settings.json').slice(0, -3)),
      'is not valid JSON',
    ],
    [
      'a comment, for which Claude Code drops the file',
      () =>
        stage.put(stage.at('.claude/settings.json'), stage.text('.claude/settings.json').replace('{', '{ // mine\n')),
      'comments are not allowed here, line 1',
    ],
    [
      'a matcher that lets tools pass',
      () => stage.put(stage.at('.claude/settings.json'), stage.text('.claude/settings.json').replace('"*"', '"Bash"')),
      'does not cover every tool',
    ],
    [
      'a program that is gone',
      () =>
        stage.put(
          stage.at('.claude/settings.json'),
          stage.text('.claude/settings.json').replace(dirname(stage.entry), '/gone'),
        ),
      'is gone',
    ],
    [
      'a broken policy',
      () => stage.put(stage.at('.config/countersign/policy.yaml'), 'deny: [ "Bsh(x)" ]\n'),
      'did you mean `Bash`',
    ],
  ])('%s', async (_, spoil, told) => {
    await wiredClaude()
    spoil()
    const { code, stdout } = await stage.run('doctor')
    expect(stdout).toContain(told)
    expect(code).toBe(1)
  })

  it('a hook that does not block is caught by --prove', async () => {
    await wiredClaude()
    const settings = stage
      .text('.claude/settings.json')
      .replace(/"command": "[^"]*"/, '"command": "true countersign hook claude-code || exit 2"')
    stage.put(stage.at('.claude/settings.json'), settings)
    const { code, stdout } = await stage.run('doctor', '--prove')
    expect(code).toBe(1)
    expect(stdout.match(/FAILED/g)?.length).toBeGreaterThanOrEqual(4)
  })

  it('a hook that came with the checkout is neither run nor believed', async () => {
    stage.install('claude', 'echo 2.1.325')
    const trace = stage.at('trace')
    const script = stage.put(join(stage.folder, 'evil/countersign-hook'), `#!/bin/sh\necho ran >>'${trace}'\n`)
    chmodSync(script, 0o755)
    const hook = { type: 'command', command: `${script} claude-code || exit 2`, timeout: 600 }
    const settings = { hooks: { PreToolUse: [{ matcher: '*', hooks: [hook] }] } }
    stage.put(join(stage.folder, '.claude/settings.local.json'), JSON.stringify(settings))
    const { code, stdout } = await stage.run('doctor', '--prove')
    expect(code).toBe(1)
    expect(stdout).toContain('calls another program than this Countersign')
    expect(stdout).toContain('not wired')
    expect(existsSync(trace)).toBe(false)
  })

  it('a hook that init wrote for the project is run and believed', async () => {
    stage.install('claude', 'echo 2.1.325')
    await stage.run('init', '--yes', '--scope', 'project')
    expect((await stage.run('doctor', '--prove')).code).toBe(0)
    await stage.run('init', '--yes', '--scope', 'project', '--ask', 'inbox')
    expect((await stage.run('doctor')).code).toBe(0)
  })

  it("another's hook that could rewrite a call is named", async () => {
    await wiredClaude()
    stage.put(
      stage.at('.claude/settings.json'),
      stage
        .text('.claude/settings.json')
        .replace('"PreToolUse": [', '"PreToolUse": [{ "hooks": [{ "type": "command", "command": "./other.sh" }] },'),
    )
    expect((await stage.run('doctor')).stdout).toContain('./other.sh')
  })
})
