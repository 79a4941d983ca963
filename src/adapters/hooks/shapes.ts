/** Part of the command hooks: in which fields each agent keeps what; the data, and the code that reads it. */

import { isObject, own } from '../../engine/call.ts'
import type { Call, Input } from '../../engine/call.ts'
import { sanitised } from '../../vocabulary/mcp.ts'
import { mcpToolName } from '../in-process.ts'
import { parseStrict } from '../json-rpc/strict-json.ts'
import type { HookEvent } from './format.ts'

export interface Shape {
  /** Fields that may name the event. */
  readonly event: readonly string[]
  /** For a payload that names no event: a field that only the event after a tool has. */
  readonly unnamed?: { readonly before: string; readonly after: string; readonly result: string }
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Events that report a tool that failed. */
  readonly failed: readonly string[]
  readonly tool: string
  readonly input: string
  readonly session: string
  readonly cwd: string
  readonly id: string
  readonly subagent?: string
  /**
   * Where it says which MCP server a tool belongs to and what the server calls the tool; and the prefix that its own
   * tools' names do not have.
   */
  readonly mcp?: { readonly field: string; readonly server: string; readonly tool: string; readonly prefix: string }
  /** Where the event after a tool reports the result. */
  readonly result: string
  /** How it reports a mode in which an `ask` gets lost, or is heard only at the client's own terminal. */
  readonly unattended?: { readonly field: string; readonly lost: string; readonly heard: string }
}

/** Claude Code's, which Codex and Copilot's PascalCase events took over. */
export const CLAUDE_SHAPE: Shape = {
  event: ['hook_event_name'],
  before: ['PreToolUse'],
  after: ['PostToolUse'],
  failed: ['PostToolUseFailure'],
  tool: 'tool_name',
  input: 'tool_input',
  session: 'session_id',
  cwd: 'cwd',
  id: 'tool_use_id',
  subagent: 'agent_type',
  result: 'tool_response',
  unattended: { field: 'permission_mode', lost: 'bypassPermissions', heard: 'auto' },
}

export const GEMINI_SHAPE: Shape = {
  ...CLAUDE_SHAPE,
  before: ['BeforeTool'],
  after: ['AfterTool'],
  failed: [],
  mcp: { field: 'mcp_context', server: 'server_name', tool: 'tool_name', prefix: 'mcp_' },
}

/** Copilot's camelCase events; the event before a tool does not contain its name. */
export const COPILOT_SHAPE: Shape = {
  event: ['hookName', 'hook_event_name'],
  unnamed: { before: 'preToolUse', after: 'postToolUse', result: 'toolResult' },
  before: ['preToolUse'],
  after: ['postToolUse'],
  failed: ['postToolUseFailure'],
  tool: 'toolName',
  input: 'toolArgs',
  session: 'sessionId',
  cwd: 'cwd',
  id: 'toolCallId',
  result: 'toolResult',
}

/** What our own plugin for opencode sends. */
export const OPENCODE_SHAPE: Shape = {
  event: ['event'],
  before: ['tool.execute.before'],
  after: ['tool.execute.after'],
  failed: [],
  tool: 'tool',
  input: 'args',
  session: 'sessionID',
  cwd: 'directory',
  id: 'callID',
  result: 'output',
}

type Fields = Readonly<Record<string, unknown>>

export function readPayload(payload: unknown, shape: Shape, agent: string): HookEvent {
  if (!isObject(payload)) return refused('', 'the payload is not an object')
  const event = eventOf(payload, shape)
  if (event === undefined) return refused('', `the payload names no event (\`${shape.event.join('`, `')}\`)`)
  const isBefore = shape.before.includes(event)
  const hasFailed = shape.failed.includes(event)
  if (!isBefore && !hasFailed && !shape.after.includes(event))
    return refused(event, `\`${event.slice(0, 60)}\` is not an event before or after a tool`)
  const call = callOf(payload, shape, agent)
  if (typeof call === 'string') return refused(event, call)
  if (isBefore) return { type: 'before', event, call, ...unattended(payload, shape) }
  return { type: 'after', event, call, outcome: outcomeOf(payload, shape, hasFailed) }
}

