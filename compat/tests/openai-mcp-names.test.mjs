/** Whatever name the OpenAI Agents SDK gives a server's tool, the gate decides about the tool that runs. */

import { Agent, run, RunContext, setTracingDisabled, Usage } from '@openai/agents'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countersign } from '../../dist/lib/adapters/openai-agents/index.js'
import { openTestGate } from '../harness/gate.mjs'
import { newPlace } from '../harness/place.mjs'

setTracingDisabled(true)

const LONG = `read-${'all-'.repeat(20)}of-it`
const DENIED = 'delete-all'

describe.each([false, true])('with the server in the names: %s', (includeServerInToolNames) => {
  let place
  let gate

  beforeEach(async () => {
    place = newPlace()
    gate = await openTestGate(place, { policy: { allow: ['mcp__my-server'], deny: [`mcp__my-server__${DENIED}`] } })
  })

  afterEach(async () => {
    await gate.close()
    place.close()
  })

  /** Calls each tool by the name that the model is given. @returns those that ran */
  async function play(names) {
    const ran = []
    const server = countersign(gate.gate).mcpServer({
      name: 'my-server',
      cacheToolsList: false,
      connect: async () => undefined,
      close: async () => undefined,
      invalidateToolsCache: async () => undefined,
      listTools: async () => names.map((name) => ({ name, inputSchema: { type: 'object', properties: {} } })),
      callTool: async (name) => {
        ran.push(name)
        return [{ type: 'text', text: 'ran' }]
      },
    })
    const settings = { name: 'test', mcpServers: [server], mcpConfig: { includeServerInToolNames } }
    const shown = await new Agent(settings).getMcpTools(new RunContext())
    const calls = shown.map(({ name }) => ({ type: 'function_call', callId: name, name, arguments: '{}' }))
    const model = {
      getResponse: async () => ({ usage: new Usage(), output: calls.length > 0 ? [calls.shift()] : [DONE] }),
    }
    await run(new Agent({ ...settings, model }), 'go')
    return ran
  }

  it.each(['look', 'get-issue', 'get.issue', LONG])('%s runs by its own name', async (name) => {
    expect(await play([name, 'other'])).toEqual([name, 'other'])
    expect(gate.decided.map(({ call }) => call.tool)).toEqual([`mcp__my-server__${name}`, 'mcp__my-server__other'])
  })

  it('a rule for a tool matches, whatever the SDK calls the tool', async () => {
    expect(await play([DENIED, 'look'])).toEqual(['look'])
  })

  it('a tool whose name looks like another tool with its server is not taken for that one', async () => {
    expect(await play([DENIED, 'mcp_my_server__delete_all'])).not.toContain(DENIED)
  })
})

const DONE = {
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'done' }],
}
