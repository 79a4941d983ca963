/**
 * Part of the vocabularies: translates a call from an agent's own names to canonical ones.
 *
 * INVARIANT: throws only what the input itself throws when it is read. A value that is missing, of the wrong type, or
 * given twice with different content is a `problem`, never guessed. Every plausible value is reported all the same, so
 * that restrictions apply to it.
 */

import { isObject } from '../engine/call.ts'
import type { Call, Input, Kind } from '../engine/call.ts'
import { canonicalTool } from './canonical.ts'
import type { ToolEntry } from './entry.ts'
import { readFields } from './fields.ts'
import { objectIn } from './json-object.ts'
import { type Found, lookUp } from './lookup.ts'
import { canonicalMcpName, type McpName, possibleMcpNames } from './mcp.ts'
import { strayField } from './stray-field.ts'
import { vocabularyOf } from './tables.ts'
import { inEitherWay } from './words.ts'

export interface TranslatedPath {
  readonly text: string
  readonly access: 'read' | 'write'
  readonly how?: 'create' | 'modify' | 'delete'
  /** The path or anything below it. */
  readonly tree?: boolean
  /** The text is a pattern; the paths are some that fit it. */
  readonly glob?: boolean
  /** If nothing exists there, the tool takes another file whose path ends in this. */
  readonly searched?: boolean
  /** False: only a possible meaning, for restrictions. */
  readonly certain?: boolean
  /** Index in `paths` of the search that this narrows: a permission for that search covers this path. */
  readonly within?: number
  /** Patterns for the files below it whose content is shown. */
  readonly patterns?: readonly string[] | undefined
  readonly field: string
}

export interface Translated {
  /** The canonical name; the agent's own name if no vocabulary has it. */
  readonly tool: string
  readonly kind: Kind
  readonly known: boolean
  /** The vocabulary that knows the name. */
  readonly agent?: string
  /** One of the agent's own tools that can do no harm. */
  readonly internal: boolean
  readonly command?: { readonly text: string } | { readonly argv: readonly string[] }
  readonly shell?: 'bash' | 'sh' | 'powershell' | 'unknown'
  /** A shell at the head of a list of words (`bash -lc …`) is the agent's own: the line inside is the command. */
  readonly ownShell?: boolean
  /** The shell that runs it ends with it. */
  readonly fresh?: boolean
  /**
   * Where its line leads to, no later call runs unless it says so: an agent starts each call where the user put it to
   * work, or inside the folders it may work in, and a program starts a shell for each call.
   */
  readonly comesBack?: boolean
  /** The shell that runs it may be zsh: an agent starts it, and nothing shows that it is another one. */
  readonly mayBeZsh?: boolean
  /** The command is typed into a terminal in which a person works: the shell there is interactive. */
  readonly typed?: boolean
  /** The command is typed into a program that already runs. */
  readonly dynamic?: boolean
  readonly paths: readonly TranslatedPath[]
  readonly urls: readonly { readonly text: string; readonly field: string }[]
  /** An `apply_patch` text; the files it touches are in `paths`. */
  readonly patch?: string
  /** The call's own working directory, as given in the input. */
  readonly cwd?: string
  readonly mcp?: McpName
  /** Every canonical name that the call may have, `tool` first, if there is more than one: for restrictions. */
  readonly names?: readonly string[]
  /** Why this reading is not certain: permissions must not go by it. */
  readonly problem?: string
  /** Why the call may do something else as well, for restrictions. */
  readonly besides?: string
}

/** A translation in the making. */
export type Draft = { -readonly [Key in keyof Translated]: Translated[Key] } & {
  paths: TranslatedPath[]
  urls: { text: string; field: string }[]
}

/**
 * Says which tool a call uses and what its input names.
 *
 * @param mcpServers names of the MCP servers the agent has, where known: they settle whose tool a name means
 */
export function translate(call: Call, mcpServers: readonly string[] = []): Translated {
  if (typeof call.tool !== 'string') return { ...unknown(''), problem: 'it names no tool' }
  const agent = typeof call.agent === 'string' ? call.agent : undefined
  const found = lookUp(call.tool, agent, mcpServers)
  if (found === undefined) return ofNobody(call.tool, agent)
  return found.mcp === undefined ? ofTool(found, call) : ofMcp(call.tool, found.mcp, found.doubt)
}

