/**
 * Part of the vocabularies: whose tool an MCP name means.
 *
 * Agents glue server and tool together with characters that both may contain, so a name alone often has several readings.
 * INVARIANT: `ambiguous` is false only where a listed server settles it or no second reading exists.
 */

import type { McpNaming } from './entry.ts'

export interface McpName {
  readonly server: string
  readonly tool: string
  /** Another server could be meant: restrictions go by any reading, permissions only by the whole canonical name. */
  readonly ambiguous: boolean
}

const SPELLINGS: Readonly<Record<McpNaming, { readonly prefix: string; readonly separator: string }>> = {
  mcp__server__tool: { prefix: 'mcp__', separator: '__' },
  mcp_server_tool: { prefix: 'mcp_', separator: '_' },
  'server-tool': { prefix: '', separator: '-' },
  server_tool: { prefix: '', separator: '_' },
}
const ALL = Object.keys(SPELLINGS) as McpNaming[]

/** Reads a name in one spelling; undefined when it has not that shape. */
export function readMcpName(name: string, naming: McpNaming, servers: readonly string[]): McpName | undefined {
  const listed = readListed(name, naming, servers)
  if (listed !== undefined) return listed
  const { prefix, separator } = SPELLINGS[naming]
  if (!name.startsWith(prefix)) return undefined
  const rest = name.slice(prefix.length)
  // From the second character on: a server has a name.
  const cut = rest.indexOf(separator, 1)
  if (cut === -1 || cut + separator.length >= rest.length) return undefined
  const second = rest.indexOf(separator, cut + 1)
  const ambiguous = prefix === '' || (second !== -1 && second + separator.length < rest.length)
  return { server: rest.slice(0, cut), tool: rest.slice(cut + separator.length), ambiguous }
}

/** Reads a name in any spelling, but only as a tool of one of these servers. */
export function readListedMcpName(name: string, servers: readonly string[]): McpName | undefined {
  if (servers.length === 0) return undefined
  for (const naming of ALL) {
    const found = readListed(name, naming, servers)
    if (found !== undefined) return found
  }
  return undefined
}

export function isListedMcpName(name: string, naming: McpNaming, servers: readonly string[]): boolean {
  return readListed(name, naming, servers) !== undefined
}

/** Whether an agent with this spelling could give an MCP tool such a name, although nothing marks it as one. */
export function couldBeMcpName(name: string, naming: McpNaming): boolean {
  const { prefix, separator } = SPELLINGS[naming]
  return prefix === '' && name.indexOf(separator, 1) !== -1
}

export function canonicalMcpName(mcp: McpName): string {
  return `mcp__${mcp.server}__${mcp.tool}`
}

function readListed(name: string, naming: McpNaming, servers: readonly string[]): McpName | undefined {
  const { prefix, separator } = SPELLINGS[naming]
  let found: string | undefined
  let several = false
  for (const listed of servers) {
    const server = sanitised(listed)
    const head = prefix + server + separator
    if (server === '' || server === found || !name.startsWith(head) || name.length === head.length) continue
    several ||= found !== undefined
    if (found === undefined || server.length > found.length) found = server
  }
  if (found === undefined) return undefined
  return { server: found, tool: name.slice(prefix.length + found.length + separator.length), ambiguous: several }
}

/** Agents replace what a tool name may not hold. */
function sanitised(server: string): string {
  return server.replace(/[^A-Za-z0-9_-]/gu, '_')
}
