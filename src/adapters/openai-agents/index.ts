/**
 * The OpenAI Agents SDK (0.20) behind a gate: guardrails on every tool and MCP server.
 *
 * A guardrail sees every call of a function tool, after any approval of the SDK's own and just before it runs. Local
 * shells and patch editors have no guardrails, so what they run is wrapped. Hosted tools run at the provider, where
 * nobody here sees their calls: they are refused unless they are named.
 *
 * INVARIANT: tools are guarded in place, so that no unguarded copy is left behind.
 */

import type { InProcessOptions } from '../in-process.ts'
import { hiddenOf, intercept } from '../interceptor.ts'
import type { GateLike, Interceptor } from '../interceptor.ts'
import { Guardrails } from './guardrails.ts'
import { guardEditor, guardShell } from './local-tools.ts'
import { guardServer } from './mcp-server.ts'
import type { AgentTool, FunctionTool, McpServer, PatchTool, ShellTool } from './protocol.ts'

export type { InProcessOptions } from '../in-process.ts'
export type * from './protocol.ts'

export interface ToolsOptions {
  /** Tools that you know to run at the provider: nobody sees their calls. */
  readonly elsewhere?: readonly string[]
}

export interface OpenAiAgentsGuard {
  /** The same tools, now guarded, without those that the policy hides. */
  tools<Tool extends AgentTool>(tools: readonly Tool[], options?: ToolsOptions): Tool[]
  /** The same server, now guarded; tools that the policy hides are not listed. */
  mcpServer<Server extends McpServer>(server: Server): Server
}

/**
 * @example
 * const guard = countersign(gate, { session: chatId })
 * const agent = new Agent({ name, tools: guard.tools([bash, readFile]), mcpServers: [guard.mcpServer(github)] })
 */
export function countersign(gate: GateLike, options: InProcessOptions = {}): OpenAiAgentsGuard {
  const { agent = 'openai-agents', patience } = options
  const interceptor = intercept(gate, { agent, patience })
  const guardrails = new Guardrails(interceptor, options)
  return {
    tools: (tools, { elsewhere = [] } = {}) => {
      const names = tools.map(({ name }) => name)
      const hidden = new Set(hiddenOf(interceptor, names))
      for (const tool of tools) guardTool(tool, { guardrails, interceptor, options, elsewhere })
      return tools.filter(({ name }) => !hidden.has(name))
    },
    mcpServer: (server) => guardServer(server, guardrails, interceptor),
  }
}

interface Guarding {
  readonly guardrails: Guardrails
  readonly interceptor: Interceptor
  readonly options: InProcessOptions
  readonly elsewhere: readonly string[]
}

/** Throws for a tool that runs where no gate is. */
function guardTool(tool: AgentTool, { guardrails, interceptor, options, elsewhere }: Guarding): void {
  if (tool.type === 'function') return guardFunction(tool, guardrails)
  const { editor } = tool as PatchTool
  if (tool.type === 'apply_patch') {
    if (!guardrails.isOurs(editor)) guardrails.own(guardEditor(tool as PatchTool, interceptor, options))
    return
  }
  const { shell } = tool as ShellTool
  if (tool.type === 'shell' && shell != null) {
    if (!guardrails.isOurs(shell)) guardrails.own(guardShell(tool, shell, interceptor, options))
    return
  }
  if (elsewhere.includes(tool.name)) return
  throw new TypeError(`the tool ${tool.name} (${tool.type}) runs where no gate is. Name it under \`elsewhere\``)
}

function guardFunction(tool: FunctionTool, guardrails: Guardrails): void {
  const before = guardrails.before(async (name) => name)
  tool.inputGuardrails = guardrails.beside(tool.inputGuardrails, before)
  tool.outputGuardrails = guardrails.beside(tool.outputGuardrails, guardrails.after)
}
