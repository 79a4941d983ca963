/**
 * The libraries that run tools in the host's own process: the Vercel AI SDK (6 and 7), the OpenAI Agents SDK, LangChain.
 * Each plays the same script with the same tools; what they leave on disk shows what ran.
 */

import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool as agentsTool } from '@openai/agents'
import {
  generateText as generateText6,
  jsonSchema as jsonSchema6,
  stepCountIs as stepCountIs6,
  tool as tool6,
} from 'ai6'
import { MockLanguageModelV3 } from 'ai6/test'
import {
  generateText as generateText7,
  jsonSchema as jsonSchema7,
  stepCountIs as stepCountIs7,
  tool as tool7,
} from 'ai7'
import { MockLanguageModelV4 } from 'ai7/test'
import { createAgent, createMiddleware, FakeToolCallingModel, tool as langchainTool, ToolMessage } from 'langchain'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { countersign as guardAiSdk } from '../../dist/lib/adapters/ai-sdk/index.js'
import { countersign as guardLangChain } from '../../dist/lib/adapters/langchain/index.js'
import { countersign as guardOpenAi } from '../../dist/lib/adapters/openai-agents/index.js'
import { BROKEN_GATES } from '../harness/broken.mjs'
import { openTestGate } from '../harness/gate.mjs'
import { API_KEY, newPlace } from '../harness/place.mjs'
import { startModel } from '../model/server.mjs'

setTracingDisabled(true)

/** What the model calls: two tools, one of which needs a person unless the policy says otherwise. */
const CALLS = [
  ['bash', { command: 'touch by-shell.txt' }],
  ['deploy', { target: 'production' }],
]

/** What the tools of the host do, whichever library calls them. */
function toolsAt(place) {
  const leave = (name) => {
    writeFileSync(join(place.project, name), '')
    return `left ${name}`
  }
  return {
    bash: ({ command }) => leave(command.replace('touch ', '')),
    deploy: () => leave('by-deploy.txt'),
  }
}

const SCHEMAS = {
  bash: z.object({ command: z.string() }),
  deploy: z.object({ target: z.string() }),
}

const LIBRARIES = {
  'AI SDK 6': aiSdk({
    generateText: generateText6,
    stepCountIs: stepCountIs6,
    tool: tool6,
    jsonSchema: jsonSchema6,
    Model: MockLanguageModelV3,
    approves: false,
  }),
  'AI SDK 7': aiSdk({
    generateText: generateText7,
    stepCountIs: stepCountIs7,
    tool: tool7,
    jsonSchema: jsonSchema7,
    Model: MockLanguageModelV4,
    approves: true,
  }),
  'OpenAI Agents': openAiAgents,
  LangChain: langChain,
}

/** A working gate has decided by then, even on a busy machine. */
const UNHURRIED = 60_000

/** @returns what the model was told of its calls, as one text */
function aiSdk({ generateText, stepCountIs, tool, jsonSchema, Model, approves }) {
  return async (gate, place, patience = UNHURRIED) => {
    const guard = guardAiSdk(gate, { patience })
    const told = []
    let turn = 0
    const model = new Model({
      doGenerate: async ({ prompt }) => {
        told.push(JSON.stringify(prompt.filter(({ role }) => role === 'tool')))
        const call = CALLS[turn++]
        const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
        if (call === undefined)
          return { content: [{ type: 'text', text: 'done' }], finishReason: { unified: 'stop' }, usage, warnings: [] }
        const [toolName, input] = call
        const content = [{ type: 'tool-call', toolCallId: `call-${turn}`, toolName, input: JSON.stringify(input) }]
        return { content, finishReason: { unified: 'tool-calls' }, usage, warnings: [] }
      },
    })
    const tools = Object.fromEntries(
      Object.entries(toolsAt(place)).map(([name, execute]) => [
        name,
        tool({ description: name, inputSchema: jsonSchema(z.toJSONSchema(SCHEMAS[name])), execute }),
      ]),
    )
    await generateText({
      model,
      prompt: 'go',
      tools: guard.tools(tools),
      stopWhen: stepCountIs(5),
      ...(approves && { toolApproval: guard.toolApproval }),
    })
    return told.at(-1)
  }
}

