/**
 * Part of the OpenAI Agents adapter: an MCP server whose tools pass the gate under the names that rules know.
 *
 * INVARIANT: a call whose tool cannot be told from the name that the SDK uses is refused.
 */

import { mcpToolName } from '../in-process.ts'
import { hiddenOf } from '../interceptor.ts'
import type { Interceptor } from '../interceptor.ts'
import type { Guardrails } from './guardrails.ts'
import { toolCalled } from './mcp-names.ts'
import type { McpServer } from './protocol.ts'

export function guardServer<Server extends McpServer>(
  server: Server,
  guardrails: Guardrails,
  interceptor: Interceptor,
): Server {
  if (server.toolInputGuardrails?.some((one) => guardrails.isOurs(one)) === true) return server
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
  server.toolInputGuardrails = guardrails.beside(server.toolInputGuardrails, guardrails.before(calledBy))
  server.toolOutputGuardrails = guardrails.beside(server.toolOutputGuardrails, guardrails.after)
  server.listTools = async () => {
    const tools = await listNow()
    const names = tools.map(({ name }) => nameOf(name))
    const hidden = new Set(hiddenOf(interceptor, names))
    return tools.filter(({ name }) => !hidden.has(nameOf(name)))
  }
  return server
}
