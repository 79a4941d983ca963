/** Codex, wired by `countersign init`. Its hooks cannot ask, and it must be told to trust them. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { API_KEY, newPlace } from '../harness/place.mjs'
import { run } from '../harness/run.mjs'
import { ALLOW_ALL, DENY_ALL, targetsOf, tracesOf } from '../harness/table.mjs'
import { init, programOf, recorded, replaceHook, spoilState, writePolicy } from '../harness/wired.mjs'
import { startModel } from '../model/server.mjs'

const CODEX = programOf('@openai/codex-linux-x64', 'vendor', 'x86_64-unknown-linux-musl', 'bin', 'codex')
const MCP_SERVER = new URL('../harness/mcp-server.mjs', import.meta.url).pathname

const TRUST = '--dangerously-bypass-hook-trust'
const UNBOUND = '--dangerously-bypass-approvals-and-sandbox'
const MODES = [
  ['sandbox of its own', ['-s', 'workspace-write']],
  ['no sandbox', ['-s', 'danger-full-access']],
  ['no approvals and no sandbox', [UNBOUND]],
]

describe('Codex', () => {
  let place
  let model
  let env
  let hooks

  beforeEach(() => {
    place = newPlace()
    const home = join(place.home, '.codex')
    mkdirSync(home)
    hooks = join(home, 'hooks.json')
    env = { ...place.env, PATH: `${dirname(CODEX)}:${place.env.PATH}`, CODEX_HOME: home, FAKE_KEY: API_KEY }
  })

  afterEach(async () => {
    await model?.close()
    place.close()
  })

  function script() {
    const { look, touch, other } = targetsOf(place)
    const patch = ['*** Begin Patch', '*** Add File: by-write.txt', '+x', '*** End Patch'].join('\n')
    return [
      [{ tool: 'exec_command', input: { cmd: look } }],
      [{ tool: 'exec_command', input: { cmd: touch } }],
      [{ custom: 'apply_patch', input: patch }],
      [{ tool: 'exec_command', input: { cmd: `cat ${other}` } }],
      [{ tool: 'write', namespace: 'mcp__traces', input: {} }],
      [{ tool: 'look', namespace: 'mcp__traces', input: {} }],
    ]
  }

  async function wire(policy) {
    writePolicy(place, policy)
    const config = `model = "gpt-5.5"
model_provider = "fake"
[model_providers.fake]
name = "fake"
base_url = "${model.url}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
request_max_retries = 0
[mcp_servers.traces]
command = ${JSON.stringify(process.execPath)}
args = ${JSON.stringify([MCP_SERVER, place.project])}
default_tools_approval_mode = "approve"
`
    writeFileSync(join(env.CODEX_HOME, 'config.toml'), config)
    await init(place, 'codex', env)
  }

  async function play(args) {
    const ended = await run(CODEX, ['exec', '--json', '--skip-git-repo-check', ...args, 'go'], {
      cwd: place.project,
      env,
    })
    expect(ended).toMatchObject({ timedOut: false, code: 0 })
    // Every call was made, or nothing would have been proven.
    expect(model.results()).toHaveLength(script().length)
  }

  const traces = () => {
    const { 'sub-agent': _, ...others } = tracesOf(place, { results: model.results() })
    return others
  }
  const ran = () => Object.entries(traces()).flatMap(([kind, did]) => (did ? [kind] : []))

  for (const [mode, args] of MODES) {
    it(`has every call seen and stopped: ${mode}`, async () => {
      model = await startModel({ script: script() })
      await wire(DENY_ALL)
      await play([TRUST, ...args])
      const seen = new Set((await recorded(place)).map(({ tool }) => tool))
      expect([...seen].toSorted()).toEqual(['Bash', 'apply_patch', 'mcp__traces__look', 'mcp__traces__write'])
      expect(ran()).toEqual([])
    })

    it(`runs what is allowed: ${mode}`, async () => {
      model = await startModel({ script: script() })
      await wire(ALLOW_ALL)
      await play([TRUST, ...args])
      expect(ran()).toEqual(expect.arrayContaining(['read-only shell', 'writing shell', 'file write', 'read outside']))
    })
  }

  it('is not let run what a person would have to be asked about, since it could not ask', async () => {
    model = await startModel({ script: script() })
    await wire({})
    await play([TRUST, UNBOUND])
    expect(ran()).toEqual(['read-only shell', 'read outside'])
    expect(model.results()[1].text).toContain('countersign serve')
  })

  const WAYS = [
    ['is missing', () => replaceHook(hooks, '/nonexistent/countersign hook codex || exit 2')],
    ['cannot read its policy', () => writePolicy(place, 'this is no policy')],
    ['cannot write its record', () => spoilState(place)],
  ]

  for (const [how, spoilIt] of WAYS) {
    it(`runs nothing when its hook ${how}, even unbound`, async () => {
      model = await startModel({ script: script() })
      await wire(ALLOW_ALL)
      spoilIt()
      await play([TRUST, UNBOUND])
      expect(ran()).toEqual([])
    })
  }

  /** Holes of the client itself, told in docs/reference/clients.md. When one of these fails, the hole was mended. */
  const HOLES = [
    ['ends with 1', [TRUST], () => replaceHook(hooks, 'exit 1')],
    ['prints what is no JSON', [TRUST], () => replaceHook(hooks, 'echo "{not json"')],
    ['is not trusted', [], () => undefined],
  ]

  for (const [how, args, spoilIt] of HOLES) {
    it(`0.166.0 runs a call whose hook ${how}`, async () => {
      model = await startModel({ script: script() })
      await wire(DENY_ALL)
      spoilIt()
      await play([...args, UNBOUND])
      expect(ran()).toContain('writing shell')
    })
  }
})
