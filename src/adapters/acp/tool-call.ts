/**
 * Part of the ACP gateway: turns what an agent asks permission for into a call.
 *
 * INVARIANT: a permission rests only on what the request states explicitly: the raw input, or the files of its own
 * diffs. Title and locations count only for restrictions. A kind that is not in the protocol is not taken for a tool's
 * name, and a name that does not fit the kind is not used at all.
 */

import { isObject } from '../../engine/call.ts'
import type { Call, Kind } from '../../engine/call.ts'
import { visible } from '../../gate/visible.ts'
import { translate } from '../../vocabulary/translate.ts'
import { mcpToolName } from '../in-process.ts'
import type { Params } from '../json-rpc/message.ts'

export type Read = Pick<Call, 'tool' | 'input'>

/** The fields in which agents' raw inputs have a path. */
const PATH_FIELDS = ['filepath', 'filePath', 'file_path', 'path', 'fileName', 'absolute_path'] as const

/** `toolCall`: the request's fields, on top of everything that was said about it before. */
export function readRequest({ _meta: meta }: Params, toolCall: Params): Read {
  const asked = member(member(member(meta, 'codex'), 'params'), 'networkApprovalContext')
  // A running command wants to reach a host: the question is about the host, not about what was said about the command
  // (Codex).
  return isObject(asked) ? readHost(asked) : readToolCall(toolCall)
}

