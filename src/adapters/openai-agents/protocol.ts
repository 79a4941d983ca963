/**
 * Part of the OpenAI Agents adapter: the part of the SDK's types (0.20) that is used, so that the SDK itself is not
 * needed.
 */

export interface GuardrailData {
  readonly agent?: { readonly name?: string }
  readonly toolCall: { readonly name: string; readonly callId: string; readonly arguments: string }
  readonly output?: unknown
}

export interface GuardrailOutput {
  behavior: { type: 'allow' } | { type: 'rejectContent'; message: string }
}

export interface InputGuardrail {
  type: 'tool_input'
  name: string
  run(data: GuardrailData): Promise<GuardrailOutput>
}

export interface OutputGuardrail {
  type: 'tool_output'
  name: string
  run(data: GuardrailData): Promise<GuardrailOutput>
}

/** A tool of any type; the type decides how it is guarded. */
export interface AgentTool {
  readonly type: string
  readonly name: string
}

export interface FunctionTool extends AgentTool {
  inputGuardrails?: { name: string }[]
  outputGuardrails?: { name: string }[]
}

export interface McpServer {
  readonly name: string
  toolInputGuardrails?: { name: string }[]
  toolOutputGuardrails?: { name: string }[]
  listTools(): Promise<{ readonly name: string }[]>
}

export interface ShellAction {
  readonly commands: readonly string[]
}

export interface ShellTool extends AgentTool {
  shell?: { run(action: ShellAction): Promise<unknown> }
}

export interface PatchOperation {
  readonly type: string
  readonly path: string
  readonly moveTo?: unknown
  readonly move_to?: unknown
}

export interface PatchTool extends AgentTool {
  editor: Record<'createFile' | 'updateFile' | 'deleteFile', (operation: PatchOperation, context?: unknown) => unknown>
}
