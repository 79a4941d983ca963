/** Part of the command hooks: the JSON in which each family of agents is told a ruling. */

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

/** Our own plugin for opencode: only what says `allow` runs, and only `input` does. */
export function plain(ruling: Ruling): string {
  const { behavior, input } = ruling
  return JSON.stringify({ behavior, reason: toModel(ruling), ...(behavior === 'allow' ? { input } : {}) })
}

/** For an agent nobody here knows: whichever of the ways it reads, it reads a denial. */
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
