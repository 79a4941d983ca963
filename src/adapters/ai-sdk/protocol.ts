/**
 * Part of the AI SDK adapter: the part of the SDK's types (6 and 7) that is used, so that the SDK itself is not needed.
 */

/** A tool as `tool()` makes it; its other fields are kept. */
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

/** What `toolApproval` gets (7). */
export interface ApprovalRequest {
  readonly toolCall: { readonly toolName: string; readonly toolCallId: string; readonly input: unknown }
  readonly tools?: AiTools | undefined
  readonly toolsContext?: unknown
  readonly messages?: unknown
}

export type ApprovalStatus = 'not-applicable' | 'user-approval' | { type: 'denied'; reason: string }
