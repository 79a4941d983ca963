/** Codex, wired by `countersign init`. Its hooks cannot ask, and it must be told to trust them. */

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { foundBy, NOTHING, twoLines } from '../harness/own-shell.mjs'
import { API_KEY, newPlace } from '../harness/place.mjs'
import { run } from '../harness/run.mjs'
import { strangersTo } from '../harness/strangers.mjs'
import { ALLOW_ALL, BELOW, DENY_ALL, targetsOf, tracesOf } from '../harness/table.mjs'
import {
  hurryHook,
  init,
  narrowHook,
  PLATFORM,
  programOf,
  recorded,
  replaceHook,
  spoilState,
  writePolicy,
} from '../harness/wired.mjs'
import { startModel } from '../model/server.mjs'

const MACHINE = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
const CODEX = programOf(`@openai/codex-${PLATFORM}`, 'vendor', `${MACHINE}-unknown-linux-musl`, 'bin', 'codex')
const MCP_SERVER = new URL('../harness/mcp-server.mjs', import.meta.url).pathname

const TRUST = '--dangerously-bypass-hook-trust'
const SWITCHED_OFF = '[features]\nhooks = false\n'
const UNBOUND = '--dangerously-bypass-approvals-and-sandbox'
const MODES = [
  ['sandbox of its own', ['-s', 'workspace-write']],
  ['no sandbox', ['-s', 'danger-full-access']],
  ['no approvals and no sandbox', [UNBOUND]],
]

