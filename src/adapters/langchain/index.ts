/**
 * LangChain agents (1.x) behind a gate: a middleware.
 *
 * `wrapToolCall` sees every call of the agent's own tools, and is the only place that runs them. Put it last in the
 * list: a middleware after it could change a call that it has allowed. Tools that run at the provider are not seen
 * here.
 *
 * INVARIANT: a denial is a message to the model, not an error, which would end the run; the tool runs only on an allow.
 */

import { callIn, errorText, mcpToolName } from '../in-process.ts'
import type { InProcessOptions } from '../in-process.ts'
import { hiddenOf, intercept, toModel } from '../interceptor.ts'
import type { GateLike } from '../interceptor.ts'

export type { InProcessOptions } from '../in-process.ts'

export interface LangChainOptions extends InProcessOptions {
  /** For rules on `mcp__server__tool`: the server of each MCP tool, by the tool's name. */
  readonly mcpServers?: Readonly<Record<string, string>>
}

interface ToolCallRequest {
  readonly toolCall: { readonly name: string; readonly args: unknown; readonly id?: string | undefined }
  readonly runtime?: { readonly signal?: AbortSignal | undefined; readonly configurable?: unknown } | undefined
}

/** The part of LangChain that is used here; you pass it in. */
export interface LangChain<Middleware, Message> {
  readonly createMiddleware: (config: never) => Middleware
  readonly ToolMessage: new (fields: {
    content: string
    tool_call_id: string
    name: string
    status: 'error'
  }) => Message
}

/**
 * @example
 * import { createAgent, createMiddleware, ToolMessage } from 'langchain'
 * const agent = createAgent({ model, tools, middleware: [countersign(gate, { createMiddleware, ToolMessage })] })
 */
export function countersign<Middleware, Message>(
  gate: GateLike,
  langchain: LangChain<Middleware, Message>,
  options: LangChainOptions = {},
): Middleware {
  if (typeof langchain?.createMiddleware !== 'function' || typeof langchain.ToolMessage !== 'function')
    throw new TypeError('what `langchain` exports is missing: countersign(gate, { createMiddleware, ToolMessage })')
  const { createMiddleware, ToolMessage } = langchain
  const { agent = 'langchain', patience, mcpServers = {} } = options
  const interceptor = intercept(gate, { agent, patience })
  const nameOf = (tool: string) =>
    Object.hasOwn(mcpServers, tool) ? mcpToolName(String(mcpServers[tool]), tool) : tool

  const wrapToolCall = async <Request extends ToolCallRequest>(
    request: Request,
    handler: (request: Request) => unknown,
  ): Promise<unknown> => {
    const { toolCall, runtime } = request
    const session = options.session ?? threadOf(runtime)
    const about = session === undefined ? options : { ...options, session }
    const call = callIn(about, nameOf(toolCall.name), toolCall.args, toolCall.id)
    const ruling = await interceptor.authorize(call, { signal: runtime?.signal })
    if (ruling.behavior !== 'allow') {
      const { id = '', name } = toolCall
      return new ToolMessage({ tool_call_id: id, name, status: 'error', content: toModel(ruling) })
    }
    try {
      const result = await handler(
        ruling.edited ? { ...request, toolCall: { ...toolCall, args: ruling.input } } : request,
      )
      const { status, content } = (result ?? {}) as { readonly status?: unknown; readonly content?: unknown }
      await interceptor.outcome(ruling.id, status === 'error' ? { ok: false, error: errorText(content) } : { ok: true })
      return result
    } catch (error) {
      await interceptor.outcome(ruling.id, { ok: false, error: errorText(error) })
      throw error
    }
  }

  const wrapModelCall = <Request extends { readonly tools?: readonly unknown[] }>(
    request: Request,
    handler: (request: Request) => unknown,
  ): unknown => {
    const tools = request.tools ?? []
    const names = tools.flatMap((tool) => toolName(tool) ?? [])
    const hidden = new Set(hiddenOf(interceptor, names.map(nameOf)))
    if (hidden.size === 0) return handler(request)
    return handler({ ...request, tools: tools.filter((tool) => !hidden.has(nameOf(toolName(tool) ?? ''))) })
  }

  return createMiddleware({ name: 'Countersign', wrapToolCall, wrapModelCall } as never)
}

/** A conversation that is kept has an id of its own. */
function threadOf(runtime: ToolCallRequest['runtime']): string | undefined {
  const thread = (runtime?.configurable as { readonly thread_id?: unknown } | undefined)?.thread_id
  if (typeof thread === 'number') return String(thread)
  return typeof thread === 'string' && thread !== '' ? thread : undefined
}

function toolName(tool: unknown): string | undefined {
  const { name } = (tool ?? {}) as { readonly name?: unknown }
  return typeof name === 'string' ? name : undefined
}
