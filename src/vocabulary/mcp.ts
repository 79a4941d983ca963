/**
 * Part of the vocabularies: which server's tool an MCP name means.
 *
 * Agents join server and tool with characters that both may contain, so a name alone often has several readings.
 * INVARIANT: `ambiguous` is false only if a listed server settles it or there is no second reading.
 */

import type { McpNaming } from './entry.ts'

export interface McpName {
  readonly server: string
  readonly tool: string
  /** Another server could be meant: restrictions go by any reading, permissions only by the whole canonical name. */
  readonly ambiguous: boolean
  /** Every reading, this one first, as far as their canonical names differ. */
  readonly cuts: readonly McpCut[]
  /** There may be readings that are not among the cuts. */
  readonly crowded: boolean
}

export interface McpCut {
  readonly server: string
  readonly tool: string
}

const MOST_CUTS = 32
/** Longer than any name that an agent could give its model; a longer name is cut only once. */
const LONGEST = 512

const SPELLINGS: Readonly<Record<McpNaming, { readonly prefix: string; readonly separator: string }>> = {
  mcp__server__tool: { prefix: 'mcp__', separator: '__' },
  mcp_server_tool: { prefix: 'mcp_', separator: '_' },
  'server-tool': { prefix: '', separator: '-' },
  server_tool: { prefix: '', separator: '_' },
}
const ALL = Object.keys(SPELLINGS) as McpNaming[]

/** Reads a name in one spelling; undefined if it does not have that form. */
export function readMcpName(name: string, naming: McpNaming, servers: readonly string[]): McpName | undefined {
  const listed = readListed(name, naming, servers)
  if (listed !== undefined) return listed
  const { prefix, separator } = SPELLINGS[naming]
  if (!name.startsWith(prefix)) return undefined
  const rest = name.slice(prefix.length)
  // From the second character on, since the server's name is not empty.
  const cut = rest.indexOf(separator, 1)
  if (cut === -1 || cut + separator.length >= rest.length) return undefined
  const second = rest.indexOf(separator, cut + 1)
  const ambiguous = prefix === '' || (second !== -1 && second + separator.length < rest.length)
  return nameOf(rest, cut, separator, ambiguous)
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

/**
 * Whether an agent with this spelling could give an MCP tool such a name, although nothing marks it as an MCP tool's.
 */
export function couldBeMcpName(name: string, naming: McpNaming): boolean {
  const { prefix, separator } = SPELLINGS[naming]
  return prefix === '' && name.indexOf(separator, 1) !== -1
}

export function canonicalMcpName({ server, tool }: McpCut): string {
  return `mcp__${server}__${tool}`
}

/** What a name without the mark of an MCP tool may mean, in the spelling of one agent or of any. */
export function possibleMcpNames(name: string, naming?: McpNaming): McpName[] {
  const namings = naming === undefined ? ALL : [naming]
  return namings.flatMap((one) => readMcpName(name, one, []) ?? [])
}

/** The name cut at this place; if that is not certain, also at every other separator. */
function nameOf(rest: string, cut: number, separator: string, ambiguous: boolean): McpName {
  const server = rest.slice(0, cut)
  const tool = rest.slice(cut + separator.length)
  const cuts = [{ server, tool }]
  // `__` is the canonical separator: every cut leads to the same canonical name.
  if (!ambiguous || separator === '__') return { server, tool, ambiguous, cuts, crowded: false }
  if (rest.length > LONGEST) return { server, tool, ambiguous, cuts, crowded: true }
  for (let at = rest.indexOf(separator, 1); at > 0 && cuts.length < MOST_CUTS; at = rest.indexOf(separator, at + 1)) {
    const other = rest.slice(at + separator.length)
    if (other !== '' && at !== cut) cuts.push({ server: rest.slice(0, at), tool: other })
  }
  return { server, tool, ambiguous, cuts, crowded: cuts.length >= MOST_CUTS }
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
  return nameOf(name.slice(prefix.length), found.length, separator, several)
}

/** Agents replace characters that a tool name may not contain. */
export function sanitised(server: string): string {
  return server.replace(/[^A-Za-z0-9_-]/gu, '_')
}
