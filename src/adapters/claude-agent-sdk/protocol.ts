/**
 * Part of the Claude Agent SDK adapter: the part of the SDK's types (0.3) that is used, so that the SDK itself is not
 * needed.
 */

/** What a hook gets; which fields it has depends on the event. */
export interface HookPayload {
  readonly hook_event_name: string
  readonly session_id: string
  readonly cwd: string
  readonly tool_name?: string
  readonly tool_input?: unknown
  readonly tool_use_id?: string
  readonly agent_id?: string
  readonly error?: unknown
}

export interface HookAnswer {
  readonly hookSpecificOutput?: PreToolUseAnswer | AfterToolAnswer
}

export interface PreToolUseAnswer {
  readonly hookEventName: 'PreToolUse'
  readonly permissionDecision?: 'allow' | 'deny' | 'ask'
  readonly permissionDecisionReason?: string
  readonly updatedInput?: Record<string, unknown>
  readonly additionalContext?: string
}

interface AfterToolAnswer {
  readonly hookEventName: 'PostToolUse'
  readonly additionalContext: string
}

export type HookCallback<Answer = HookAnswer> = (
  payload: HookPayload,
  toolUseId: string | undefined,
  options: { readonly signal: AbortSignal },
) => Promise<Answer>

export interface HookMatcher<Callback = HookCallback> {
  matcher?: string
  hooks: Callback[]
  /** Seconds. */
  timeout?: number
  onFailure?: 'continue' | 'block'
}

export interface CanUseToolOptions {
  readonly signal: AbortSignal
  readonly toolUseID: string
  readonly agentID?: string
  /** Why the client asks: `hook`, `rule`, `safetyCheck` … */
  readonly decisionReasonType?: string
  readonly decisionReason?: string
  /** An ask rule of the client's settings that matched. */
  readonly matchedAskRule?: unknown
  /** Whether the tool, or the client, says that no rule may answer in the person's place. */
  readonly requiresUserInteraction?: boolean
}

export type PermissionAnswer =
  | { behavior: 'allow'; updatedInput: Record<string, unknown> }
  | { behavior: 'deny'; message: string }

export type CanUseTool<Options = CanUseToolOptions, Answer = PermissionAnswer> = (
  tool: string,
  input: Record<string, unknown>,
  options: Options,
) => Promise<Answer>
