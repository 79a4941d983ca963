/**
 * Part of the vocabularies: which tool a name means.
 *
 * The agent's own table comes first, then the tables of all agents together. INVARIANT: a name that is not certain
 * carries a `doubt` and is recognised all the same, so that restrictions apply to it.
 */

import { ACP } from './acp.ts'
import { canonicalTool } from './canonical.ts'
import { foldName, isPlain, undisguise } from './fold.ts'
import {
  couldBeMcpName,
  isListedMcpName,
  type McpName,
  possibleMcpNames,
  readListedMcpName,
  readMcpName,
} from './mcp.ts'
import { alikeTool, commonTool, type KnownTool, ownTool, vocabularyOf } from './tables.ts'

export type Found = FoundTool | FoundMcp

interface FoundTool {
  readonly known: KnownTool
  readonly mcp?: undefined
  /** The name is in the agent's own table. */
  readonly own: boolean
  /**
   * Whether the entry's claim of harmlessness may be believed: the name is the agent's own, or the canonical one if no
   * agent is named, or that of an agent which passes on the names of others. Somebody's own program may use this name
   * for any tool of its own.
   */
  readonly sure: boolean
  readonly doubt?: string
  /** The MCP tools that it may be instead. */
  readonly orMcp?: readonly McpName[]
}

interface FoundMcp {
  readonly mcp: McpName
  readonly doubt?: string
}

const DISGUISED = 'its name only looks like that of a known tool'
const OR_MCP = 'it could also be a tool of an MCP server'
const MALFORMED_MCP = 'it is named like an MCP tool but names no server and tool'

export function lookUp(name: string, agent: string | undefined, servers: readonly string[]): Found | undefined {
  const own = agent === undefined ? undefined : vocabularyOf(agent)
  const mine = own === undefined ? undefined : ownTool(own, name)
  if (own !== undefined && mine !== undefined) {
    // If there is such a server, an agent runs its tool instead of the agent's own tool of that name.
    if (!couldBeMcpName(name, own.mcp) || !isListedMcpName(name, own.mcp, servers))
      return { known: mine, own: true, sure: true }
    return { known: mine, own: true, sure: false, doubt: OR_MCP, orMcp: possibleMcpNames(name, own.mcp) }
  }

  if (name.startsWith('mcp__')) return mcpOrMalformed(name, servers)
  if (own !== undefined && (own.mcp === 'mcp_server_tool' || isListedMcpName(name, own.mcp, servers))) {
    const mcp = readMcpName(name, own.mcp, servers)
    if (mcp !== undefined) return { mcp }
  }

  // For somebody's own program, the name may mean what it means to any agent, in any letter case.
  const isStrange = own === undefined && agent !== undefined
  const shared = (isStrange && isPlain(name) ? alikeTool(foldName(name)) : undefined) ?? commonTool(name)
  if (shared !== undefined) {
    if (own === undefined || !couldBeMcpName(name, own.mcp))
      return { known: shared, own: false, sure: isCanonical(name) && (agent === undefined || own === ACP) }
    const orMcp = possibleMcpNames(name, own.mcp)
    return { known: shared, own: false, sure: false, doubt: OR_MCP, orMcp }
  }

  const listed = readListedMcpName(name, servers)
  if (listed !== undefined) return { mcp: listed }

  const folded = foldName(name)
  const alike = alikeTool(folded)
  if (alike !== undefined)
    return { known: alike, own: false, sure: false, ...(isPlain(name) ? {} : { doubt: DISGUISED }) }
  if (folded.startsWith('mcp__')) return { ...mcpOrMalformed(folded, servers), doubt: DISGUISED }

  const guessed = own === undefined ? undefined : readMcpName(name, own.mcp, servers)
  return guessed === undefined ? undefined : { mcp: guessed }
}

function mcpOrMalformed(name: string, servers: readonly string[]): FoundMcp {
  const plain = isPlain(name)
  const mcp = readMcpName(plain ? name : undisguise(name), 'mcp__server__tool', servers)
  if (mcp !== undefined) return plain ? { mcp } : { mcp, doubt: DISGUISED }
  return {
    mcp: { server: name.slice('mcp__'.length), tool: '', ambiguous: true, cuts: [], crowded: false },
    doubt: MALFORMED_MCP,
  }
}

function isCanonical(name: string): boolean {
  return canonicalTool(name)?.name === name
}
