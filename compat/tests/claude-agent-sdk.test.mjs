/** The Claude Agent SDK with the client it brings, before the gate. */

import { query } from '@anthropic-ai/claude-agent-sdk'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countersign } from '../../dist/lib/adapters/claude-agent-sdk/index.js'
import { BROKEN_GATES } from '../harness/broken.mjs'
import { openTestGate } from '../harness/gate.mjs'
import { API_KEY, newPlace } from '../harness/place.mjs'
import { ALLOW_ALL, DENY_ALL, targetsOf, tracesOf } from '../harness/table.mjs'
import { startModel } from '../model/server.mjs'

const MCP_SERVER = new URL('../harness/mcp-server.mjs', import.meta.url).pathname

const MODES = [
  ['default', {}],
  ['accept edits', { permissionMode: 'acceptEdits' }],
  ['bypass', { permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true }],
  ['allowed tools', { allowedTools: ['Bash', 'Write', 'Read', 'mcp__traces__write', 'mcp__traces__look'] }],
]

describe('the Claude Agent SDK', () => {
  let place
  let model
  let gate

  beforeEach(() => {
    place = newPlace()
  })

  afterEach(async () => {
    await gate?.close()
    await model?.close()
    place.close()
  })

  /** One turn a kind; the sub-agent's own conversation is told apart by its prompt. */
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
    const isBelow = (body) => JSON.stringify(body.messages[0]).includes('BELOW')
    const pick = ({ turn, body, tools }) => {
      if (!isBelow(body) || tools.length === 0) return undefined
      return turn === 0 ? [{ tool: 'Bash', input: { command: touchBelow } }] : [{ text: 'done' }]
    }
    return { script: turns, pick }
  }

  async function play(options, guard = countersign(gate.gate)) {
    const messages = []
    const session = query({
      prompt: 'go',
      options: {
        cwd: place.project,
        settingSources: [],
        model: 'claude-sonnet-4-5',
        mcpServers: { traces: { command: process.execPath, args: [MCP_SERVER, place.project] } },
        ...options,
        ...guard,
        env: {
          ...place.env,
          CLAUDE_CONFIG_DIR: join(place.home, '.claude'),
          ANTHROPIC_BASE_URL: model.url,
          ANTHROPIC_API_KEY: API_KEY,
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          IS_SANDBOX: '1',
        },
      },
    })
    for await (const message of session) messages.push(message)
    return messages
  }

  const seen = () =>
    new Set(gate.decided.map(({ call }) => `${call.tool} ${call.subagent === undefined ? '' : 'below'}`.trim()))

  for (const [mode, options] of MODES) {
    it(`sees every call and stops each, in mode ${mode}`, async () => {
      model = await startModel(script())
      gate = await openTestGate(place, { policy: { ...DENY_ALL, allow: ['Agent'] } })
      await play(options)
      expect([...seen()].toSorted()).toEqual(
        ['Agent', 'Bash', 'Bash below', 'Read', 'Write', 'mcp__traces__look', 'mcp__traces__write'].toSorted(),
      )
      expect(Object.values(tracesOf(place, { results: model.results() })).filter(Boolean)).toEqual([])
    })

    it(`lets each run that is allowed, in mode ${mode}`, async () => {
      model = await startModel(script())
      gate = await openTestGate(place, { policy: ALLOW_ALL, answer: () => ({ behavior: 'allow' }) })
      await play(options)
      const traces = tracesOf(place, { results: model.results() })
      expect(Object.entries(traces).filter(([, ran]) => !ran)).toEqual([])
      expect(gate.outcomes.length).toBeGreaterThanOrEqual(7)
    })
  }

  // Where nothing else protects: all tools allowed to the client itself.
  for (const [how, broken] of BROKEN_GATES) {
    it(`runs nothing before a gate that ${how}`, async () => {
      model = await startModel(script())
      const [, options] = MODES.find(([mode]) => mode === 'bypass')
      await play(options, countersign(broken, { deadline: 500, patience: 500 }))
      expect(Object.values(tracesOf(place, { results: model.results() })).filter(Boolean)).toEqual([])
    })
  }

  it('runs nothing before a gate that is closed', async () => {
    model = await startModel(script())
    gate = await openTestGate(place, { policy: ALLOW_ALL })
    await gate.close()
    await play({ allowedTools: ['Bash', 'Write'] })
    expect(Object.values(tracesOf(place, { results: model.results() })).filter(Boolean)).toEqual([])
  })

  it('would have run them all without the gate', async () => {
    model = await startModel(script())
    await play({ permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true }, {})
    const traces = tracesOf(place, { results: model.results() })
    expect(Object.entries(traces).filter(([, ran]) => !ran)).toEqual([])
  })

  it('tells the model what the person wrote, and asks once', async () => {
    model = await startModel({ script: [[{ tool: 'Bash', input: { command: 'touch by-shell.txt' } }]] })
    gate = await openTestGate(place, { answer: () => ({ behavior: 'deny', words: 'use the staging folder' }) })
    await play({})
    expect(model.results().at(-1).text).toContain('use the staging folder')
    expect(gate.asked).toHaveLength(1)
    expect(place.has('by-shell.txt')).toBe(false)
  })

  it('runs what a person changed, and nothing else', async () => {
    model = await startModel({ script: [[{ tool: 'Bash', input: { command: 'touch by-shell.txt' } }]] })
    gate = await openTestGate(place, {
      policy: { allow: ['shell(touch changed.txt)'] },
      answer: () => ({ behavior: 'allow', input: { command: 'touch changed.txt' } }),
    })
    await play({})
    expect(place.files()).toEqual(['changed.txt', 'kept.txt'])
  })
})
