/** Part of the command hooks: the JSON in which each family of agents gets a ruling. */

import { toModel } from '../interceptor.ts'
import type { Ruling } from '../interceptor.ts'

/** Claude Code, Codex, Copilot's PascalCase events. */
export function nested(ruling: Ruling, event: string): string {
  const { behavior, edited, input } = ruling
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: event,
      permissionDecision: behavior,
      permissionDecisionReason: toModel(ruling),
      ...(behavior === 'allow' && edited ? { updatedInput: input } : {}),
    },
  })
}

/** Copilot's camelCase events. */
export function flat(ruling: Ruling): string {
  const { behavior, edited, input } = ruling
  return JSON.stringify({
    permissionDecision: behavior,
    permissionDecisionReason: toModel(ruling),
    ...(behavior === 'allow' && edited ? { modifiedArgs: input } : {}),
  })
}

export function gemini(ruling: Ruling, event: string): string {
  const { behavior, edited, input } = ruling
  return JSON.stringify({
    decision: behavior,
    reason: toModel(ruling),
    ...(behavior === 'allow' && edited ? { hookSpecificOutput: { hookEventName: event, tool_input: input } } : {}),
  })
}

/** Our own plugin for opencode: a call runs only if this says `allow`, and only with `input`. */
export function plain(ruling: Ruling): string {
  const { behavior, input } = ruling
  return JSON.stringify({ behavior, reason: toModel(ruling), ...(behavior === 'allow' ? { input } : {}) })
}

/** For an unknown agent: a denial in every format, so that it reads one whichever it understands. */
export function everyWay(reason: string): string {
  return JSON.stringify({
    behavior: 'deny',
    decision: 'block',
    reason,
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  })
}
