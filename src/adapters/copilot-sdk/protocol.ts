/**
 * Part of the Copilot SDK adapter: the part of the SDK's types (1.0) that is used, so that the SDK itself is not
 * needed.
 */

export interface HookInput {
  /** The session that calls; a sub-agent has one of its own. */
  readonly sessionId: string
  readonly workingDirectory: string
  readonly toolName: string
  readonly toolArgs: unknown
}

export interface Invocation {
  /** The session the handler was registered for. */
  readonly sessionId: string
}

export interface PreToolUseOutput {
  permissionDecision: 'allow' | 'deny'
  permissionDecisionReason: string
  modifiedArgs?: unknown
}

export interface AfterToolOutput {
  additionalContext: string
}

/** Twelve kinds are known today, each with fields of its own; an unknown one is asked about. */
export interface PermissionRequest {
  readonly kind: string
  readonly toolCallId?: string
  /** The organisation requires a person's answer. */
  readonly managedApprovalRequired?: boolean
}

export type PermissionResult = { kind: 'approve-once' } | { kind: 'reject'; feedback: string }

/** What SDKs before 1.0 understand. */
export type LegacyResult = {
  kind:
    | 'approved'
    | 'denied-by-rules'
    | 'denied-interactively-by-user'
    | 'denied-no-approval-rule-and-could-not-request-from-user'
}
