/** Part of the AI SDK adapter: as much of the SDK's types (6 and 7) as is used, so that the SDK itself is not needed. */

/** A tool as `tool()` makes it; the rest of it is carried along. */
export interface AiTool {
  readonly type?: string | undefined
  readonly inputSchema?: unknown
  readonly execute?: unknown
  readonly needsApproval?: unknown
}

export type AiTools = Readonly<Record<string, AiTool>>

export interface ExecuteOptions {
  readonly toolCallId: string
  readonly abortSignal?: AbortSignal
}

export type Execute = (input: unknown, options: ExecuteOptions) => unknown

/** What `toolApproval` is given (7). */
export interface ApprovalRequest {
  readonly toolCall: { readonly toolName: string; readonly toolCallId: string; readonly input: unknown }
  readonly tools?: AiTools | undefined
  readonly toolsContext?: unknown
  readonly messages?: unknown
}

export type ApprovalStatus = 'not-applicable' | 'user-approval' | { type: 'denied'; reason: string }