/** Long enough for a busy machine; by default it waits less. */
const shell = (cmd) => [{ tool: 'exec_command', input: { cmd, yield_time_ms: 30_000 } }]

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
      shell(look),
      shell(touch),
      [{ custom: 'apply_patch', input: patch }],
      shell(`cat ${other}`),
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

  async function play(args, calls = script().length) {
    const ended = await run(CODEX, ['exec', '--json', '--skip-git-repo-check', ...args, 'go'], {
      cwd: place.project,
      env,
    })
    expect(ended).toMatchObject({ timedOut: false, code: 0 })
    // Unless every call was made, nothing is proven.
    expect(model.results()).toHaveLength(calls)
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
      expect(Object.entries(traces()).filter(([, did]) => !did)).toEqual([])
    })
  }

  it('offers its model no tool that our vocabulary does not know', async () => {
    model = await startModel({ script: script() })
    await wire(ALLOW_ALL)
    await play([TRUST, UNBOUND])
    expect(strangersTo('codex', model)).toEqual([])
  })

  it('starts a shell for each call', async () => {
    const lines = twoLines(place)
    model = await startModel({ script: lines.map(shell) })
    await wire(ALLOW_ALL)
    await play([TRUST, UNBOUND], lines.length)
    expect(foundBy(place)).toBe(NOTHING)
  })

  /** Starts a sub-agent and waits for it, by the id that starting it returned. */
  const spawning = ({ turn, body, tools }) => {
    if (tools.length === 0) return undefined
    const [agents, said] = ['multi_agent_v1', JSON.stringify(body.input)]
    if (!said.includes('spawn_agent') && said.includes(`"${BELOW}"`))
      return turn === 0 ? [{ tool: 'exec_command', input: { cmd: targetsOf(place).touchBelow } }] : undefined
    const id = /agent_id\W+([\w-]+)/.exec(said)?.[1]
    const turns = [
      [{ tool: 'spawn_agent', namespace: agents, input: { message: BELOW } }],
      [{ tool: 'wait_agent', namespace: agents, input: { targets: [id], timeout_ms: 60_000 } }],
    ]
    return turns[turn]
  }

  for (const [behavior, policy] of [
    ['deny', { ...ALLOW_ALL, deny: ['shell(touch:*)'] }],
    ['allow', ALLOW_ALL],
  ]) {
    it(`has the calls of a sub-agent seen: ${behavior}`, async () => {
      model = await startModel({ pick: spawning })
      await wire(policy)
      await play([TRUST, UNBOUND], 2)
      expect(await recorded(place)).toEqual(
        expect.arrayContaining([expect.objectContaining({ tool: 'Bash', behavior })]),
      )
      expect(place.has('by-sub-agent.txt')).toBe(behavior === 'allow')
    })
  }

  it('may not run what a person would have to be asked about, since it could not ask', async () => {
    model = await startModel({ script: script() })
    await wire({})
    await play([TRUST, UNBOUND])
    expect(ran()).toEqual(['read-only shell', 'read outside'])
    expect(model.results()[1].text).toContain('countersign serve')
  })

  it('has a call read in the folder where it runs, but judged by the policy of the project', async () => {
    const { other } = targetsOf(place)
    const input = { cmd: `cat ${basename(other)}`, workdir: dirname(other), yield_time_ms: 30_000 }
    model = await startModel({ script: [[{ tool: 'exec_command', input }]] })
    await wire({ ...ALLOW_ALL, deny: [`read(/${other})`] })
    await play([TRUST, UNBOUND], 1)
    expect(ran()).toEqual([])
    expect(await recorded(place)).toMatchObject([{ tool: 'Bash', behavior: 'deny' }])
  })

  const WAYS = [
    ['is missing', () => replaceHook(hooks, '/nonexistent/countersign hook codex || exit 2')],
    ['cannot read its policy', () => writePolicy(place, 'this is no policy')],
    ['cannot write its record', () => spoilState(place)],
    ['has no room to write', () => narrowHook(hooks)],
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

  /** Types into a shell that already runs on a terminal; the model repeats the id it was given. */
  const typing = ({ turn, body, tools }) => {
    if (tools.length === 0) return undefined
    const told = JSON.stringify(body.input)
    const session_id = Number(/session ID (\d+)/.exec(told)?.[1] ?? 0)
    const turns = [
      [{ tool: 'exec_command', input: { cmd: 'head -n 3', tty: true, yield_time_ms: 500 } }],
      [{ tool: 'write_stdin', input: { session_id, chars: 'typed, and not decided\n', yield_time_ms: 1000 } }],
    ]
    return turns[turn]
  }

  it('cannot type into a running program, because there is no terminal to type into', async () => {
    model = await startModel({ pick: typing })
    await wire(ALLOW_ALL)
    await play([TRUST, UNBOUND], 2)
    expect(
      model
        .results()
        .map(({ text }) => text)
        .join(),
    ).not.toContain('and not decided')
  })

  /** Holes of the client itself; docs/reference/clients.md describes them. When one of these fails, the hole was closed. */
  it('0.169.0 shows no hook what is typed into a running program if terminals are left on', async () => {
    model = await startModel({ pick: typing })
    await wire(ALLOW_ALL)
    const config = join(env.CODEX_HOME, 'config.toml')
    writeFileSync(
      config,
      readFileSync(config, 'utf8').replaceAll(/unified_exec_tty = false/g, 'unified_exec_tty = true'),
    )
    await play([TRUST, UNBOUND], 2)
    expect(model.results()[1].text).toContain('and not decided')
    expect((await recorded(place)).map(({ tool }) => tool)).toEqual(['Bash'])
  })

  const HOLES = [
    ['ends with 1', [TRUST], () => replaceHook(hooks, 'exit 1')],
    ['prints what is not JSON', [TRUST], () => replaceHook(hooks, 'echo "{not json"')],
    ['takes too long', [TRUST], () => hurryHook(hooks)],
    ['is not trusted', [], () => undefined],
    ['is switched off by a checkout that is trusted', [TRUST], () => [trustProject(), inProject(SWITCHED_OFF)]],
  ]

  for (const [how, args, spoilIt] of HOLES) {
    it(`0.169.0 runs a call whose hook ${how}`, async () => {
      model = await startModel({ script: [script()[1]] })
      await wire(DENY_ALL)
      spoilIt()
      await play([...args, UNBOUND], 1)
      expect(ran()).toEqual(['writing shell'])
    })
  }

  it('obeys its hook in an untrusted checkout that switches it off', async () => {
    model = await startModel({ script: [script()[1]] })
    await wire(DENY_ALL)
    inProject(SWITCHED_OFF)
    await play([TRUST, UNBOUND], 1)
    expect(ran()).toEqual([])
  })

  function trustProject() {
    const trusted = `[projects.${JSON.stringify(place.project)}]\ntrust_level = "trusted"\n`
    appendFileSync(join(env.CODEX_HOME, 'config.toml'), trusted)
  }

  function inProject(config) {
    mkdirSync(join(place.project, '.codex'))
    writeFileSync(join(place.project, '.codex', 'config.toml'), config)
  }
})
