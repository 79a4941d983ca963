/** Part of the Claude Agent SDK adapter: turns rulings into answers of its callbacks. */

import type { Call, Input } from '../../engine/call.ts'
import { toModel } from '../interceptor.ts'
import type { Ruling } from '../interceptor.ts'
import type { CanUseToolOptions, HookAnswer, PermissionAnswer } from './protocol.ts'

export const NOBODY_ANSWERS =
  'Nobody can be asked questions in this session. Decide by what you know, and say what you assumed.'

/** The answer of the PreToolUse hook. It is never an allow. */
export function preToolUse(permissionDecision: 'deny' | 'ask', ruling: Ruling): HookAnswer {
  const permissionDecisionReason = toModel(ruling)
  const changed = permissionDecision === 'ask' && ruling.edited ? { updatedInput: ruling.input } : {}
  return {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason, ...changed },
  }
}

/** The answer of `canUseTool`. The client's own suggestions are never accepted. */
export function permission(ruling: Ruling): PermissionAnswer {
  return ruling.behavior === 'allow'
    ? { behavior: 'allow', updatedInput: ruling.input }
    : { behavior: 'deny', message: toModel(ruling) }
}

/**
 * Whether the hook's decision holds: an allow for what is about to run, by a person if the client wants one.
 *
 * @param judged the call as the hook saw it
 */
export function settles(
  ruling: Ruling | undefined,
  judged: Call | undefined,
  call: Call,
  person: boolean,
): ruling is Ruling {
  if (ruling?.behavior !== 'allow' || judged?.tool !== call.tool) return false
  if (person && ruling.by === undefined && ruling.enforced !== false) return false
  return JSON.stringify(ruling.input) === JSON.stringify(call.input)
}

/**
 * Whether a person is wanted by an ask rule of the settings, by another hook, or by the tool. Our own `ask` that has
 * come back does not count.
 */
export function wantsPerson(asked: CanUseToolOptions, ruling: Ruling | undefined): boolean {
  const { matchedAskRule, decisionReasonType, decisionReason, requiresUserInteraction } = asked
  if (requiresUserInteraction === true || matchedAskRule !== undefined || decisionReasonType === 'rule') return true
  return decisionReasonType === 'hook' && ruling !== undefined && decisionReason !== toModel(ruling)
}

/** What the host answered, without anything besides the answer; undefined when it did not answer. */
export function hostAnswer(answer: unknown, input: Input): PermissionAnswer | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { behavior, message, updatedInput } = answer as Record<string, unknown>
  if (behavior === 'allow') return { behavior, updatedInput: (updatedInput ?? input) as Record<string, unknown> }
  return { behavior: 'deny', message: typeof message === 'string' && message !== '' ? message : NOBODY_ANSWERS }
}
