/** Part of the Claude Agent SDK adapter: turns what its callbacks get into a call. */

import type { Call, Input } from '../../engine/call.ts'
import type { CanUseToolOptions, HookPayload } from './protocol.ts'

/** Undefined if it is not a call. An input that is not an object is passed on: the gate says what is wrong with it. */
export function callOf(payload: HookPayload): Call | undefined {
  const { tool_name: tool, tool_input: input, session_id: session, cwd, agent_id: subagent, tool_use_id: id } = payload
  if (typeof tool !== 'string' || tool === '') return undefined
  return {
    tool,
    input: input as Input,
    ...named({ session, cwd, subagent, id }),
  }
}

/**
 * `canUseTool` is told neither session nor folder, but the hook was told, a moment earlier. The input is the one asked
 * about, which another hook may have changed.
 */
export function callOfRequest(
  known: Call | undefined,
  tool: string,
  input: unknown,
  { agentID: subagent, toolUseID: id }: CanUseToolOptions,
): Call {
  const circumstances = known?.tool === tool ? known : named({ subagent, id })
  return { ...circumstances, tool, input: input as Input }
}

/** Identifies a call in all callbacks about it. */
export function callKey(subagent: string | undefined, id: string | undefined): string {
  return `${subagent ?? ''}/${id ?? ''}`
}

function named<T extends Readonly<Record<string, unknown>>>(fields: T): { [Key in keyof T]?: string } {
  const given = Object.entries(fields).filter(([, value]) => typeof value === 'string' && value !== '')
  return Object.fromEntries(given) as { [Key in keyof T]?: string }
}
