/**
 * Part of the Copilot SDK adapter: turns what it is asked about into a call.
 *
 * INVARIANT: every kind becomes a call, even an unknown one: that is a tool no vocabulary knows, and so it is asked
 * about. No name made up here can be read as a tool of an MCP server.
 */

import { isObject } from '../../engine/call.ts'
import type { Call, Input } from '../../engine/call.ts'
import { objectIn } from '../../vocabulary/json-object.ts'
import type { HookInput, Invocation, PermissionRequest } from './protocol.ts'

type Fields = Readonly<Record<string, unknown>>
type Read = (request: Fields) => Pick<Call, 'tool' | 'input' | 'annotations'>

const KINDS: Readonly<Record<string, Read>> = {
  shell: (request) => ({
    tool: String(request['shellType']).includes('powershell') ? 'powershell' : 'bash',
    input: { command: request['fullCommandText'], ...picked(request, { cwd: 'resolvedWorkingDirectory' }) },
  }),
  write: (request) => ({ tool: 'write', input: picked(request, { fileName: 'fileName', diff: 'diff' }) }),
  read: (request) => ({ tool: 'read', input: picked(request, { path: 'path' }) }),
  url: (request) => ({ tool: 'url', input: picked(request, { url: 'url', redirectedFrom: 'redirectedFrom' }) }),
  mcp: (request) => ({
    tool: mcpName(String(request['serverName']), String(request['toolName'])),
    input: inputOf(request['args']),
    // The runtime has this from the server: a claim that counts only if the policy trusts that server.
    ...(request['readOnly'] === true ? { annotations: { readOnlyHint: true } } : {}),
  }),
  memory: (request) => ({ tool: 'memory', input: others(request) }),
  'custom-tool': (request) => ({ tool: String(request['toolName']), input: inputOf(request['args']) }),
  hook: (request) => ({ tool: String(request['toolName']), input: inputOf(request['toolArgs']) }),
}

/** @param folder where the session's tools run, as far as it is known */
export function callOfRequest(request: PermissionRequest, { sessionId }: Invocation, folder: string | undefined): Call {
  const fields = request as unknown as Fields
  const read = Object.hasOwn(KINDS, request.kind) ? KINDS[request.kind] : undefined
  return {
    ...(read?.(fields) ?? { tool: `Copilot${pascal(request.kind)}`, input: others(fields) }),
    session: sessionId,
    ...(typeof request.toolCallId === 'string' ? { id: request.toolCallId } : {}),
    ...(folder === undefined ? {} : { cwd: folder }),
  }
}

export function callOfHook(input: HookInput, { sessionId }: Invocation): Call {
  return {
    tool: input.toolName,
    input: inputOf(input.toolArgs),
    cwd: input.workingDirectory,
    session: sessionId,
    ...(input.sessionId === sessionId ? {} : { subagent: input.sessionId }),
  }
}

/** Arguments come as an object, as JSON text, or, for a patch, as the text of the patch. */
function inputOf(args: unknown): Input {
  if (typeof args !== 'string')
    return isObject(args) ? args : args === undefined || args === null ? {} : { input: args }
  return objectIn(args) ?? { input: args }
}

/** Puts an input back into the form that its arguments had. */
export function argsOf(input: Input, given: unknown): unknown {
  if (typeof given !== 'string') return input
  return objectIn(given) === undefined ? input['input'] : JSON.stringify(input)
}

/**
 * Whether a person must answer the request, whatever the policy says: the organisation's settings demand it, another
 * hook asks for one (ours never does), or the command would leave the sandbox that the policy counts on.
 */
export function needsPerson(request: PermissionRequest): boolean {
  const { kind, managedApprovalRequired, requestSandboxBypass, requestSandboxPermissive } = request as unknown as Fields
  const flags = [managedApprovalRequired, requestSandboxBypass, requestSandboxPermissive]
  return kind === 'hook' || flags.some((flag) => flag !== undefined && flag !== false)
}

/** The model knows the tool as `server-tool`. */
function mcpName(server: string, tool: string): string {
  return `mcp__${server}__${tool.startsWith(`${server}-`) ? tool.slice(server.length + 1) : tool}`
}

function pascal(kind: string): string {
  return kind
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}

function picked(request: Fields, names: Readonly<Record<string, string>>): Input {
  const found = Object.entries(names).flatMap(([as, name]) =>
    request[name] === undefined ? [] : [[as, request[name]]],
  )
  return Object.fromEntries(found) as Input
}

function others({ kind: _kind, toolCallId: _id, ...fields }: Fields): Input {
  return fields
}