async function openAiAgents(gate, place, patience = UNHURRIED) {
  const server = await startModel({ script: CALLS.map(([tool, input]) => [{ tool, input }]) })
  try {
    const client = new OpenAI({ apiKey: API_KEY, baseURL: `${server.url}/v1` })
    const guard = guardOpenAi(gate, { patience })
    const tools = Object.entries(toolsAt(place)).map(([name, execute]) =>
      agentsTool({ name, description: name, parameters: SCHEMAS[name], execute }),
    )
    const agent = new Agent({ name: 'test', model: 'fake-model', tools: guard.tools(tools) })
    const runner = new Runner({ modelProvider: new OpenAIProvider({ openAIClient: client, useResponses: false }) })
    await runner.run(agent, 'go')
    return server
      .results()
      .map(({ text }) => text)
      .join('\n')
  } finally {
    await server.close()
  }
}

async function langChain(gate, place, patience = UNHURRIED) {
  const toolCalls = CALLS.map(([name, args], index) => [{ name, args, id: `call-${index}`, type: 'tool_call' }])
  const tools = Object.entries(toolsAt(place)).map(([name, execute]) =>
    langchainTool(execute, { name, description: name, schema: SCHEMAS[name] }),
  )
  const agent = createAgent({
    model: new FakeToolCallingModel({ toolCalls: [...toolCalls, []] }),
    tools,
    middleware: [guardLangChain(gate, { createMiddleware, ToolMessage }, { patience })],
  })
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'go' }] })
  return messages
    .filter(({ type }) => type === 'tool')
    .map(({ content }) => content)
    .join('\n')
}

/** A guardrail can stop a call, but not change it. */
const CANNOT_CHANGE = new Set(['OpenAI Agents'])

describe.each(Object.entries(LIBRARIES))('%s', (library, play) => {
  let place
  let gate

  beforeEach(() => {
    place = newPlace()
  })

  afterEach(async () => {
    await gate?.close()
    place.close()
  })

  it('has every call seen and stopped, and tells the model why', async () => {
    gate = await openTestGate(place, { policy: { deny: ['shell', 'deploy'] } })
    const told = await play(gate.gate, place)
    expect(gate.decided.map(({ call }) => call.tool)).toEqual(['bash', 'deploy'])
    expect(place.files()).toEqual(['kept.txt'])
    expect(told).toContain('Deny rule')
  })

  it('runs what is allowed, and records how it went', async () => {
    gate = await openTestGate(place, { policy: { allow: ['shell', 'deploy'] } })
    await play(gate.gate, place)
    expect(place.files()).toEqual(['by-deploy.txt', 'by-shell.txt', 'kept.txt'])
    expect(gate.outcomes.map(({ outcome }) => outcome.ok)).toEqual([true, true])
  })

  it('asks a person once, and gives the model what the person wrote', async () => {
    gate = await openTestGate(place, {
      policy: { allow: ['shell'] },
      answer: () => ({ behavior: 'deny', words: 'not on a Friday' }),
    })
    const told = await play(gate.gate, place)
    expect(gate.asked.map(({ call }) => call.tool)).toEqual(['deploy'])
    expect(place.files()).toEqual(['by-shell.txt', 'kept.txt'])
    expect(told).toContain('not on a Friday')
  })

  it('runs the call as a person changed it, or not at all', async () => {
    gate = await openTestGate(place, {
      policy: { allow: ['shell(touch changed.txt)'], deny: ['deploy'] },
      answer: () => ({ behavior: 'allow', input: { command: 'touch changed.txt' } }),
    })
    await play(gate.gate, place)
    expect(place.files()).toEqual(CANNOT_CHANGE.has(library) ? ['kept.txt'] : ['changed.txt', 'kept.txt'])
  })

  it.each(BROKEN_GATES)('runs nothing before a gate that %s', async (__, broken) => {
    await play(broken, place, 500).catch(() => undefined)
    expect(place.files()).toEqual(['kept.txt'])
  })

  it('would have run both without the gate', async () => {
    const open = (call) => Promise.resolve({ behavior: 'allow', reason: '', code: 'x', input: call.input, id: 'x' })
    await play({ judge: open, authorize: open, visible: (tools) => [...tools], outcome: async () => true }, place)
    expect(place.files()).toEqual(['by-deploy.txt', 'by-shell.txt', 'kept.txt'])
  })
})
