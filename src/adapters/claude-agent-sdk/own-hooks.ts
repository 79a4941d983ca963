/**
 * Part of the Claude Agent SDK adapter: hooks of your own beside ours.
 *
 * The client runs all hooks of an event at once and takes the strictest answer (deny > ask > allow). If one of yours
 * rewrites the input, that is noticed: `canUseTool` decides about the final input.
 */

import type { ClaudeGuard } from './index.ts'
import type { HookMatcher } from './protocol.ts'

/**
 * @example
 * options: withHooks(countersign(gate), { PreToolUse: [{ matcher: 'Bash', hooks: [logIt] }], Stop: [{ hooks: [ring] }] })
 */
export function withHooks<Own extends Readonly<Record<string, readonly unknown[] | undefined>>>(
  guard: ClaudeGuard,
  own: Own,
): Omit<ClaudeGuard, 'hooks'> & { readonly hooks: Together<Own> } {
  const hooks: Record<string, readonly unknown[]> = { ...guard.hooks }
  for (const [event, matchers] of Object.entries(own)) hooks[event] = [...(hooks[event] ?? []), ...(matchers ?? [])]
  return { ...guard, hooks: hooks as Together<Own> }
}

type Together<Own> = {
  [Event in keyof Own | keyof ClaudeGuard['hooks']]: (
    | (Event extends keyof Own ? Member<Own[Event]> : never)
    | (Event extends keyof ClaudeGuard['hooks'] ? HookMatcher : never)
  )[]
}
type Member<List> = List extends readonly (infer One)[] ? One : never
