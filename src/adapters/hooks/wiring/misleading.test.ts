/** Settings that mislead: what is whose, what a client would read of them, and what is better left alone. */

import { parse as parseJson } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import type { HookCommand, Place } from './client.ts'
import { HOOK_CLIENTS } from './clients.ts'
import { hookLine } from './command-line.ts'
import { Unwirable } from './json-hooks.ts'

const PLACE: Place = { home: '/home/ann', root: '/srv/shop', cwd: '/srv/shop/web', env: {} }
const COMMAND: HookCommand = {
  program: ['/usr/bin/node', '/opt/countersign/bin/countersign.js'],
  outcomes: false,
  version: '2.1.325',
}

const client = (name: string) => HOOK_CLIENTS.find((one) => one.name === name)!
const CLAUDE = client('claude-code').files(PLACE, 'user')[0]!

describe('settings', () => {
  it.each([
    { type: 'http', url: 'http://127.0.0.1:1/log' },
    { type: 'prompt', prompt: 'Is this wise?' },
  ])('somebody else who is not a command stays in the same group: %j', (other) => {
    const own = { type: 'command', command: hookLine(COMMAND, 'claude-code'), timeout: 5 }
    const text = JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [other, own] }] } })
    const { hooks } = parseJson(CLAUDE.wire(text, COMMAND)) as { hooks: { PreToolUse: unknown[] } }
    expect(hooks.PreToolUse).toEqual([
      { matcher: '*', hooks: [other] },
      expect.objectContaining({ matcher: '*', hooks: [expect.objectContaining({ timeout: 600 })] }),
    ])
  })

  it.each([
    './log.sh --for "countersign hook claude-code"',
    'my-hook claude-code --log ~/countersign.log',
    'true # /opt/countersign/bin/countersign.js hook claude-code || exit 2',
    'exit 0; /usr/bin/node /opt/countersign/bin/countersign.js hook claude-code || exit 2',
    '/usr/bin/node /opt/countersign/bin/countersign.js hook claude-code-next || exit 2',
    '/usr/bin/node /opt/countersign/bin/countersign.js hook claude-code || true; exit 0 || exit 2',
    '/usr/bin/node -r ./x.js /opt/countersign/bin/countersign.js hook claude-code || exit 2',
  ])('a hook that only speaks of ours is not ours: %j', (command) => {
    const text = JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command }] }] } })
    expect(CLAUDE.unwire(text)).toBe(text)
    expect(client('claude-code').find('settings.json', text)).toEqual([])
    expect(CLAUDE.wire(text, COMMAND)).toContain(JSON.stringify(command))
  })

  it.each([
    'countersign hook claude-code',
    'npx countersign hook claude-code || exit 2',
    '"/opt/my node/bin/node" "/opt/countersign/bin/countersign.js" hook claude-code --ask inbox || exit 2',
    'COUNTERSIGN_NODE=/usr/bin/node /opt/countersign/bin/countersign-hook claude-code || exit 2',
  ])('a hook of ours that somebody wrote by hand is ours: %j', (command) => {
    const text = JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command }] }] } })
    expect(CLAUDE.unwire(text)).toBeUndefined()
    expect(client('claude-code').find('settings.json', text)).toHaveLength(1)
  })

  it('that say a thing twice are refused: what counts is the last, and what would be changed the first', () => {
    const ours = CLAUDE.wire('', COMMAND).trim().slice(1, -1)
    for (const text of [
      `{ ${ours}, "hooks": {} }`,
      `{ "hooks": { "PreToolUse": [], "PreToolUse": [] } }`,
      `{ "permissions": {}, "hooks": {}, "permissions": {} }`,
      `{ "disableAllHooks": true, "disableAllHooks": false }`,
    ]) {
      expect(() => CLAUDE.wire(text, COMMAND)).toThrow('twice')
      expect(() => CLAUDE.unwire(text)).toThrow(Unwirable)
      expect(() => client('claude-code').find('settings.json', text)).toThrow(Unwirable)
    }
  })

  it.each(['// mine\n{}', '{ /* mine */ }', '{ "model": "x", }', '{ "env": {}, "hooks": { "Stop": [], } }'])(
    'that Claude Code would drop with every hook are refused, and found to hold none: %j',
    (text) => {
      expect(() => CLAUDE.wire(text, COMMAND)).toThrow(Unwirable)
      expect(() => client('claude-code').find('settings.json', text)).toThrow(Unwirable)
      expect(() => client('codex').find('hooks.json', text)).toThrow(Unwirable)
      expect(CLAUDE.unwire(text)).toBe(text)
    },
  )

  it('keep the mark of their encoding at the very start', () => {
    const wired = CLAUDE.wire('\uFEFF{ "model": "x" }\n', COMMAND)
    expect(wired.startsWith('\uFEFF{')).toBe(true)
    expect(CLAUDE.unwire(wired)).toBe('\uFEFF{ "model": "x" }\n')
  })

  it('a folder between the root and where the agent is started can switch them off as well', () => {
    const place: Place = { ...PLACE, cwd: '/srv/shop/packages/web/src' }
    for (const name of ['claude-code', 'copilot', 'codex', 'gemini']) {
      const looked = client(name).silencers(place)
      for (const folder of [
        '/srv/shop/',
        '/srv/shop/packages/',
        '/srv/shop/packages/web/',
        '/srv/shop/packages/web/src/',
      ])
        expect(
          looked.some(({ path }) => path.startsWith(`${folder}.`)),
          `${name} ${folder}`,
        ).toBe(true)
    }
  })
})
