/**
 * `countersign mcp` in front of the public everything server: everything but tool calls passes as if nothing were between.
 *
 * Three ways: standard streams on both sides, a server that speaks streamable HTTP, clients that speak streamable HTTP.
 */

import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endAll, orphansOf, runningIn } from '../harness/left.mjs'
import { connect, connectHttp, everything, newClient, startEverything } from '../harness/mcp-gateway.mjs'
import { newPlace } from '../harness/place.mjs'
import { ALLOW_ALL } from '../harness/table.mjs'
import { COUNTERSIGN, recorded, writePolicy } from '../harness/wired.mjs'

const WAYS = [
  ['standard streams', (client, place) => connect(client, place, everything(place))],
  [
    'a server over HTTP',
    async (client, place) => connect(client, place, ['--name', 'all', '--url', (await startEverything(place)).url]),
  ],
  ['a client over HTTP', (client, place) => connectHttp(client, place, everything(place))],
]

const textOf = ({ content }) => content.map(({ text }) => text).join('\n')

for (const [way, open] of WAYS) {
  describe(`the MCP gateway in front of the everything server: ${way}`, () => {
    let place
    let client
    let heard
    let gateway

    beforeEach(async () => {
      place = newPlace()
      writePolicy(place, { ...ALLOW_ALL, tools: { disallowed: ['mcp__all__get-env'] } })
      heard = { forms: [], samples: [] }
      client = newClient({
        capabilities: { elicitation: {}, sampling: {}, roots: { listChanged: true } },
        handlers: [
          [ElicitRequestSchema, answerForm],
          [CreateMessageRequestSchema, answerSample],
          [ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///compat-root', name: 'the root' }] })],
        ],
      })
      gateway = await open(client, place)
    })

    afterEach(async () => {
      await client.close()
      endAll(place)
      place.close()
    })

    function answerForm({ params }) {
      heard.forms.push(params.message)
      return { action: 'decline' }
    }

    function answerSample({ params }) {
      heard.samples.push(params)
      return { model: 'fake-model', role: 'assistant', content: { type: 'text', text: 'sampled here' } }
    }

    it('filters tools and decides calls', async () => {
      const names = (await client.listTools()).tools.map(({ name }) => name)
      expect(names).toContain('get-sum')
      expect(names).not.toContain('get-env')
      expect(textOf(await client.callTool({ name: 'get-sum', arguments: { a: 2, b: 3 } }))).toContain('5')
      const hidden = await client.callTool({ name: 'get-env', arguments: {} })
      expect(hidden.isError).toBe(true)
      expect(textOf(hidden)).not.toContain('PATH')
      expect(await recorded(place)).toMatchObject([
        { tool: 'mcp__all__get-sum', behavior: 'allow' },
        { tool: 'mcp__all__get-env', behavior: 'deny', code: 'refused' },
      ])
    })

    it('passes what the server asks of the client: roots, a sample, a form', async () => {
      await expect
        .poll(async () => (await client.listTools()).tools.map(({ name }) => name), { timeout: 10_000 })
        .toEqual(expect.arrayContaining(['get-roots-list', 'trigger-sampling-request', 'trigger-elicitation-request']))
      expect(textOf(await client.callTool({ name: 'get-roots-list', arguments: {} }))).toContain('compat-root')
      const sampled = await client.callTool({ name: 'trigger-sampling-request', arguments: { prompt: 'hello' } })
      expect(textOf(sampled)).toContain('sampled here')
      expect(heard.samples).toHaveLength(1)
      await client.callTool({ name: 'trigger-elicitation-request', arguments: {} })
      expect(heard.forms).toHaveLength(1)
      expect(heard.forms[0]).not.toContain('Countersign')
    })

    it('passes resources, prompts, completions and the level of logs', async () => {
      const { resources } = await client.listResources()
      const [first] = resources
      const read = await client.readResource({ uri: first.uri })
      expect(read.contents[0].text.length).toBeGreaterThan(0)
      expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThan(0)
      expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('args-prompt')
      const prompt = await client.getPrompt({ name: 'args-prompt', arguments: { city: 'Oslo' } })
      expect(JSON.stringify(prompt.messages)).toContain('Oslo')
      const completed = await client.complete({
        ref: { type: 'ref/prompt', name: 'completable-prompt' },
        argument: { name: 'department', value: 'E' },
      })
      expect(completed.completion.values).toContain('Engineering')
      await client.setLoggingLevel('debug')
      await client.ping()
    })

    it('passes progress, and a cancellation', async () => {
      const progress = []
      const call = { name: 'trigger-long-running-operation', arguments: { duration: 0.4, steps: 4 } }
      const done = await client.callTool(call, undefined, { onprogress: ({ progress: at }) => progress.push(at) })
      expect(textOf(done)).toContain('completed')
      expect(progress.length).toBeGreaterThan(1)

      const given = new AbortController()
      const long = { ...call, arguments: { duration: 600, steps: 6000 } }
      const onprogress = () => given.abort()
      await expect(client.callTool(long, undefined, { onprogress, signal: given.signal })).rejects.toThrow()
      await client.ping()
    })

    it('leaves no process behind when it is told to end', async () => {
      await client.listTools()
      process.kill(gateway.pid, 'SIGTERM')
      const isOwn = ({ command }) => command.includes(COUNTERSIGN) || command.includes(' stdio ')
      await expect.poll(() => runningIn(place).filter(isOwn), { timeout: 10_000 }).toEqual([])
    })
  })
}

describe('the MCP gateway in front of the everything server', () => {
  let place
  let client

  beforeEach(() => {
    place = newPlace()
    writePolicy(place, ALLOW_ALL)
    client = newClient()
  })

  afterEach(async () => {
    await client.close()
    endAll(place)
    place.close()
  })

  it('fails the call that is under way when the server is killed, and ends', async () => {
    await connect(client, place, everything(place))
    const long = { name: 'trigger-long-running-operation', arguments: { duration: 600, steps: 6000 } }
    const killed = new Promise((resolve) => {
      const onprogress = () => {
        const server = runningIn(place).find(({ command }) => !command.includes(COUNTERSIGN))
        if (server !== undefined) process.kill(server.pid, 'SIGKILL')
      }
      client.callTool(long, undefined, { onprogress }).then(resolve, resolve)
    })
    expect(await killed).toBeInstanceOf(Error)
    expect(await orphansOf(place)).toEqual([])
  })

  it('fails calls when a server over HTTP is gone', async () => {
    const { url, pid } = await startEverything(place)
    await connect(client, place, ['--name', 'all', '--url', url])
    const sum = { name: 'get-sum', arguments: { a: 2, b: 3 } }
    expect(textOf(await client.callTool(sum))).toContain('5')
    process.kill(-pid, 'SIGKILL')
    const told = await client.callTool(sum).then(
      ({ isError }) => isError === true,
      () => true,
    )
    expect(told).toBe(true)
  })
})
