/**
 * The Claude Agent SDK (0.3) behind a gate: options to spread into `query()`.
 *
 * The PreToolUse hook decides, and asks, because it alone sees every call, whatever the mode and `allowedTools`. For
 * what may run it answers `ask`, not `allow`: hooks of the settings run beside it and may rewrite the input, and after
 * `ask` the client calls `canUseTool` with the final input. There the decision holds if it was made for that input, and
 * otherwise it is made again. Nothing depends on the client's heeding that `ask`, which it does not always do.
 *
 * INVARIANT: nothing that a person was to be asked about runs unasked. `allowedTools` is never passed, the SDK's own
 * suggestions are never accepted, and no callback throws: if a hook throws, clients that do not know `onFailure` run
 * the tool.
 */

import type { Call } from '../../engine/call.ts'
import { CLAUDE_CODE } from '../../vocabulary/claude-code.ts'
import { hiddenOf, intercept, unreadable } from '../interceptor.ts'
import type { GateLike, Ruling } from '../interceptor.ts'
import { DEFAULT_PATIENCE } from '../interceptor-deadline.ts'
import { Recall } from '../recall.ts'
import { hostAnswer, NOBODY_ANSWERS, permission, preToolUse, settles, wantsPerson } from './answer.ts'
import { callKey, callOf, callOfRequest } from './call.ts'
import type {
  CanUseTool,
  CanUseToolOptions,
  HookAnswer,
  HookCallback,
  HookMatcher,
  HookPayload,
  PermissionAnswer,
} from './protocol.ts'

export { withHooks } from './own-hooks.ts'
export type { CanUseTool, HookAnswer, HookCallback, HookMatcher, HookPayload, PermissionAnswer } from './protocol.ts'

export interface ClaudeOptions {
  /** Milliseconds a decision may take, asking a person included; by default ten minutes. */
  readonly patience?: number
  /**
   * Answers the tools that are themselves a question to the person (`AskUserQuestion`, `ExitPlanMode`): your own
   * `canUseTool`.
   */
  readonly askUser?: CanUseTool<never, unknown>
  /** Names of more tools (`mcp__server__tool`) that should be hidden if the policy hides them. */
  readonly tools?: readonly string[]
}

export interface ClaudeGuard {
  readonly hooks: {
    readonly PreToolUse: HookMatcher[]
    readonly PostToolUse: HookMatcher[]
    readonly PostToolUseFailure: HookMatcher[]
  }
  readonly canUseTool: CanUseTool
  /** A second layer: what the policy hides is not even offered. Computed once, when `countersign` is called. */
  readonly disallowedTools: string[]
}

/**
 * @example
 * const gate = await openGate({ cwd, asker })
 * for await (const message of query({ prompt, options: { cwd, ...countersign(gate) } })) …
 */
export function countersign(gate: GateLike, options: ClaudeOptions = {}): ClaudeGuard {
  const { patience = DEFAULT_PATIENCE, askUser } = options
  const interceptor = intercept(gate, { agent: 'claude-agent-sdk', patience })
  const calls = new Recall<Call>()
  const rulings = new Recall<Ruling>()

  const decide = async (payload: HookPayload, signal: AbortSignal): Promise<HookAnswer> => {
    const call = callOf(payload)
    if (call === undefined) return preToolUse('deny', unreadable('it names no tool'))
    const ruling = await interceptor.authorize(call, { signal })
    const key = callKey(call.subagent, call.id)
    calls.set(key, call)
    rulings.set(key, ruling)
    if (ruling.behavior !== 'allow') return preToolUse('deny', ruling)
    // If the policy only records, the client decides as it would without us.
    return ruling.enforced === false ? {} : preToolUse('ask', ruling)
  }

  const settle = async (key: string, call: Call, asked: CanUseToolOptions): Promise<Ruling> => {
    const ruling = rulings.get(key)
    // Tools that are themselves a question are handed to the person below.
    const person = !WAITING.has(call.tool) && wantsPerson(asked, ruling)
    if (settles(ruling, calls.get(key), call, person)) return ruling
    return interceptor.authorize(call, { signal: asked.signal, person })
  }

  const permit = async (tool: string, input: unknown, asked: CanUseToolOptions): Promise<PermissionAnswer> => {
    const key = callKey(asked.agentID, asked.toolUseID)
    const call = callOfRequest(calls.get(key), tool, input, asked)
    const ruling = await settle(key, call, asked)
    rulings.set(key, ruling)
    if (ruling.behavior !== 'allow' || !WAITING.has(tool)) return permission(ruling)
    const answer = hostAnswer(await askUser?.(tool, ruling.input, asked as never), ruling.input)
    if (answer !== undefined) return answer
    if (tool === QUESTION) return { behavior: 'deny', message: NOBODY_ANSWERS }
    return permission(await interceptor.authorize(call, { signal: asked.signal, person: true }))
  }

  const report = async (payload: HookPayload, ok: boolean): Promise<HookAnswer> => {
    const ruling = rulings.take(callKey(payload.agent_id, payload.tool_use_id))
    calls.take(callKey(payload.agent_id, payload.tool_use_id))
    const { error } = payload
    await interceptor.outcome(ruling?.id, ok || typeof error !== 'string' ? { ok } : { ok, error: error.slice(0, 500) })
    if (!ok || ruling?.words === undefined) return {}
    const additionalContext = `The person who allowed this wrote: ${ruling.words}`
    return { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext } }
  }

  const watch = (ok: boolean): HookMatcher[] => [{ hooks: [(payload) => report(payload, ok).catch(() => ({}))] }]
  const hook: HookCallback = async (payload, _, { signal }) => decide(payload, signal)
  return {
    hooks: {
      PreToolUse: [{ hooks: [closed(hook)], timeout: Math.ceil(patience / 1000) + GRACE, onFailure: 'block' }],
      PostToolUse: watch(true),
      PostToolUseFailure: watch(false),
    },
    canUseTool: async (tool, input, asked) => permit(tool, input, asked).catch(() => permission(UNREADABLE)),
    disallowedTools: hiddenOf(interceptor, [...Object.keys(CLAUDE_CODE.tools), ...(options.tools ?? [])]),
  }
}

/** The client waits this many seconds longer than we do, so that the denial is ours and says why. */
const GRACE = 10

const QUESTION = 'AskUserQuestion'
/** Tools that are themselves a question to the person at the client. */
const WAITING: ReadonlySet<string> = new Set([QUESTION, 'ExitPlanMode'])

const UNREADABLE = unreadable('it cannot be read')

/** The same hook, but anything it throws denies. */
function closed(hook: HookCallback): HookCallback {
  return async (payload, id, options) => {
    try {
      return await hook(payload, id, options)
    } catch {
      return preToolUse('deny', UNREADABLE)
    }
  }
}
