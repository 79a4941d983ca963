/** Part of the adapters for libraries that run in the host's own process: what these adapters share. */

import type { Call, Input } from '../engine/call.ts'
import { messageOf } from '../engine/thrown.ts'
import { sanitised } from '../vocabulary/mcp.ts'
import { toModel } from './interceptor.ts'
import type { Ruling } from './interceptor.ts'

export interface InProcessOptions {
  /** Who calls, for rules that name an agent; by default the library's name. */
  readonly agent?: string
  /** Whose answers count: give each conversation its own session, or one person's yes is everybody's. By default the gate's. */
  readonly session?: string
  /** Where the tools run; by default the gate's folder. */
  readonly cwd?: string
  /** Milliseconds a decision may take, asking a person included; by default ten minutes. */
  readonly patience?: number
}

/** Thrown in place of a tool's result: its message is what the model reads. */
export class Denied extends Error {
  override readonly name = 'Countersign'
  readonly code: string

  constructor(ruling: Ruling) {
    super(toModel(ruling))
    this.code = ruling.code
  }
}

/** @param input passed on as it is: if it is not an input, the gate says what is wrong with it */
export function callIn({ session, cwd }: InProcessOptions, tool: string, input: unknown, id: unknown): Call {
  return {
    tool,
    input: input as Input,
    ...(session === undefined ? {} : { session }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(typeof id === 'string' && id !== '' ? { id } : {}),
  }
}

/** An MCP tool under the name that rules use. */
export function mcpToolName(server: string, tool: string): string {
  return `mcp__${sanitised(server)}__${tool}`
}

export function errorText(error: unknown): string {
  return messageOf(error).slice(0, 500)
}
