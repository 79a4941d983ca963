/**
 * The OpenAI Agents SDK (0.20) behind a gate: guardrails on every tool and MCP server.
 *
 * A guardrail sees every call of a function tool, after any approval of the SDK's own and just before it runs. Local
 * shells and patch editors have no guardrails, so what they run is wrapped. Hosted tools run at the provider, where
 * nobody here sees their calls: they are refused unless they are named.
 *
 * INVARIANT: tools are guarded in place, so that no unguarded copy is left behind. Neither guardrail throws: that would
 * end the run.
 */

import { callIn, mcpToolName } from '../in-process.ts'
import type { InProcessOptions } from '../in-process.ts'
import { asGiven, hiddenOf, intercept, toModel, unreadable } from '../interceptor.ts'
import type { GateLike, Ruling } from '../interceptor.ts'
import { Recall } from '../recall.ts'
import { guardEditor, guardShell } from './local-tools.ts'
import { toolCalled } from './mcp-names.ts'
import type {
  AgentTool,
  FunctionTool,
  GuardrailData,
  GuardrailOutput,
  InputGuardrail,
  McpServer,
  OutputGuardrail,
  PatchTool,
  ShellTool,
} from './protocol.ts'

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

const NAME = 'countersign'
const NAMELESS = 'its name does not say which of the server’s tools it is'
const ALLOW: GuardrailOutput = { behavior: { type: 'allow' } }

/**
 * @example
 * const guard = countersign(gate, { session: chatId })
 * const agent = new Agent({ name, tools: guard.tools([bash, readFile]), mcpServers: [guard.mcpServer(github)] })
 */
export function countersign(gate: GateLike, options: InProcessOptions = {}): OpenAiAgentsGuard {
  const { agent = 'openai-agents', patience } = options
  const interceptor = intercept(gate, { agent, patience })
  const running = new Recall<Ruling>()
  /** What this guard has added to tools: two agents that share a tool may both have it guarded. */
  const ours = new WeakSet<object>()
  const isOurs = (one: object) => ours.has(one)

  const decide = async ({ toolCall, agent: who }: GuardrailData, name: string): Promise<GuardrailOutput> => {
    const call = callIn(options, name, parsed(toolCall.arguments), toolCall.callId)
    const subagent = typeof who?.name === 'string' && who.name !== '' ? { subagent: who.name } : {}
    const ruling = asGiven(await interceptor.authorize({ ...call, ...subagent }))
    if (ruling.behavior !== 'allow') return rejection(ruling)
    running.set(toolCall.callId, ruling)
    return ALLOW
  }

  const before = (nameOf: (tool: string) => Promise<string | undefined>): InputGuardrail => ({
    type: 'tool_input',
    name: NAME,
    run: async (data) => {
      try {
        const name = await nameOf(data.toolCall.name)
        return name === undefined ? rejection(unreadable(NAMELESS)) : await decide(data, name)
      } catch {
        return rejection(unreadable('it cannot be read'))
      }
    },
  })

  const after: OutputGuardrail = {
    type: 'tool_output',
    name: NAME,
    run: async (data) => {
      await interceptor.outcome(running.take(data?.toolCall?.callId)?.id, { ok: true })
      return ALLOW
    },
  }

  /**
   * Our guardrail comes last: nobody is asked about what another guardrail rejects. Another guard is one more that must
   * allow.
   */
  const guarding = <T extends object>(known: readonly T[] = [], made: T): T[] => {
    if (known.some(isOurs)) return [...known]
    ours.add(made)
    return [...known, made]
  }

  const guard = (tool: AgentTool, elsewhere: readonly string[]): void => {
    if (tool.type === 'function') return guardFunction(tool)
    const { editor } = tool as PatchTool
    if (tool.type === 'apply_patch') {
      if (!isOurs(editor)) ours.add(guardEditor(tool as PatchTool, interceptor, options))
      return
    }
    const { shell } = tool as ShellTool
    if (tool.type === 'shell' && shell != null) {
      if (!isOurs(shell)) ours.add(guardShell(tool, shell, interceptor, options))
      return
    }
    if (elsewhere.includes(tool.name)) return
    throw new TypeError(`the tool ${tool.name} (${tool.type}) runs where no gate is. Name it under \`elsewhere\``)
  }

  const guardFunction = (tool: FunctionTool): void => {
    tool.inputGuardrails = guarding(
      tool.inputGuardrails,
      before(async (name) => name),
    )
    tool.outputGuardrails = guarding(tool.outputGuardrails, after)
  }

  return {
    tools: (tools, { elsewhere = [] } = {}) => {
      const names = tools.map(({ name }) => name)
      const hidden = new Set(hiddenOf(interceptor, names))
      for (const tool of tools) guard(tool, elsewhere)
      return tools.filter(({ name }) => !hidden.has(name))
    },
    mcpServer: (server) => {
      if (server.toolInputGuardrails?.some(isOurs) === true) return server
      const nameOf = (tool: string) => mcpToolName(server.name, tool)
      const list = server.listTools.bind(server)
      const listed = new Set<string>()
      const listNow = async () => {
        const tools = await list()
        for (const { name } of tools) listed.add(name)
        return tools
      }
      const calledBy = async (given: string) => {
        // The SDK may have the list from before the server was guarded, or from another server of that name.
        if (toolCalled(given, server.name, listed) === undefined) await listNow()
        const tool = toolCalled(given, server.name, listed)
        return tool === undefined ? undefined : nameOf(tool)
      }
      server.toolInputGuardrails = guarding(server.toolInputGuardrails, before(calledBy))
      server.toolOutputGuardrails = guarding(server.toolOutputGuardrails, after)
      server.listTools = async () => {
        const tools = await listNow()
        const names = tools.map(({ name }) => nameOf(name))
        const hidden = new Set(hiddenOf(interceptor, names))
        return tools.filter(({ name }) => !hidden.has(nameOf(name)))
      }
      return server
    },
  }
}

function rejection(ruling: Ruling): GuardrailOutput {
  return { behavior: { type: 'rejectContent', message: toModel(ruling) } }
}

/** What is not JSON is passed on as it is: the gate reports that it is not an input. */
function parsed(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
