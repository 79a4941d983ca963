/** Part of the engine's nouns: what an agent wants to do. */

/** What sort of tool a call uses. */
export const KINDS = ['shell', 'read', 'write', 'url', 'mcp', 'other'] as const
export type Kind = (typeof KINDS)[number]

export type Input = Readonly<Record<string, unknown>>

export interface Call {
  /** The tool's name as the agent says it (`Bash`, `run_shell_command`, `mcp__github__get_me`). */
  readonly tool: string
  readonly input: Input
  readonly cwd?: string
  readonly agent?: string
  readonly session?: string
  readonly id?: string
}
