/** Settings of agents, changed and changed back: nothing of anybody else's is touched. */

import { parse as parseJson } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HookCommand, Place, WiredFile } from './client.ts'
import { HOOK_CLIENTS } from './clients.ts'
import { blocksOnFailure, hookLine, isHookLine } from './command-line.ts'
import { Unwirable } from './json-hooks.ts'
import { isAtLeast, versionIn } from './versions.ts'

const PLACE: Place = { home: '/home/ann', root: '/srv/shop', cwd: '/srv/shop/web', env: {} }
const COMMAND: HookCommand = {
  program: ['/usr/bin/node', '/opt/countersign/bin/countersign.js'],
  outcomes: false,
  version: '2.1.325',
}

const client = (name: string) => HOOK_CLIENTS.find((one) => one.name === name)!
const file = (name: string, index = 0): WiredFile => client(name).files(PLACE, 'user')[index]!
const CLAUDE = file('claude-code')
const GEMINI = file('gemini')

const SETTINGS = `{
    // mine
    "permissions": { "allow": ["Bash(ls:*)"] },
    "hooks": {
        "BeforeTool": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./log.sh" }] }
        ],
        "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]
    },
    "model": "opus" /* the big one */
}
`

describe('where the files are', () => {
  it.each([
    ['claude-code', '/home/ann/.claude/settings.json', '/srv/shop/.claude/settings.local.json'],
    ['copilot', '/home/ann/.copilot/hooks/countersign.json', '/srv/shop/.github/hooks/countersign.json'],
    ['gemini', '/home/ann/.gemini/settings.json', '/srv/shop/.gemini/settings.json'],
    ['opencode', '/home/ann/.config/opencode/plugin/countersign.js', '/srv/shop/.opencode/plugin/countersign.js'],
  ])('%s', (name, user, project) => {
    expect(client(name).files(PLACE, 'user')[0]?.path).toBe(user)
    expect(client(name).files(PLACE, 'project')[0]?.path).toBe(project)
  })

  it.each([
    ['claude-code', { CLAUDE_CONFIG_DIR: '/cfg' }, '/cfg/settings.json'],
    ['copilot', { COPILOT_HOME: '/cfg' }, '/cfg/hooks/countersign.json'],
    ['codex', { CODEX_HOME: '/cfg' }, '/cfg/hooks.json'],
    ['gemini', { GEMINI_CLI_HOME: '/cfg' }, '/cfg/.gemini/settings.json'],
    ['opencode', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/opencode/plugin/countersign.js'],
  ])('%s where %j says', (name, env, path) => {
    expect(client(name).files({ ...PLACE, env }, 'user')[0]?.path).toBe(path)
  })
})

describe.each(HOOK_CLIENTS.map(({ name }) => name))('%s', (name) => {
  const files = client(name).files(PLACE, 'user')

  it('is wired from nothing, and found again without a problem', () => {
    const text = file(name).wire('', COMMAND)
    const [hook, ...others] = client(name).find(file(name).path, text)
    expect(others).toEqual([])
    expect(hook?.problems).toEqual([])
    const line = typeof hook?.command === 'string' ? hook.command : hook?.command.join(' ')
    expect(line).toContain(`/opt/countersign/bin/countersign.js hook ${name}`)
  })

  it('wired twice is wired once', () => {
    for (const { wire } of files) {
      const once = wire('', COMMAND)
      expect(wire(once, COMMAND)).toBe(once)
    }
  })

  it('leaves nothing behind', () => {
    for (const { wire, unwire } of files) expect(unwire(wire('', { ...COMMAND, outcomes: true }))).toBeUndefined()
  })

  it('what another version wrote is replaced, not joined', () => {
    for (const { wire } of files) {
      const old = wire('', { ...COMMAND, program: ['/old/node', '/old/countersign.js'] })
      expect(wire(old, COMMAND)).toBe(wire('', COMMAND))
    }
  })

  it('has its holes named, each with a remedy and a version', () => {
    expect(client(name).holes.length).toBeGreaterThan(0)
    for (const { what, remedy, version } of client(name).holes) {
      expect(what.endsWith('.') && remedy.endsWith('.'), what).toBe(true)
      expect(versionIn(version)).toBe(version)
    }
  })
})

describe('settings that are there already', () => {
  it('keep their comments, order and indentation', () => {
    const wired = GEMINI.wire(SETTINGS, COMMAND)
    for (const kept of ['// mine', '/* the big one */', './log.sh', 'say done']) expect(wired).toContain(kept)
    expect(wired.startsWith(SETTINGS.slice(0, SETTINGS.indexOf('./log.sh')))).toBe(true)
    expect(parseJson(wired)).toMatchObject({
      model: 'opus',
      hooks: { BeforeTool: [{ matcher: 'Bash' }, { matcher: '*' }] },
    })
  })

  it('are byte for byte what they were once it is taken out', () => {
    expect(GEMINI.unwire(GEMINI.wire(SETTINGS, COMMAND))).toBe(SETTINGS)
    expect(GEMINI.unwire(GEMINI.wire(SETTINGS, { ...COMMAND, outcomes: true }))).toBe(SETTINGS)
  })

  it.each([
    '{}\n',
    '{\n\t"model": "x"\n}',
    '{"model":"x"}',
    '{\r\n  "model": "x"\r\n}\r\n',
    '{\n  "hooks": {\n    "Stop": []\n  }\n}\n',
  ])('mean what they meant: %j', (text) => {
    const back = CLAUDE.unwire(CLAUDE.wire(text, COMMAND)) ?? '{}'
    expect(parseJson(back)).toEqual(parseJson(text))
    if (text.includes('\r\n')) expect(CLAUDE.wire(text, COMMAND).replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('whatever they hold, are again what they were', () => {
    const keys = fc.string({ minLength: 1 }).filter((key) => !['hooks', 'version', '__proto__'].includes(key))
    fc.assert(
      fc.property(
        fc.dictionary(keys, fc.jsonValue(), { minKeys: 1 }),
        fc.constantFrom(0, 1, 2, 4, '\t'),
        (value, indent) => {
          const text = JSON.stringify(value, null, indent)
          const wired = CLAUDE.wire(text, COMMAND)
          expect(parseJson(wired)).toMatchObject({ hooks: { PreToolUse: [{ matcher: '*' }] } })
          expect(CLAUDE.unwire(wired)).toBe(text)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('somebody else in the same group stays', () => {
    const own = JSON.stringify({ type: 'command', command: hookLine(COMMAND, 'claude-code') })
    const text = `{ "hooks": { "PreToolUse": [{ "matcher": "*", "hooks": [{ "type": "command", "command": "x" }, ${own}] }] } }`
    expect(parseJson(CLAUDE.unwire(text) ?? '')).toEqual({
      hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'x' }] }] },
    })
  })

  it.each([
    ['{ "hooks": ', 'line 1'],
    ['[]', 'no JSON object'],
    ['{ "hooks": [] }', '`hooks` that is not an object'],
    ['{ "hooks": { "PreToolUse": {} } }', '`hooks.PreToolUse` that is not a list'],
  ])('that are not understood are refused: %j', (text, why) => {
    expect(() => CLAUDE.wire(text, COMMAND)).toThrow(Unwirable)
    expect(() => CLAUDE.wire(text, COMMAND)).toThrow(why)
  })

  it('a plugin of somebody else is not written over', () => {
    expect(() => file('opencode').wire('export const Mine = 1\n', COMMAND)).toThrow(Unwirable)
    expect(file('opencode').unwire('export const Mine = 1\n')).toBe('export const Mine = 1\n')
  })
})

describe('the safest that the version knows', () => {
  it.each([
    ['2.1.325', 'block'],
    ['2.2.0', 'block'],
    ['2.1.197', undefined],
    [undefined, undefined],
  ])('Claude Code %s', (version, onFailure) => {
    const { hooks } = parseJson(CLAUDE.wire('', { ...COMMAND, version })) as Record<
      string,
      Record<string, { hooks: object[] }[]>
    >
    expect(hooks?.['PreToolUse']?.[0]?.hooks[0]).toMatchObject(onFailure === undefined ? {} : { onFailure })
    expect(JSON.stringify(hooks)?.includes('onFailure')).toBe(onFailure !== undefined)
  })

  it('versions are compared as numbers', () => {
    expect(isAtLeast('2.1.1000', '2.1.325')).toBe(true)
    expect(isAtLeast('1.9.999', '2.0.0')).toBe(false)
    expect(versionIn('codex-cli 0.169.0')).toBe('0.169.0')
  })
})

describe('the line', () => {
  it('asks a running server without starting Node, where no option is in the way', () => {
    const command = { ...COMMAND, shim: '/opt/countersign/bin/countersign-hook' }
    const line = hookLine(command, 'gemini')
    expect(line).toBe(
      '/usr/bin/env COUNTERSIGN_NODE=/usr/bin/node /opt/countersign/bin/countersign-hook gemini || exit 2',
    )
    expect(isHookLine(line, 'gemini')).toBe(true)
    expect(hookLine({ ...command, ask: 'nobody' }, 'gemini')).toContain('countersign.js hook gemini --ask nobody')
  })

  it('blocks when its program is gone, and survives blanks and quotes in paths', () => {
    const line = hookLine({ ...COMMAND, program: ["/opt/it's here/node", '/x/countersign.js'], ask: 'inbox' }, 'codex')
    expect(line).toBe(
      `/usr/bin/env -u NODE_OPTIONS '/opt/it'\\''s here/node' /x/countersign.js hook codex --ask inbox || exit 2`,
    )
    expect(blocksOnFailure(line)).toBe(true)
    expect(isHookLine(line, 'codex')).toBe(true)
    expect(isHookLine(line, 'claude-code')).toBe(false)
  })
})

describe('what is wrong with a hook is told', () => {
  const wired = (change: (text: string) => string) =>
    client('claude-code')
      .find('settings.json', change(CLAUDE.wire('', COMMAND)))[0]
      ?.problems.join('; ')

  it.each([
    ['another matcher', (text: string) => text.replace('"*"', '"Bash"'), 'does not cover every tool'],
    ['a short timeout', (text: string) => text.replace('600', '5'), 'shorter than a person may take'],
    ['no timeout', (text: string) => text.replace(/"timeout": 600,\s*/, ''), 'the default'],
    ['no `|| exit 2`', (text: string) => text.replace(' || exit 2', ''), '`|| exit 2`'],
    [
      'a sibling of the wrong type',
      (text: string) => text.replace('{', '{ "permissions": { "allow": "Bash" },'),
      '`permissions.allow` is not a list of texts: Claude Code then ignores the whole file',
    ],
    ['a broken event', (text: string) => text.replace('"hooks": {', '"hooks": { "Stop": [{}],'), '`hooks.Stop`'],
  ])('%s', (_, change, problem) => {
    expect(wired(change)).toContain(problem)
  })

  it.each([
    ['claude-code', '/srv/shop/.claude/settings.json', '{ "disableAllHooks": true }', 'hooks do not run'],
    ['copilot', '/srv/shop/.github/copilot/settings.json', '{ "disableAllHooks": true }', 'hooks do not run'],
    ['gemini', '/home/ann/.gemini/settings.json', '{ "hooksConfig": { "enabled": false } }', 'hooks do not run'],
    [
      'gemini',
      '/home/ann/.gemini/settings.json',
      '{ "hooksConfig": { "disabled": ["countersign"] } }',
      'hooks do not run',
    ],
    ['codex', '/home/ann/.codex/config.toml', '[features]\nhooks = false\n', 'hooks do not run'],
    ['codex', '/srv/shop/web/.codex/config.toml', '[features]\nhooks = false\n', 'hooks do not run'],
    ['codex', '/srv/shop/.codex/config.toml', '[features]\nunified_exec_tty = true\n', 'is not seen'],
    ['copilot', '/srv/shop/web/.claude/settings.json', '{ "disableAllHooks": true }', 'hooks do not run'],
    ['gemini', '/srv/shop/web/.gemini/settings.json', '{ "hooksConfig": { "enabled": false } }', 'hooks do not run'],
    ['codex', '/home/ann/.codex/config.toml', '', 'no hook is trusted'],
    ['codex', '/home/ann/.codex/config.toml', '', '`features.unified_exec_tty` is on'],
  ])('%s switched off by %s: %j', (name, path, text, problem) => {
    const told = client(name)
      .silencers(PLACE)
      .filter((one) => one.path === path)
      .map(({ silences }) => silences(text))
    expect(told.join('; ')).toContain(problem)
  })

  it('a file that is not there switches nothing off', () => {
    for (const name of ['claude-code', 'copilot', 'gemini'])
      for (const { silences } of client(name).silencers(PLACE)) expect(silences(undefined)).toBeUndefined()
  })
})

describe('Codex has no terminal to type into', () => {
  const CONFIG = file('codex', 1)

  it.each([
    ['', '[features]\n'],
    ['model = "x"\n', 'model = "x"\n\n[features]\n'],
    ['[features]\nhooks = true\n', '[features]\nunified_exec_tty'],
    [
      '# mine\n[features]\nunified_exec_tty = true # fast\n\n[tui]\nx = 1\n',
      '# mine\n[features]\nunified_exec_tty = false',
    ],
  ])('in %j', (text, start) => {
    const wired = CONFIG.wire(text, COMMAND)
    expect(wired.startsWith(start)).toBe(true)
    expect(parseToml(wired)).toMatchObject({ features: { unified_exec_tty: false } })
    expect(CONFIG.wire(wired, COMMAND)).toBe(wired)
  })

  it.each([
    'model = "x"\n',
    '[features]\nhooks = true\n',
    '[tui]\nx = 1\n',
    '[features]\nunified_exec_tty = true\n',
    '# mine\r\n[features]\r\nunified_exec_tty=true # fast, before: slow\r\n\r\n[tui]\r\nx = 1\r\n',
  ])('and %j is again what it was', (text) => {
    expect(CONFIG.unwire(CONFIG.wire(text, COMMAND))).toBe(text)
  })

  it.each(['x = ', 'features = { unified_exec_tty = true }\n'])(
    'what cannot be changed safely is refused: %j',
    (text) => {
      expect(() => CONFIG.wire(text, COMMAND)).toThrow(Unwirable)
    },
  )
})