function unknown(name: string): Translated {
  return { tool: name, kind: 'other', known: false, internal: false, paths: [], urls: [] }
}

/** For a name that no vocabulary has. If the agent is unknown, too, it may be an MCP tool in any agent's spelling. */
function ofNobody(name: string, agent: string | undefined): Translated {
  const translated = unknown(name)
  if (agent !== undefined && vocabularyOf(agent) !== undefined) return translated
  const readings = possibleMcpNames(name)
  return readings.length === 0 ? translated : { ...translated, ...namesOf(name, readings) }
}

/** The names of all readings; too many readings are a problem. */
function namesOf(tool: string, readings: readonly McpName[]): Pick<Translated, 'names' | 'problem'> {
  const names = new Set([tool])
  for (const { cuts } of readings) for (const cut of cuts) names.add(canonicalMcpName(cut))
  return {
    ...(names.size === 1 ? {} : { names: [...names] }),
    ...(readings.some(({ crowded }) => crowded) ? { problem: CROWDED } : {}),
  }
}

const CROWDED = 'its name could be cut into server and tool in too many ways'

function ofMcp(name: string, mcp: McpName, doubt: string | undefined): Translated {
  const tool = mcp.tool === '' ? name : canonicalMcpName(mcp)
  return {
    tool,
    kind: 'mcp',
    known: true,
    internal: false,
    paths: [],
    urls: [],
    mcp,
    ...(mcp.ambiguous ? namesOf(tool, [mcp]) : {}),
    ...(doubt === undefined ? {} : { problem: doubt }),
  }
}

function ofTool({ known, own, sure, doubt, orMcp }: Extract<Found, { mcp?: undefined }>, call: Call): Translated {
  const { entry, agent } = known
  const problems = doubt === undefined ? [] : [doubt]
  const draft: Draft = {
    tool: entry.tool,
    kind: canonicalTool(entry.tool)?.kind ?? 'other',
    known: true,
    agent,
    internal: false,
    paths: [],
    urls: [],
  }
  const input = readInput(entry, call.input, draft, problems)
  // Only for an agent's own tools is it known whether a tool starts the program in a list of words or hands the words
  // to a shell; ACP covers many agents.
  if ((!own || agent === 'acp') && draft.command !== undefined) draft.command = inEitherWay(draft.command)
  // Codex says in a second field what it makes of a command, and edits name all their files in one list.
  const many = agent === 'acp' && (draft.kind === 'read' || draft.kind === 'url')
  const stray = (own && !many) || input === undefined ? undefined : strayField(entry, draft.kind, input)
  if (stray !== undefined) {
    const why = `it may go by a field that is not known here (\`${stray}\`)`
    if (sure) draft.besides = why
    else problems.push(why)
  }
  if (own && entry.fresh === true && !goesOn(entry, call.input)) draft.fresh = true
  if (draft.fresh === true || (!namesAgent(call) && entry.typed !== true && !goesOn(entry, call.input)))
    draft.comesBack = true
  if (draft.command !== undefined && namesAgent(call) && !(own && entry.starts === 'bash')) draft.mayBeZsh = true
  if (entry.typed === true) draft.typed = true
  if (orMcp !== undefined) draft.names = namesOf(entry.tool, orMcp).names ?? []
  if (problems.length > 0) draft.problem = problems.join('; ')
  else if (entry.internal !== undefined) draft.internal = sure
  return draft
}

/** A call that names no agent is assumed to come from a program, and programs start sh. */
function namesAgent({ agent }: Call): boolean {
  return agent !== undefined && agent !== ''
}

function goesOn({ kept }: ToolEntry, input: unknown): boolean {
  return kept !== undefined && !(isObject(input) && kept.every((field) => !Object.hasOwn(input, field)))
}

function readInput(entry: ToolEntry, given: unknown, draft: Draft, problems: string[]): Input | undefined {
  const input = asInput(given, entry)
  if (input === undefined) problems.push('its input is not an object')
  else readFields(entry, input, draft, problems)
  return input
}

/** The input as an object. Some agents pass it as JSON text, and a patch as its bare text. */
function asInput(given: unknown, entry: ToolEntry): Input | undefined {
  if (given === undefined || given === null) return {}
  if (typeof given !== 'string') return isObject(given) ? given : undefined
  const patchField = entry.patch?.[0]
  if (patchField !== undefined && given.trimStart().startsWith('***')) return { [patchField]: given }
  return objectIn(given)
}
