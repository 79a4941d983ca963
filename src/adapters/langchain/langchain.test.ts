import { describe, expect, it } from 'vitest'
import { adapterContract, allow, deny, scriptedGate } from '../interceptor-contract.ts'
import type { GateLike } from '../interceptor.ts'
import { countersign } from './index.ts'
import type { LangChainOptions } from './index.ts'

class ToolMessage {
  readonly content: string
  readonly tool_call_id: string
  readonly status: string

  constructor(fields: { content: string; tool_call_id: string; status: string }) {
    this.content = fields.content
    this.tool_call_id = fields.tool_call_id
    this.status = fields.status
  }
}

interface Request {
  readonly toolCall: { readonly name: string; readonly args: unknown; readonly id: string }
  readonly runtime?: object
}

interface Middleware {
  readonly name: string
  wrapToolCall(request: Request, handler: (request: Request) => unknown): Promise<unknown>
  wrapModelCall(request: { tools: object[] }, handler: (request: { tools: object[] }) => unknown): unknown
}

const middleware = (gate: GateLike, options?: LangChainOptions) =>
  countersign(gate, { createMiddleware: (config: Middleware) => config, ToolMessage }, options)

const request = (command: string, more: object = {}): Request => ({
  toolCall: { name: 'bash', args: { command }, id: 'c1' },
  ...more,
})

adapterContract('langchain', { asks: 'gate', edits: true, reports: true }, (gate, limits) => {
  const { wrapToolCall } = middleware(gate, limits)
  return {
    attempt: async (command) => {
      let ran: string | undefined
      const result = await wrapToolCall(request(command), ({ toolCall }) => {
        ran = String((toolCall.args as { command: unknown }).command)
        return new ToolMessage({ content: 'ok', tool_call_id: toolCall.id, status: 'success' })
      })
      return { ran, told: ran === undefined ? (result as ToolMessage).content : '' }
    },
  }
})

describe('the LangChain middleware', () => {
  it('denies with a message to the call it is about', async () => {
    const { wrapToolCall } = middleware(scriptedGate((call) => deny(call, 'No.')))
    const message = await wrapToolCall(request('rm x'), () => 'ran')
    expect(message).toBeInstanceOf(ToolMessage)
    expect(message).toEqual({ content: 'No.', tool_call_id: 'c1', status: 'error' })
  })

  it('a conversation has its own session, unless one is said', async () => {
    const gate = scriptedGate(allow)
    const runtime = { configurable: { thread_id: 't-1' } }
    await middleware(gate).wrapToolCall(request('ls', { runtime }), () => undefined)
    await middleware(gate, { session: 's1' }).wrapToolCall(request('ls', { runtime }), () => undefined)
    await middleware(gate).wrapToolCall(request('ls'), () => undefined)
    expect(gate.calls.map(({ session }) => session)).toEqual(['t-1', 's1', undefined])
  })

  it('a conversation whose id is a number shares its session with no other, nor one whose session is left open', async () => {
    const gate = scriptedGate(allow)
    for (const thread_id of [1, 2])
      await middleware(gate, { session: undefined } as never).wrapToolCall(
        request('ls', { runtime: { configurable: { thread_id } } }),
        () => undefined,
      )
    expect(gate.calls.map(({ session }) => session)).toEqual(['1', '2'])
  })

  it('a tool that fails is put on record as failed, however it says so', async () => {
    const gate = scriptedGate(allow)
    const { wrapToolCall } = middleware(gate)
    const failed = new ToolMessage({ content: 'exit code 1', tool_call_id: 'c1', status: 'error' })
    await wrapToolCall(request('a'), () => failed)
    await expect(wrapToolCall(request('b'), () => Promise.reject(new Error('kaboom')))).rejects.toThrow('kaboom')
    expect(gate.outcomes.map(({ outcome }) => outcome)).toEqual([
      { ok: false, error: 'exit code 1' },
      { ok: false, error: 'kaboom' },
    ])
  })

  it('hands the very request on when nothing was changed', async () => {
    const given = request('ls', { tool: {}, state: {} })
    expect(await middleware(scriptedGate(allow)).wrapToolCall(given, (handed) => handed)).toBe(given)
  })

  it('a request that cannot be read runs nothing', async () => {
    const { wrapToolCall } = middleware(scriptedGate(allow))
    let ran = false
    for (const bad of [undefined, {}, { toolCall: {} }])
      await wrapToolCall(bad as never, () => (ran = true)).catch(() => undefined)
    expect(ran).toBe(false)
  })

  it('an MCP tool goes by the name that rules know', async () => {
    const gate = scriptedGate(allow)
    await middleware(gate, { mcpServers: { bash: 'box' } }).wrapToolCall(request('ls'), () => undefined)
    expect(gate.calls[0]?.tool).toBe('mcp__box__bash')
  })

  it('says what is missing if it is not given the parts of LangChain', () => {
    for (const parts of [undefined, {}, { createMiddleware: () => undefined }])
      expect(() => countersign(scriptedGate(allow), parts as never)).toThrow('{ createMiddleware, ToolMessage }')
  })

  it('takes hidden tools from the model', () => {
    const visible = <T extends { name: string }>(tools: readonly T[]) => tools.filter(({ name }) => name !== 'bash')
    const { wrapModelCall } = middleware({ ...scriptedGate(allow), visible })
    const tools = [{ name: 'bash' }, { name: 'read' }, { type: 'web_search' }]
    expect(wrapModelCall({ tools }, (handed) => handed.tools)).toEqual([{ name: 'read' }, { type: 'web_search' }])
  })
})
