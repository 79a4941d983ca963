/** The Copilot CLI, wired by `countersign init`. */

import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { API_KEY, newPlace } from '../harness/place.mjs'
import { run } from '../harness/run.mjs'
import { ALLOW_ALL, DENY_ALL, targetsOf, tracesOf } from '../harness/table.mjs'
import { init, programOf, recorded, replaceHook, spoilState, writePolicy } from '../harness/wired.mjs'
import { startModel } from '../model/server.mjs'

const COPILOT = programOf('@github/copilot-linux-x64', 'copilot')
const MCP_SERVER = new URL('../harness/mcp-server.mjs', import.meta.url).pathname

const MODES = [
  ['default', []],
  ['all tools allowed', ['--allow-all-tools']],
  ['everything allowed', ['--yolo']],
]

describe('the Copilot CLI', () => {
  let place
  let model
  let env

  beforeEach(() => {
    place = newPlace()
    env = {
      ...place.env,
      PATH: `${dirname(COPILOT)}:${place.env.PATH}`,
      COPILOT_HOME: join(place.home, '.copilot'),
    }
  })

  afterEach(async () => {
    await model?.close()
    place.close()
  })

  function script() {
    const { look, touch, written, other } = targetsOf(place)
    return [
      [{ tool: 'bash', input: { command: look, description: 'look' } }],
      [{ tool: 'bash', input: { command: touch, description: 'touch' } }],
      [{ tool: 'create', input: { path: written, file_text: 'x' } }],
      [{ tool: 'view', input: { path: other } }],
      [{ tool: 'traces-write', input: {} }],
      [{ tool: 'traces-look', input: {} }],
    ]
  }

  async function play(args) {
    const servers = {
      mcpServers: {
        traces: { type: 'local', command: process.execPath, args: [MCP_SERVER, place.project], tools: ['*'] },
      },
    }
    const ended = await run(
      COPILOT,
      [
        '-p',
        'go',
        '--no-auto-update',
        '--disable-builtin-mcps',
        '--output-format',
        'json',
        '--additional-mcp-config',
        JSON.stringify(servers),
        ...args,
      ],
      {
        cwd: place.project,
        env: {
          ...env,
          COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`,
          COPILOT_PROVIDER_API_KEY: API_KEY,
          COPILOT_MODEL: 'fake-model',
          COPILOT_OFFLINE: 'true',
        },
      },
    )
    expect(ended).toMatchObject({ timedOut: false, code: 0 })
    // Every call was made, or nothing would have been proven.
    expect(model.results()).toHaveLength(script().length)
  }

  const traces = () => {
    const { 'sub-agent': _, ...others } = tracesOf(place, { results: model.results() })
    return others
  }
  const ran = () => Object.entries(traces()).flatMap(([kind, did]) => (did ? [kind] : []))
  const settings = () => {
    const folder = join(env.COPILOT_HOME, 'hooks')
    return join(folder, readdirSync(folder)[0])
  }

  for (const [mode, args] of MODES) {
    it(`sees every call and stops each: ${mode}`, async () => {
      model = await startModel({ script: script() })
      writePolicy(place, DENY_ALL)
      await init(place, 'copilot', env)
      await play(args)
      const seen = new Set((await recorded(place)).map(({ tool }) => tool))
      expect([...seen].toSorted()).toEqual(['bash', 'create', 'traces-look', 'traces-write', 'view'])
      expect(ran()).toEqual([])
    })

    it(`lets each run that is allowed: ${mode}`, async () => {
      model = await startModel({ script: script() })
      writePolicy(place, ALLOW_ALL)
      await init(place, 'copilot', env)
      await play(args)
      expect(Object.entries(traces()).filter(([, did]) => !did)).toEqual([])
    })
  }

  const WAYS = [
    ['is missing', () => replaceHook(settings(), '/nonexistent/countersign hook copilot || exit 2')],
    ['ends with 1', () => replaceHook(settings(), 'exit 1')],
    ['is killed', () => replaceHook(settings(), 'kill -9 $$')],
    ['cannot read its policy', () => writePolicy(place, 'this is no policy')],
    ['cannot write its record', () => spoilState(place)],
  ]

  for (const [how, spoilIt] of WAYS) {
    it(`runs nothing when its hook ${how}, even with everything allowed`, async () => {
      model = await startModel({ script: script() })
      writePolicy(place, ALLOW_ALL)
      await init(place, 'copilot', env)
      spoilIt()
      await play(['--yolo'])
      expect(ran()).toEqual([])
    })
  }

  /** Holes of the client itself, told in docs/reference/clients.md. When one of these fails, the hole was mended. */
  const HOLES = [
    ['prints what is no JSON and ends with 0', () => replaceHook(settings(), 'echo "{not json"')],
    ['stands in a file that is no JSON', () => writeFileSync(settings(), '{ "hooks": {')],
  ]

  for (const [how, spoilIt] of HOLES) {
    it(`1.0.102 runs a call whose hook ${how}`, async () => {
      model = await startModel({ script: script() })
      await init(place, 'copilot', env)
      spoilIt()
      await play(['--yolo'])
      expect(ran()).toContain('writing shell')
    })
  }
})
