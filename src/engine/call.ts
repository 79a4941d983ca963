/** Part of the engine's nouns: what an agent wants to do. */

/** What sort of tool a call uses. */
export const KINDS = ['shell', 'read', 'write', 'url', 'mcp', 'other'] as const
export type Kind = (typeof KINDS)[number]

export type Input = Readonly<Record<string, unknown>>

/** Whether a value from outside is a mapping with fields, as an input is; a list and null are not. */
export function isObject(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** The value of an own field. Inherited ones such as `constructor` do not count: the object comes from outside. */
export function own(fields: Input, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** What an MCP server says of its tool: a claim, not a fact. */
export interface Annotations {
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
}

export interface Call {
  /** The tool's name as the agent says it (`Bash`, `run_shell_command`, `mcp__github__get_me`). */
  readonly tool: string
  readonly input: Input
  readonly cwd?: string
  /** The folder the agent was started for, whose policy counts; an agent may have moved elsewhere since. */
  readonly project?: string
  readonly agent?: string
  readonly session?: string
  /**
   * Which of the agent's own helpers makes the call, for the record and for the person who is asked. No decision
   * depends on it.
   */
  readonly subagent?: string
  readonly id?: string
  /** As the tool's MCP server declared them; the agent itself cannot change them. */
  readonly annotations?: Annotations
}
