/** Part of the Gemini CLI dialect: translates its tool names to ours. */

import { GEMINI } from '../../vocabulary/gemini.ts'
import { canonicalMcpName, possibleMcpNames } from '../../vocabulary/mcp.ts'

/**
 * The name for a permission: a server's name ends at the first underscore, unless something else says which server it
 * is.
 */
export function nameOf(tool: string, mcpName: string | undefined): string {
  if (mcpName !== undefined) {
    if (mcpName === '*') return 'mcp'
    const bare = tool.startsWith(`mcp_${mcpName}_`) ? tool.slice(`mcp_${mcpName}_`.length) : tool
    return bare === '*' ? `mcp__${mcpName}` : `mcp__${mcpName}__${bare}`
  }
  if (tool === 'mcp_*') return 'mcp'
  const [, server, name] = /^mcp_([^_]+)_(.+)$/u.exec(tool) ?? []
  if (server !== undefined && name !== undefined) return name === '*' ? `mcp__${server}` : `mcp__${server}__${name}`
  const known = GEMINI.tools[tool]
  return known === undefined || !Object.hasOwn(GEMINI.tools, tool) ? tool : known.tool
}

/** Every name that a restriction is about: Gemini CLI compares the whole name, wherever the server's part ends. */
export function namesOf(tool: string, mcpName: string | undefined): readonly string[] {
  const name = nameOf(tool, mcpName)
  if (mcpName !== undefined || Object.hasOwn(GEMINI.tools, tool)) return [name]
  // Older releases wrote `server__tool`.
  if (!tool.startsWith('mcp_')) return /^.+__.+$/u.test(tool) ? [name, `mcp__${tool.replace(/__\*$/u, '')}`] : [name]
  const cuts = possibleMcpNames(tool, 'mcp_server_tool').flatMap((one) => one.cuts)
  return [...new Set([name, ...cuts.map((cut) => (cut.tool === '*' ? `mcp__${cut.server}` : canonicalMcpName(cut)))])]
}
