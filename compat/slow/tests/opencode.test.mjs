/** opencode, wired by `countersign init` with a plugin. By itself it asks nobody. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { foundBy, NOTHING, twoLines } from '../../harness/own-shell.mjs'
import { API_KEY, newPlace } from '../../harness/place.mjs'
import { run } from '../../harness/run.mjs'
import { ALLOW_ALL, BELOW, below, DENY_ALL, targetsOf, tracesOf } from '../../harness/table.mjs'
import { init, PLATFORM, recorded, spoilState, writePolicy } from '../../harness/wired.mjs'
import { startModel } from '../../model/server.mjs'

const OPENCODE = new URL(`../node_modules/opencode-${PLATFORM}/bin/opencode`, import.meta.url).pathname
const MCP_SERVER = new URL('../../harness/mcp-server.mjs', import.meta.url).pathname
const WITHIN = 240_000

describe('opencode', () => {
  let place
  let model
  let env
  let plugin

  beforeEach(() => {
    place = newPlace()
    env = {
      ...place.env,
      PATH: `${dirname(OPENCODE)}:${place.env.PATH}`,
      XDG_CONFIG_HOME: join(place.home, '.config'),
      XDG_DATA_HOME: join(place.home, '.local', 'share'),
      XDG_CACHE_HOME: join(place.home, '.cache'),
      XDG_STATE_HOME: join(place.home, '.local', 'state'),
      OPENCODE_DISABLE_AUTOUPDATE: 'true',
      OPENCODE_DISABLE_MODELS_FETCH: 'true',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: 'true',
    }
    mkdirSync(env.XDG_CONFIG_HOME, { recursive: true })
    plugin = join(env.XDG_CONFIG_HOME, 'opencode', 'plugin', 'countersign.js')
  })

  afterEach(async () => {
    await model?.close()
    place.close()
  })

  function script() {
    const { look, touch, touchBelow, written, other } = targetsOf(place)
    const turns = [
      [{ tool: 'bash', input: { command: look, description: 'look' } }],
      [{ tool: 'bash', input: { command: touch, description: 'touch' } }],
      [{ tool: 'write', input: { filePath: written, content: 'x' } }],
      [{ tool: 'read', input: { filePath: other } }],
      [{ tool: 'traces_write', input: {} }],
      [{ tool: 'traces_look', input: {} }],
      [{ tool: 'task', input: { description: 'help', prompt: BELOW, subagent_type: 'general' } }],
    ]
    return { script: turns, pick: below({ tool: 'bash', input: { command: touchBelow, description: 'below' } }) }
  }

  async function wire(policy, said = script()) {
    model = await startModel(said)
    writePolicy(place, policy)
    await init(place, 'opencode', env)
  }

  async function play({ args = [], calls = script().script.length } = {}) {
    const config = {
      model: 'fake/fake-model',
      small_model: 'fake/fake-model',
      permission: { external_directory: 'allow' },
      provider: {
        fake: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${model.url}/v1`, apiKey: API_KEY },
          models: { 'fake-model': { name: 'fake', tool_call: true, limit: { context: 100_000, output: 10_000 } } },
        },
      },
      mcp: { traces: { type: 'local', command: [process.execPath, MCP_SERVER, place.project], enabled: true } },
    }
    const ended = await run(OPENCODE, ['run', '--format', 'json', ...args, 'go'], {
      cwd: place.project,
      // It looks for packages before it starts, whether it needs them or not; here it gets an answer at once: there are none.
      env: { ...env, OPENCODE_CONFIG_CONTENT: JSON.stringify(config), npm_config_registry: `${model.url}/` },
      within: WITHIN,
    })
    expect(ended).toMatchObject({ timedOut: false, code: 0 })
    // Unless every call was made, nothing is proven.
    expect(model.results()).toHaveLength(calls)
  }

  const traces = () => tracesOf(place, { results: model.results() })
  const ran = () => Object.entries(traces()).flatMap(([kind, did]) => (did ? [kind] : []))

  it('has every call seen and stopped', async () => {
    await wire({ ...DENY_ALL, allow: ['Task'] })
    await play()
    const seen = (await recorded(place)).map(({ tool }) => tool)
    // The third command is the sub-agent's.
    expect(seen.toSorted()).toEqual(['bash', 'bash', 'bash', 'read', 'task', 'traces_look', 'traces_write', 'write'])
    expect(ran()).toEqual([])
  })

  it('runs what is allowed', async () => {
    await wire(ALLOW_ALL)
    await play()
    expect(Object.entries(traces()).filter(([, did]) => !did)).toEqual([])
  })

  it('starts a shell for each call', async () => {
    const lines = twoLines(place)
    await wire(ALLOW_ALL, {
      script: lines.map((command) => [{ tool: 'bash', input: { command, description: 'go' } }]),
    })
    await play({ calls: lines.length })
    expect(foundBy(place)).toBe(NOTHING)
  })

  it('may not run what a person would have to be asked about, since it could not ask', async () => {
    await wire({})
    await play()
    expect(place.files()).toEqual(['kept.txt'])
    expect(model.results()[1].text).toContain('countersign serve')
  })

  /** Puts another program in place of ours. */
  const putInPlace = (command) => {
    const text = readFileSync(plugin, 'utf8')
    const changed = text.replace(/^const COMMAND = .*$/m, `const COMMAND = ${JSON.stringify(command)}`)
    expect(changed).not.toBe(text)
    writeFileSync(plugin, changed)
  }
  const hurry = () =>
    writeFileSync(plugin, readFileSync(plugin, 'utf8').replace(/^const LATEST = .*$/m, 'const LATEST = 1000'))

  const WAYS = [
    ['is missing', () => putInPlace(['/nonexistent/countersign'])],
    ['ends with 1', () => putInPlace(['sh', '-c', 'exit 1'])],
    ['prints what is not JSON', () => putInPlace(['sh', '-c', 'echo "{not json"'])],
    ['prints nothing', () => putInPlace(['true'])],
    ['takes too long', () => [putInPlace(['sleep', '300']), hurry()]],
    ['cannot read its policy', () => writePolicy(place, 'this is no policy')],
    ['cannot write its record', () => spoilState(place)],
  ]

  for (const [how, spoilIt] of WAYS) {
    it(`runs nothing when the hook of its plugin ${how}`, async () => {
      await wire(ALLOW_ALL)
      spoilIt()
      await play()
      expect(ran()).toEqual([])
    })
  }

  /** Holes of the client itself; docs/reference/clients.md describes them. When one of these fails, the hole was closed. */
  const HOLES = [
    ['is gone', [], () => rmSync(plugin)],
    ['cannot be loaded', [], () => writeFileSync(plugin, 'this is no program')],
    ['is not wanted (--pure)', ['--pure'], () => undefined],
  ]

  for (const [how, args, spoilIt] of HOLES) {
    it(`1.18.33 runs a call when its plugin ${how}`, async () => {
      await wire(DENY_ALL, { script: [script().script[1]] })
      spoilIt()
      await play({ args, calls: 1 })
      expect(ran()).toEqual(['writing shell'])
    })
  }
})
