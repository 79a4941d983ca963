/** Claude Code, wired by `countersign init`, its hook a process of its own for every call. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { API_KEY, newPlace } from '../harness/place.mjs'
import { run } from '../harness/run.mjs'
import { ALLOW_ALL, DENY_ALL, targetsOf, tracesOf } from '../harness/table.mjs'
import { init, programOf, recorded, replaceHook, spoilState, writePolicy } from '../harness/wired.mjs'
import { startModel } from '../model/server.mjs'

const CLAUDE = programOf('@anthropic-ai/claude-agent-sdk-linux-x64', 'claude')
const MCP_SERVER = new URL('../harness/mcp-server.mjs', import.meta.url).pathname

const SKIP = '--dangerously-skip-permissions'
const MODES = [
  ['default', []],
  ['accept edits', ['--permission-mode', 'acceptEdits']],
  ['skip permissions', [SKIP]],
  ['allowed tools', ['--allowedTools', 'Bash', 'Write', 'Read', 'mcp__traces__write', 'mcp__traces__look']],
]

describe('Claude Code', () => {
  let place
  let model
  let env
  let settings

  beforeEach(() => {
    place = newPlace()
    const config = join(place.home, '.claude')
    mkdirSync(config)
    settings = join(config, 'settings.json')
    env = { ...place.env, PATH: `${dirname(CLAUDE)}:${place.env.PATH}`, CLAUDE_CONFIG_DIR: config }
  })

  afterEach(async () => {
    await model?.close()
    place.close()
  })

  function script() {
    const { look, touch, touchBelow, written, other } = targetsOf(place)
    const turns = [
      [{ tool: 'Bash', input: { command: look } }],
      [{ tool: 'Bash', input: { command: touch } }],
      [{ tool: 'Write', input: { file_path: written, content: 'x' } }],
      [{ tool: 'Read', input: { file_path: other } }],
      [{ tool: 'mcp__traces__write', input: {} }],
      [{ tool: 'mcp__traces__look', input: {} }],
      [{ tool: 'Agent', input: { description: 'help', prompt: 'BELOW', subagent_type: 'general-purpose' } }],
    ]
    const pick = ({ turn, body, tools }) => {
      if (tools.length === 0 || !JSON.stringify(body.messages[0]).includes('BELOW')) return undefined
      return turn === 0 ? [{ tool: 'Bash', input: { command: touchBelow } }] : [{ text: 'done' }]
    }
    return { script: turns, pick }
  }

  async function play(args) {
    const servers = { mcpServers: { traces: { command: process.execPath, args: [MCP_SERVER, place.project] } } }
    const ended = await run(
      CLAUDE,
      [
        '-p',
        'go',
        '--output-format',
        'json',
        '--model',
        'claude-sonnet-4-5',
        '--mcp-config',
        JSON.stringify(servers),
        ...args,
      ],
      {
        cwd: place.project,
        env: {
          ...env,
          ANTHROPIC_BASE_URL: model.url,
          ANTHROPIC_API_KEY: API_KEY,
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          IS_SANDBOX: '1',
        },
      },
    )
    expect(ended).toMatchObject({ timedOut: false, code: 0 })
    // Every call was made, or nothing would have been proven.
    expect(model.results()).toHaveLength(script().script.length)
    return ended
  }

  const traces = () => tracesOf(place, { results: model.results() })
  const ran = () => Object.entries(traces()).flatMap(([kind, did]) => (did ? [kind] : []))

  for (const [mode, args] of MODES) {
    it(`sees every call and stops each, in mode ${mode}`, async () => {
      model = await startModel(script())
      writePolicy(place, { ...DENY_ALL, allow: ['Agent'] })
      await init(place, 'claude-code', env)
      await play(args)
      const seen = new Set(
        (await recorded(place)).map(({ tool, subagent }) => `${tool}${subagent === undefined ? '' : ' below'}`),
      )
      expect([...seen].toSorted()).toEqual(
        ['Agent', 'Bash', 'Bash below', 'Read', 'Write', 'mcp__traces__look', 'mcp__traces__write'].toSorted(),
      )
      expect(ran()).toEqual([])
    })

    it(`lets each run that is allowed, in mode ${mode}`, async () => {
      model = await startModel(script())
      writePolicy(place, ALLOW_ALL)
      await init(place, 'claude-code', env)
      await play(args)
      expect(Object.entries(traces()).filter(([, did]) => !did)).toEqual([])
    })
  }

  it('asks in its own way where nobody else can be asked, and denies where nobody is there', async () => {
    model = await startModel(script())
    await init(place, 'claude-code', env)
    await play([SKIP])
    expect(ran()).toEqual(['read-only shell'])
  })

  const WAYS = [
    ['is missing', () => replaceHook(settings, '/nonexistent/countersign hook claude-code || exit 2')],
    ['ends with 1', () => replaceHook(settings, 'exit 1')],
    ['is killed', () => replaceHook(settings, 'kill -9 $$')],
    ['crashes', () => replaceHook(settings, `${process.execPath} -e 'throw new Error("broken")'`)],
    ['cannot read its policy', () => writePolicy(place, 'this is no policy')],
    ['cannot write its record', () => spoilState(place)],
  ]

  for (const [how, spoilIt] of WAYS) {
    it(`runs nothing when its hook ${how}, even without permissions of its own`, async () => {
      model = await startModel(script())
      writePolicy(place, ALLOW_ALL)
      await init(place, 'claude-code', env)
      spoilIt()
      await play([SKIP])
      expect(ran()).toEqual([])
    })
  }

  /** Holes of the client itself, told in docs/reference/clients.md. When one of these fails, the hole was mended. */
  const HOLES = [
    ['prints what is no JSON and ends with 0', () => replaceHook(settings, 'echo "{not json"')],
    ['prints nothing and ends with 0', () => replaceHook(settings, 'true')],
    [
      'stands beside a setting of the wrong shape',
      () =>
        writeFileSync(
          settings,
          '{ "permissions": { "allow": "Bash" }, "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": "exit 2" }] }] } }',
        ),
    ],
    ['stands in a file that is no JSON', () => writeFileSync(settings, '{ "hooks": {')],
  ]

  for (const [how, spoilIt] of HOLES) {
    it(`2.1.325 runs a call whose hook ${how}`, async () => {
      model = await startModel(script())
      await init(place, 'claude-code', env)
      spoilIt()
      await play([SKIP])
      expect(ran()).toContain('writing shell')
    })
  }
})
