/** Part of the Claude Agent SDK adapter: what its callbacks are given, as a call. */

import type { Call, Input } from '../../engine/call.ts'
import type { CanUseToolOptions, HookPayload } from './protocol.ts'

/** Undefined for what is no call. An input that is none is passed on: the gate says what is wrong with it. */
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
 * `canUseTool` is told neither session nor folder: the hook was, a moment before. The input is the one asked about, which
 * another hook may have changed.
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

/** What the callbacks of one call have in common. */
export function callKey(subagent: string | undefined, id: string | undefined): string {
  return `${subagent ?? ''}/${id ?? ''}`
}

function named<T extends Readonly<Record<string, unknown>>>(fields: T): { [Key in keyof T]?: string } {
  const given = Object.entries(fields).filter(([, value]) => typeof value === 'string' && value !== '')
  return Object.fromEntries(given) as { [Key in keyof T]?: string }
}
