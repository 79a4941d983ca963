/**
 * Gemini CLI, wired by `countersign init`. Its hooks cannot ask without a terminal, and in its default mode it has no tools
 * that write without one: so it goes through the table in a mode that asks nobody.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { foundBy, NOTHING, twoLines } from '../../harness/own-shell.mjs'
import { API_KEY, newPlace } from '../../harness/place.mjs'
import { run } from '../../harness/run.mjs'
import { strangersTo } from '../../harness/strangers.mjs'
import { ALLOW_ALL, DENY_ALL, targetsOf, tracesOf } from '../../harness/table.mjs'
import { hurryHook, init, narrowHook, recorded, replaceHook, spoilState, writePolicy } from '../../harness/wired.mjs'
import { startModel } from '../../model/server.mjs'

const GEMINI = new URL('../node_modules/@google/gemini-cli/bundle/gemini.js', import.meta.url).pathname
const BIN = new URL('../node_modules/.bin/gemini', import.meta.url).pathname
const MCP_SERVER = new URL('../../harness/mcp-server.mjs', import.meta.url).pathname
const WITHIN = 180_000

const YOLO = ['--approval-mode', 'yolo']
const MODES = [
  ['yolo', YOLO],
  [
    'accept edits',
    ['--approval-mode', 'auto_edit', '--allowed-tools', 'run_shell_command,mcp_traces_write,mcp_traces_look'],
  ],
]

describe('Gemini CLI', () => {
  let place
  let model
  let env
  let settings

  beforeEach(() => {
    place = newPlace()
    const folder = join(place.home, '.gemini')
    mkdirSync(folder)
    settings = join(folder, 'settings.json')
    env = {
      ...place.env,
      PATH: `${dirname(BIN)}:${place.env.PATH}`,
      GEMINI_CLI_HOME: place.home,
      // Otherwise it would restart itself in another process.
      GEMINI_CLI_NO_RELAUNCH: 'true',
    }
    writeFileSync(
      settings,
      JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        tools: { useRipgrep: false },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
        mcpServers: { traces: { command: process.execPath, args: [MCP_SERVER, place.project], trust: true } },
      }),
    )
  })

  afterEach(async () => {
    await model?.close()
    place.close()
  })

  function script() {
    const { look, touch, written, other } = targetsOf(place)
    return [
      [{ tool: 'run_shell_command', input: { command: look } }],
      [{ tool: 'run_shell_command', input: { command: touch } }],
      [{ tool: 'write_file', input: { file_path: written, content: 'x' } }],
      [{ tool: 'run_shell_command', input: { command: `cat ${other}` } }],
      [{ tool: 'mcp_traces_write', input: {} }],
      [{ tool: 'mcp_traces_look', input: {} }],
    ]
  }

  async function wire(policy, said = script()) {
    model = await startModel({ script: said })
    writePolicy(place, policy)
    await init(place, 'gemini', env)
  }

  async function play(args, calls = script().length) {
    const words = [GEMINI, '-p', 'go', '-o', 'stream-json', '--skip-trust', ...args]
    const ended = await run(process.execPath, words, {
      cwd: place.project,
      env: {
        ...env,
        GEMINI_API_KEY: API_KEY,
        GOOGLE_GEMINI_BASE_URL: model.url,
        GEMINI_MODEL: 'gemini-2.5-pro',
      },
      within: WITHIN,
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
      await wire(DENY_ALL)
      await play(args)
      const seen = new Set((await recorded(place)).map(({ tool }) => tool))
      expect([...seen].toSorted()).toEqual(['mcp_traces_look', 'mcp_traces_write', 'run_shell_command', 'write_file'])
      expect(ran()).toEqual([])
    })

    it(`runs what is allowed: ${mode}`, async () => {
      await wire(ALLOW_ALL)
      await play(args)
      expect(Object.entries(traces()).filter(([, did]) => !did)).toEqual([])
    })
  }

  it('offers its model no tool that our vocabulary does not know', async () => {
    await wire(ALLOW_ALL)
    await play(YOLO)
    expect(strangersTo('gemini', model)).toEqual([])
  })

  it('starts a shell for each call', async () => {
    const lines = twoLines(place)
    await wire(
      ALLOW_ALL,
      lines.map((command) => [{ tool: 'run_shell_command', input: { command } }]),
    )
    await play(YOLO, lines.length)
    expect(foundBy(place)).toBe(NOTHING)
  })

  it('may not run what a person would have to be asked about, since it could not ask', async () => {
    await wire({})
    await play(YOLO)
    expect(place.files()).toEqual(['kept.txt'])
    expect(model.results()[1].text).toContain('countersign serve')
  })

  const WAYS = [
    ['is missing', () => replaceHook(settings, '/nonexistent/countersign hook gemini || exit 2')],
    ['cannot read its policy', () => writePolicy(place, 'this is no policy')],
    ['cannot write its record', () => spoilState(place)],
    ['has no room to write', () => narrowHook(settings)],
  ]

  for (const [how, spoilIt] of WAYS) {
    it(`runs nothing when its hook ${how}`, async () => {
      await wire(ALLOW_ALL)
      spoilIt()
      await play(YOLO)
      expect(ran()).toEqual([])
    })
  }

  /** Holes of the client itself; docs/reference/clients.md describes them. When one of these fails, the hole was closed. */
  const HOLES = [
    ['ends with 1', () => replaceHook(settings, 'exit 1')],
    ['prints what is not JSON', () => replaceHook(settings, 'echo "{not json"')],
    ['takes too long', () => hurryHook(settings, 1000)],
    ['is switched off by the checkout', () => inProject({ hooksConfig: { enabled: false } })],
  ]

  for (const [how, spoilIt] of HOLES) {
    it(`0.61.0 runs a call whose hook ${how}`, async () => {
      await wire(DENY_ALL, [script()[1]])
      spoilIt()
      await play(YOLO, 1)
      expect(ran()).toEqual(['writing shell'])
    })
  }

  function inProject(value) {
    mkdirSync(join(place.project, '.gemini'))
    writeFileSync(join(place.project, '.gemini', 'settings.json'), JSON.stringify(value))
  }
})
