/**
 * Part of the vocabularies: which tool a name means.
 *
 * The agent's own table comes first, then what all tables know together. INVARIANT: a name that is not certain carries a
 * `doubt`, and is recognised all the same, so that restrictions meet it.
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
  /** It stands in the agent's own table. */
  readonly own: boolean
  /**
   * What the entry says of harmlessness may be believed: the name is the agent's own, or the canonical one where no agent is
   * named, or one that passes on the names of others. A program of somebody's own may call any tool of its own like this.
   */
  readonly sure: boolean
  readonly doubt?: string
  /** What it may be instead. */
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
    // Where there is such a server, an agent runs its tool in place of its own of that name.
    if (!couldBeMcpName(name, own.mcp) || !isListedMcpName(name, own.mcp, servers))
      return { known: mine, own: true, sure: true }
    return { known: mine, own: true, sure: false, doubt: OR_MCP, orMcp: possibleMcpNames(name, own.mcp) }
  }

  if (name.startsWith('mcp__')) return mcpOrMalformed(name, servers)
  if (own !== undefined && (own.mcp === 'mcp_server_tool' || isListedMcpName(name, own.mcp, servers))) {
    const mcp = readMcpName(name, own.mcp, servers)
    if (mcp !== undefined) return { mcp }
  }

  // A program of somebody's own: whatever any agent means by the name, in other letters, too.
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