function unattended(payload: Fields, shape: Shape): Pick<HookEvent & { type: 'before' }, 'unattended'> {
  if (shape.unattended === undefined) return {}
  const { field, lost, heard } = shape.unattended
  const mode = own(payload, field)
  if (mode === lost) return { unattended: true }
  return mode === heard ? { unattended: 'unless at its terminal' } : {}
}

function eventOf(payload: Fields, { event, unnamed }: Shape): string | undefined {
  for (const field of event) {
    const name = own(payload, field)
    if (typeof name === 'string' && name !== '') return name
    if (name !== undefined) return undefined
  }
  if (unnamed === undefined) return undefined
  // Anything else is not a result yet: if it were taken for the end of the call, the call would run undecided.
  return isObject(own(payload, unnamed.result)) ? unnamed.after : unnamed.before
}

/** The call, or why there is none. */
function callOf(payload: Fields, shape: Shape, agent: string): Call | string {
  const tool = toolOf(payload, shape)
  if (tool === undefined) return `the payload names no tool (\`${shape.tool}\`)`
  const input = inputOf(own(payload, shape.input))
  if (input === undefined) return `the tool's input is not an object, or says a key twice (\`${shape.input}\`)`
  const cwd = own(payload, shape.cwd)
  if (cwd !== undefined && !isText(cwd)) return `the working directory is not a path (\`${shape.cwd}\`)`
  const session = own(payload, shape.session)
  const id = own(payload, shape.id)
  const subagent = shape.subagent === undefined ? undefined : own(payload, shape.subagent)
  return {
    tool,
    input,
    agent,
    ...(cwd === undefined ? {} : { cwd }),
    ...(isText(session) ? { session } : {}),
    ...(isText(id) ? { id } : {}),
    ...(isText(subagent) ? { subagent } : {}),
  }
}

/**
 * Some releases name a server's tool without the server, and the server could choose the name of one of the client's
 * own tools, or of another server's.
 */
function toolOf(payload: Fields, shape: Shape): string | undefined {
  const name = own(payload, shape.tool)
  if (!isText(name)) return undefined
  const context = shape.mcp === undefined ? undefined : own(payload, shape.mcp.field)
  if (shape.mcp === undefined || context === undefined || context === null) return name
  const { prefix } = shape.mcp
  const told = isObject(context) ? context : {}
  const [server, tool] = [own(told, shape.mcp.server), own(told, shape.mcp.tool)]
  if (!isText(server) || !isText(tool)) return name.startsWith(prefix) ? name : undefined
  const isItsOwn = [server, sanitised(server)].some((known) => name.startsWith(`${prefix}${known}_`))
  return isItsOwn ? name : mcpToolName(server, tool)
}

/** Some releases pass the input as JSON text. */
function inputOf(value: unknown): Input | undefined {
  if (isObject(value)) return value
  if (typeof value !== 'string') return undefined
  const { value: read, problem } = parseStrict(value)
  return problem === undefined && isObject(read) ? read : undefined
}

const FAILURE_WORDS = new Set(['failure', 'error', 'denied', 'rejected'])
const LONGEST_ERROR = 500

function outcomeOf(payload: Fields, { result }: Shape, hasFailed: boolean): { ok: boolean; error?: string } {
  const told = own(payload, result)
  const error = own(payload, 'error') ?? (isObject(told) ? (own(told, 'error') ?? own(told, 'message')) : undefined)
  const kind = isObject(told) ? (own(told, 'resultType') ?? own(told, 'is_error')) : undefined
  const ok = !hasFailed && kind !== true && !(typeof kind === 'string' && FAILURE_WORDS.has(kind))
  return ok || typeof error !== 'string' ? { ok } : { ok, error: error.slice(0, LONGEST_ERROR) }
}

function refused(event: string, why: string): HookEvent {
  return { type: 'refused', event, why }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
