/**
 * Part of the Copilot SDK adapter: hooks of your own beside ours. A session takes one hook of each kind, so yours in
 * place of ours would remove the guard.
 *
 * INVARIANT: your hooks run first, and the decision is about what they leave. deny > ask > allow; if one of yours
 * throws, the call is denied, although the SDK itself would ignore that.
 */

import { errorText } from '../in-process.ts'
import type { CopilotGuard } from './index.ts'
import type { HookInput, Invocation } from './protocol.ts'

type Hook = (input: never, invocation: Invocation) => unknown
type Output = Readonly<Record<string, unknown>>

/**
 * @example
 * client.createSession({ model, ...withHooks(countersign(gate), { onPreToolUse: log, onSessionEnd: ring }) })
 */
export function withHooks<Guard extends Pick<CopilotGuard, 'hooks'>, Own extends object>(
  guard: Guard,
  own: Own,
): Omit<Guard, 'hooks'> & { readonly hooks: Omit<Own, keyof CopilotGuard['hooks']> & CopilotGuard['hooks'] } {
  const { onPreToolUse, onPostToolUse, onPostToolUseFailure } = guard.hooks
  const mine = (name: string): Hook => {
    const hook = (own as Output)[name]
    return typeof hook === 'function' ? (hook as Hook) : () => undefined
  }
  const after = (ours: Hook, yours: Hook) => async (input: HookInput, invocation: Invocation) => {
    const said = outputOf(await ours(input as never, invocation))
    return { ...said, ...joined(said, outputOf(await yours(input as never, invocation))) }
  }
  const hooks = {
    ...own,
    onPreToolUse: inTurn(mine('onPreToolUse'), onPreToolUse),
    onPostToolUse: after(onPostToolUse, mine('onPostToolUse')),
    onPostToolUseFailure: after(onPostToolUseFailure, mine('onPostToolUseFailure')),
  }
  return { ...guard, hooks: hooks as never }
}

function inTurn(yours: Hook, ours: CopilotGuard['hooks']['onPreToolUse']) {
  return async (input: HookInput, invocation: Invocation): Promise<Output> => {
    let said: Output
    let left: HookInput
    try {
      // A copy: whatever your hook does to the objects, now or later, must not change what the client runs.
      const given = structuredClone(input)
      said = outputOf(await yours(input as never, invocation))
      const { modifiedArgs } = said
      if (modifiedArgs !== undefined) said = { ...said, modifiedArgs: structuredClone(modifiedArgs) }
      left = modifiedArgs === undefined ? given : { ...given, toolArgs: said['modifiedArgs'] }
    } catch (error) {
      return denied(`a hook failed (${errorText(error)})`)
    }
    const { permissionDecision: yourDecision } = said
    if (yourDecision === 'deny') return said
    if (yourDecision !== undefined && yourDecision !== 'allow' && yourDecision !== 'ask')
      return denied('a hook gave a decision that is none')
    const decided = outputOf(await ours(left, invocation))
    if (decided['permissionDecision'] === 'deny') return decided
    // If ours has no opinion, because the policy only records, yours counts.
    return { ...said, ...decided, ...(yourDecision === 'ask' ? { permissionDecision: 'ask' } : {}) }
  }
}

function outputOf(output: unknown): Output {
  return typeof output === 'object' && output !== null ? (output as Output) : {}
}

/** For the case that both have something to tell the model. */
function joined(ours: Output, yours: Output): Output {
  const contexts = [ours, yours].flatMap(({ additionalContext }) =>
    typeof additionalContext === 'string' ? additionalContext : [],
  )
  return contexts.length === 0 ? yours : { ...yours, additionalContext: contexts.join('\n') }
}

function denied(why: string): Output {
  return { permissionDecision: 'deny', permissionDecisionReason: `Not allowed: ${why}.` }
}
