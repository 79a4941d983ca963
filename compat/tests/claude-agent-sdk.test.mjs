/** The Claude Agent SDK, with the client that comes with it, behind the gate. */

import { query } from '@anthropic-ai/claude-agent-sdk'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countersign } from '../../dist/lib/adapters/claude-agent-sdk/index.js'
import { BROKEN_GATES } from '../harness/broken.mjs'
import { claudeTable, OFFLINE } from '../harness/claude-code.mjs'
import { openTestGate } from '../harness/gate.mjs'
import { startPage } from '../harness/page.mjs'
import { API_KEY, newPlace } from '../harness/place.mjs'
import { ALLOW_ALL, DENY_ALL, tracesOf } from '../harness/table.mjs'
import { startModel } from '../model/server.mjs'

const MCP_SERVER = new URL('../harness/mcp-server.mjs', import.meta.url).pathname

const MODES = [
  ['default', {}],
  ['accept edits', { permissionMode: 'acceptEdits' }],
  ['bypass', { permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true }],
  ['allowed tools', { allowedTools: ['Bash', 'Write', 'Read', 'WebFetch', 'mcp__traces__write', 'mcp__traces__look'] }],
]

describe('the Claude Agent SDK', () => {
  let place
  let model
  let gate
  let page

  beforeEach(async () => {
    place = newPlace()
    page = await startPage()
  })

  afterEach(async () => {
    await gate?.close()
    await model?.close()
    await page.close()
    place.close()
  })

  const script = () => claudeTable(place, page)
  const traces = () => tracesOf(place, { results: model.results(), page })

  async function play(options, guard = countersign(gate.gate)) {
    const messages = []
    const session = query({
      prompt: 'go',
      options: {
        cwd: place.project,
        settingSources: [],
        settings: OFFLINE,
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
        [
          'Agent',
          'Bash',
          'Bash below',
          'Read',
          'WebFetch',
          'Write',
          'mcp__traces__look',
          'mcp__traces__write',
        ].toSorted(),
      )
      expect(Object.values(traces()).filter(Boolean)).toEqual([])
    })

    it(`lets each run that is allowed, in mode ${mode}`, async () => {
      model = await startModel(script())
      gate = await openTestGate(place, { policy: ALLOW_ALL, answer: () => ({ behavior: 'allow' }) })
      await play(options)
      expect(Object.entries(traces()).filter(([, ran]) => !ran)).toEqual([])
      expect(gate.outcomes.length).toBeGreaterThanOrEqual(7)
    })
  }

  // The client's own settings allow all tools, so nothing but the gate protects.
  for (const [how, broken] of BROKEN_GATES) {
    it(`runs nothing before a gate that ${how}`, async () => {
      model = await startModel(script())
      const [, options] = MODES.find(([mode]) => mode === 'bypass')
      await play(options, countersign(broken, { deadline: 500, patience: 500 }))
      expect(Object.values(traces()).filter(Boolean)).toEqual([])
    })
  }

  it('runs nothing when the gate is closed', async () => {
    model = await startModel(script())
    gate = await openTestGate(place, { policy: ALLOW_ALL })
    await gate.close()
    await play({ allowedTools: ['Bash', 'Write'] })
    expect(Object.values(traces()).filter(Boolean)).toEqual([])
  })

  it('would have run them all without the gate', async () => {
    model = await startModel(script())
    await play({ permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true }, {})
    expect(Object.entries(traces()).filter(([, ran]) => !ran)).toEqual([])
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
