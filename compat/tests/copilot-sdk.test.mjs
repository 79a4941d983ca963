/** The GitHub Copilot SDK, with the runtime that comes with it, behind the gate. */

import { CopilotClient, defineTool } from '@github/copilot-sdk'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countersign, toolPermissions } from '../../dist/lib/adapters/copilot-sdk/index.js'
import { BROKEN_GATES } from '../harness/broken.mjs'
import { SDK_RUNTIME } from '../harness/copilot.mjs'
import { openTestGate } from '../harness/gate.mjs'
import { foundBy, NOTHING, twoLines } from '../harness/own-shell.mjs'
import { API_KEY, newPlace } from '../harness/place.mjs'
import { ALLOW_ALL, BELOW, below, DENY_ALL, targetsOf, tracesOf } from '../harness/table.mjs'
import { startModel } from '../model/server.mjs'

const MCP_SERVER = new URL('../harness/mcp-server.mjs', import.meta.url).pathname
const WITHIN = 60_000

describe('the Copilot SDK', () => {
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

  function script() {
    const { look, touch, touchBelow, written, other } = targetsOf(place)
    const turns = [
      [{ tool: 'bash', input: { command: look, description: 'look' } }],
      [{ tool: 'bash', input: { command: touch, description: 'touch' } }],
      [{ tool: 'create', input: { path: written, file_text: 'x' } }],
      [{ tool: 'view', input: { path: other } }],
      [{ tool: 'web_fetch', input: { url: 'http://127.0.0.1:9/page' } }],
      [{ tool: 'traces-write', input: {} }],
      [{ tool: 'traces-look', input: {} }],
      [{ tool: 'leave', input: {} }],
      [{ tool: 'task', input: { description: 'help', prompt: BELOW, agent_type: 'task', name: 'n', mode: 'sync' } }],
    ]
    return { script: turns, pick: below({ tool: 'bash', input: { command: touchBelow, description: 'below' } }) }
  }

  /** A tool of the host that asks nobody: only the hook sees it. */
  const unasked = () =>
    defineTool('leave', {
      description: 'Leaves a file',
      parameters: { type: 'object', properties: {} },
      skipPermission: true,
      handler: () => {
        writeFileSync(join(place.project, 'by-custom.txt'), '')
        return 'left'
      },
    })

  async function play(guard) {
    const client = new CopilotClient({
      workingDirectory: place.project,
      baseDirectory: place.home,
      useLoggedInUser: false,
      env: { ...place.env, ...SDK_RUNTIME },
    })
    try {
      const session = await client.createSession({
        model: 'fake-model',
        provider: { type: 'openai', baseUrl: `${model.url}/v1`, apiKey: API_KEY },
        mcpServers: {
          traces: { type: 'local', command: process.execPath, args: [MCP_SERVER, place.project], tools: ['*'] },
        },
        tools: [unasked()],
        ...guard,
      })
      await session.sendAndWait({ prompt: 'go' }, WITHIN)
    } finally {
      await client.stop()
    }
  }

  const seen = () => [...new Set(gate.decided.map(({ call }) => call.tool))].toSorted()
  const traces = () => ({
    ...tracesOf(place, { results: model.results() }),
    // The client never fetches from loopback; when it says so, the tool ran.
    url: model.results().some(({ text }) => text.includes('WebFetchBlockedUrlError')),
    'host tool': place.has('by-custom.txt'),
  })

  it('has every call seen and stopped', async () => {
    model = await startModel(script())
    gate = await openTestGate(place, { policy: { ...DENY_ALL, allow: ['Task'] } })
    await play(countersign(gate.gate))
    expect(gate.decided.map(({ call }) => call.input.command)).toContain('touch by-sub-agent.txt')
    expect(seen()).toEqual(
      ['bash', 'create', 'leave', 'task', 'traces-look', 'traces-write', 'view', 'web_fetch'].toSorted(),
    )
    expect(Object.values(traces()).filter(Boolean)).toEqual([])
  })

  it('runs every call that is allowed', async () => {
    model = await startModel(script())
    gate = await openTestGate(place, { policy: ALLOW_ALL, answer: () => ({ behavior: 'allow' }) })
    await play(countersign(gate.gate))
    expect(Object.entries(traces()).filter(([, did]) => !did)).toEqual([])
  })

  it('starts a shell for each call', async () => {
    const lines = twoLines(place)
    model = await startModel({
      script: lines.map((command) => [{ tool: 'bash', input: { command, description: 'go' } }]),
    })
    gate = await openTestGate(place, { policy: ALLOW_ALL, answer: () => ({ behavior: 'allow' }) })
    await play(countersign(gate.gate))
    expect(foundBy(place)).toBe(NOTHING)
  })

  it('goes on after a denial, and tells the model what the person wrote', async () => {
    model = await startModel({
      script: [
        [{ tool: 'bash', input: { command: 'touch by-shell.txt', description: 'x' } }],
        [{ tool: 'bash', input: { command: 'ls', description: 'y' } }],
      ],
    })
    gate = await openTestGate(place, { answer: () => ({ behavior: 'deny', words: 'use the staging folder' }) })
    await play(countersign(gate.gate))
    const results = model.results()
    expect(results[0].text).toContain('use the staging folder')
    expect(results[1].text).toContain('kept.txt')
    expect(place.has('by-shell.txt')).toBe(false)
  })

  it("takes Conductor's tool_permissions unchanged, for a read-only evaluation", async () => {
    model = await startModel(script())
    const policy = toolPermissions({ default: 'deny', rules: [{ kind: 'read', decision: 'allow' }] })
    gate = await openTestGate(place, { policy })
    await play(countersign(gate.gate))
    const { 'read outside': read, ...others } = traces()
    expect(read).toBe(true)
    expect(Object.entries(others).filter(([, did]) => did)).toEqual([])
  })

  for (const [how, broken] of BROKEN_GATES) {
    it(`runs nothing before a gate that ${how}`, async () => {
      model = await startModel(script())
      await play(countersign(broken, { patience: 500 }))
      expect(Object.values(traces()).filter(Boolean)).toEqual([])
    })
  }
})
