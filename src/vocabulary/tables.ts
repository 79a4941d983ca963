/**
 * Part of the vocabularies: all of them as tables in which names are looked up.
 *
 * INVARIANT: if agents share a name, the common entry finds everything that either agent's entry would find.
 */

import type { Kind } from '../engine/call.ts'
import { canonicalTool } from './canonical.ts'
import { nearest } from './closest.ts'
import type { FilterField, PathField, ToolEntry, Vocabulary } from './entry.ts'
import { foldName } from './fold.ts'
import { AGENTS, allVocabularies } from './vocabularies.ts'

export interface KnownTool {
  readonly entry: ToolEntry
  /** The vocabulary in which it was found; the first if there are several. */
  readonly agent: string
}

/** The most dangerous first: if two agents use one name for different tools, the more dangerous one counts. */
const DANGER: readonly Kind[] = ['shell', 'write', 'url', 'mcp', 'read', 'other']

const agents = new Map(AGENTS.flatMap((agent) => agent[0].map((name) => [name, agent] as const)))
/** Entries used so far; only names that some vocabulary has, so the map cannot grow without limit. */
const met = new Map<string, KnownTool>()
let folds: ReadonlyMap<string, KnownTool> | undefined

export function vocabularyOf(agent: string): Vocabulary | undefined {
  return (agents.get(agent) ?? agents.get(foldAgent(agent)))?.[1]()
}

/**
 * The one name of an agent, for comparing: `Claude-Code`, `claude` and `claude-agent-sdk` are `claude-code`. A name
 * that no vocabulary has stays, in lower case.
 */
export function canonicalAgent(name: string): string {
  return agents.get(name)?.[0][0] ?? canonicalFolded(foldAgent(name))
}

function canonicalFolded(name: string): string {
  return agents.get(name)?.[0][0] ?? name
}

function foldAgent(name: string): string {
  return name.trim().toLowerCase().replaceAll(/[\s_]/gu, '-')
}

/** A name this short is similar to other valid names: `mcp`, whose calls come through the gateway, and `acp`. */
const SHORT = 3

/** The agent that somebody who wrote `name` probably meant; undefined for a known name, or one that resembles none. */
export function suggestAgent(name: string): string | undefined {
  if (vocabularyOf(name) !== undefined) return undefined
  return nearest(
    name,
    [...agents.keys()].filter((agent) => agent.length > SHORT),
  )
}

/** What an agent itself means by a name. */
export function ownTool({ agent, tools }: Vocabulary, name: string): KnownTool | undefined {
  const entry = Object.hasOwn(tools, name) ? tools[name] : undefined
  return entry === undefined ? undefined : { entry, agent }
}

/** What the agents together mean by a name. */
export function commonTool(name: string): KnownTool | undefined {
  const known = met.get(name)
  if (known !== undefined) return known
  for (const vocabulary of allVocabularies()) {
    const tool = ownTool(vocabulary, name)
    if (tool !== undefined) join(met, name, tool)
  }
  return met.get(name)
}

/** The same, looked up by a folded name. */
export function alikeTool(folded: string): KnownTool | undefined {
  folds ??= foldAll()
  return folds.get(folded)
}

function foldAll(): ReadonlyMap<string, KnownTool> {
  const table = new Map<string, KnownTool>()
  for (const { agent, tools } of allVocabularies()) {
    for (const [name, entry] of Object.entries(tools)) join(table, foldName(name), { entry, agent })
  }
  return table
}

function join(table: Map<string, KnownTool>, name: string, tool: KnownTool): void {
  const known = table.get(name)
  if (known === undefined) return void table.set(name, tool)
  const [first, second] = danger(tool) < danger(known) ? [tool, known] : [known, tool]
  table.set(name, { agent: first.agent, entry: merge(first.entry, second.entry) })
}

function danger({ entry }: KnownTool): number {
  return DANGER.indexOf(canonicalTool(entry.tool)?.kind ?? 'other')
}

/** One entry that finds everything either of the two would find; the tool is the first one's. */
function merge(a: ToolEntry, b: ToolEntry): ToolEntry {
  const { internal, ...entry } = { ...b, ...a }
  return {
    ...entry,
    ...(a.internal === undefined || b.internal === undefined ? {} : { internal }),
    ...(a.argv || b.argv ? { argv: true } : {}),
    ...(a.unwraps || b.unwraps ? { unwraps: true } : {}),
    ...fields('command', a.command, b.command),
    ...fields('args', a.args, b.args),
    ...fields('hazards', a.hazards, b.hazards),
    ...fields('cwd', a.cwd, b.cwd),
    ...fields('urls', a.urls, b.urls),
    ...fields('prose', a.prose, b.prose),
    ...fields('patch', a.patch, b.patch),
    ...(a.paths && b.paths ? { paths: mergePaths(a.paths, b.paths) } : {}),
    ...(a.glob && b.glob
      ? {
          glob: {
            pattern: both(a.glob.pattern, b.glob.pattern),
            base: both(a.glob.base, b.glob.base),
            content: a.glob.content === true || b.glob.content === true,
          },
        }
      : {}),
    ...(a.filter && b.filter ? { filter: mergeFilters(a.filter, b.filter) } : {}),
  }
}

function mergePaths(a: readonly PathField[], b: readonly PathField[]): PathField[] {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a]
  return long.map((path, index) => {
    const other = short[index]
    if (other === undefined) return path
    return {
      from: both(path.from, other.from),
      access: path.access === 'write' || other.access === 'write' ? 'write' : 'read',
      tree: path.tree === true || other.tree === true,
      list: path.list === true || other.list === true,
      searched: path.searched === true || other.searched === true,
      how: path.how === other.how ? path.how : undefined,
      absent: path.absent ?? other.absent,
      tells: path.tells === true || other.tells === true,
      lands: path.lands === true || other.lands === true,
    }
  })
}

function mergeFilters(a: FilterField, b: FilterField): FilterField {
  return { pattern: both(a.pattern, b.pattern), type: both(a.type ?? [], b.type ?? []) }
}

function fields(key: string, a: readonly string[] | undefined, b: readonly string[] | undefined): object {
  return a === undefined && b === undefined ? {} : { [key]: both(a ?? [], b ?? []) }
}

function both(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])]
}