function readHost({ protocol, host }: Params): Read {
  return { tool: 'fetch', input: { url: isText(host) ? `${isText(protocol) ? protocol : 'https'}://${host}/` : '' } }
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

function readToolCall(toolCall: Params): Read {
  const { kind, title, rawInput } = toolCall
  const raw = isObject(rawInput) ? rawInput : undefined
  const said = { ...raw, ...(typeof title === 'string' ? { title } : {}) }
  const placed = { ...said, locations: [...locationsOf(toolCall), ...diffsOf(toolCall).map(({ path }) => path)] }
  const name = nameOf(toolCall)
  if (name !== undefined && raw !== undefined && isNameOf(name, kind, raw)) return { tool: name, input: raw }
  if (raw !== undefined && isCommand(kind, raw)) return { tool: 'execute', input: raw }
  switch (kind) {
    case 'execute':
      if (isOfServer(raw)) return { tool: mcpToolName(raw.server, raw.tool), input: raw.arguments }
      return has(raw, 'command') ? { tool: 'execute', input: raw } : { tool: 'execute_by_title', input: said }
    case 'fetch':
      return has(raw, 'url') ? { tool: 'fetch', input: raw } : { tool: 'fetch_by_title', input: said }
    case 'edit':
      return readEdit(toolCall, raw, placed)
    case 'read':
      return hasPath(raw) ? { tool: 'read', input: raw } : { tool: 'read_somewhere', input: placed }
    case 'delete':
      return hasPath(raw) ? { tool: 'delete', input: raw } : { tool: 'delete_somewhere', input: placed }
    case 'search':
      return SEARCH_FIELDS.some((field) => has(raw, field))
        ? { tool: 'search', input: raw ?? {} }
        : { tool: 'search_somewhere', input: placed }
    case 'move':
      return { tool: 'move_somewhere', input: placed }
    case 'switch_mode':
      return { tool: kind, input: said }
    // Thinking needs no permission, but agents also use this kind for what they save in a file, and for other agents
    // that they start.
    case 'think':
      return diffsOf(toolCall).length > 0 ? readEdit(toolCall, raw, placed) : { tool: 'other', input: said }
    default:
      return readKindless(toolCall, raw, said)
  }
}

/** Some agents leave the kind away: what the rest names counts for restrictions only. */
function readKindless(toolCall: Params, raw: Params | undefined, said: Params): Read {
  const diffs = diffsOf(toolCall).map(({ path }) => path)
  const own = PATH_FIELDS.flatMap((field) => (has(raw, field) ? [raw[field]] : []))
  const locations = [...locationsOf(toolCall), ...diffs, ...own.filter(isText)]
  if (has(raw, 'command') && isOnlyCommand(raw)) return { tool: 'execute_perhaps', input: raw }
  if (diffs.length > 0) return { tool: 'edit_somewhere', input: { ...said, locations } }
  if (has(raw, 'url')) return { tool: 'fetch_perhaps', input: raw }
  return locations.length > 0
    ? { tool: 'use_somewhere', input: { ...said, locations } }
    : { tool: 'other', input: said }
}

/** Kinds that may only say what a command is for: to Codex, `find` is a search. */
const MAY_RUN: ReadonlySet<unknown> = new Set(['execute', 'read', 'search', 'fetch', 'delete', 'move', 'think'])

function isCommand(kind: unknown, raw: Params): boolean {
  return MAY_RUN.has(kind) && has(raw, 'command') && isOnlyCommand(raw)
}

/** An editor tool for several purposes has a word there that says what to do with the file. */
function isOnlyCommand(raw: Params): boolean {
  return Array.isArray(raw['command']) || !(hasPath(raw) || has(raw, 'url'))
}

/** The form in which Codex describes a server's tool: exactly these fields. */
function isOfServer(raw: Params | undefined): raw is { server: string; tool: string; arguments: Params } {
  const { server, tool, arguments: input, ...more } = raw ?? {}
  return isText(server) && isText(tool) && isObject(input) && Object.keys(more).length === 0
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** A search without one of these fields may search the web, or ask a server. */
const SEARCH_FIELDS = ['pattern', 'path', 'dir_path'] as const

/** If there are more, the editor itself shows them as diffs. */
const MOST_TOLD = 8

/**
 * The title under which it is asked: the agent's own, if it shows what is decided (many agents let the model write it);
 * otherwise the agent's title after what is decided.
 */
export function titleOf({ title }: Params, { tool, input }: Read, folder: string): string {
  const { command, paths, urls, mcp } = translate({ tool, input, agent: 'acp' })
  const line = command && ('text' in command ? command.text : command.argv.join(' '))
  const named = mcp === undefined ? [...paths, ...urls].map(({ text }) => text) : [tool]
  const all = line === undefined ? named : [line]
  const said = typeof title === 'string' ? title : ''
  const isTold = (text: string) =>
    said.includes(text) || (text.startsWith(`${folder}/`) && said.includes(text.slice(folder.length + 1)))
  const untold = [...new Set(all)].slice(0, MOST_TOLD).filter((text) => !isTold(text))
  return [...untold, ...(said === '' ? [] : [said])].map(visible).join(' \u2014 ')
}

const KINDS: ReadonlyMap<unknown, Kind> = new Map([
  ['execute', 'shell'],
  ['read', 'read'],
  ['search', 'read'],
  ['edit', 'write'],
  ['delete', 'write'],
  ['move', 'write'],
  ['fetch', 'url'],
])

/** Whether the tool is of that kind. If the kind says nothing, whether the tool could do harm. */
function isNameOf(name: string, kind: unknown, raw: Params): boolean {
  const named = translate({ tool: name, input: raw, agent: 'acp' })
  const said = KINDS.get(kind)
  if (named.kind === 'mcp') return true
  // If a tool is read by its kind, the words of its command are examined there.
  if (said === 'shell' && has(raw, 'args')) return false
  return said === undefined ? !named.internal || kind === 'think' : named.kind === said
}

/** Every file that the request names, since a permission must cover them all. */
function readEdit(toolCall: Params, raw: Params | undefined, placed: Params): Read {
  const changes = isObject(raw?.['changes']) ? Object.keys(raw['changes']) : []
  const own = PATH_FIELDS.flatMap((field) => (has(raw, field) ? [raw[field]] : []))
  // If a path is not a text, the vocabulary will report that.
  if (own.some((path) => typeof path !== 'string')) return { tool: 'edit', input: raw ?? {} }
  const told = [...own, ...changes, ...diffsOf(toolCall).map(({ path }) => path)]
  if (told.length === 0) return { tool: 'edit_somewhere', input: placed }
  const files = [...new Set([...told, ...locationsOf(toolCall)])]
  return { tool: 'edit_files', input: { ...raw, files } }
}

export interface Diff {
  readonly path: string
  readonly newText: string | undefined
}

export function diffsOf({ content }: Params): Diff[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((one: unknown) => {
    if (!isObject(one) || one['type'] !== 'diff' || typeof one['path'] !== 'string') return []
    return [{ path: one['path'], newText: typeof one['newText'] === 'string' ? one['newText'] : undefined }]
  })
}

function locationsOf({ locations }: Params): string[] {
  if (!Array.isArray(locations)) return []
  return locations.flatMap((one: unknown) => (isObject(one) && typeof one['path'] === 'string' ? [one['path']] : []))
}

/** Some agents say which of their tools it is. */
function nameOf({ name, _meta: meta }: Params): string | undefined {
  const claude = isObject(meta) ? meta['claudeCode'] : undefined
  const found = typeof name === 'string' ? name : isObject(claude) ? claude['toolName'] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}

function hasPath(raw: Params | undefined): raw is Params {
  return PATH_FIELDS.some((field) => has(raw, field))
}

function has(raw: Params | undefined, field: string): raw is Params {
  return raw !== undefined && Object.hasOwn(raw, field) && raw[field] !== undefined && raw[field] !== null
}
