/**
 * The GitHub Copilot SDK (1.0, and its earlier interface) behind a gate: options to spread into `createSession` and
 * `resumeSession`.
 *
 * INVARIANT: `onPreToolUse` decides, because it alone sees every call; it never throws, because the SDK ignores what it
 * throws. `onPermissionRequest` answers every request that still arrives, and the same request twice in the same way.
 */

import { COPILOT } from '../../vocabulary/copilot.ts'
import { asGiven, hiddenOf, intercept, toModel, unreadable } from '../interceptor.ts'
import type { GateLike, Ruling } from '../interceptor.ts'
import { Recall } from '../recall.ts'
import type {
  AfterToolOutput,
  HookInput,
  Invocation,
  LegacyResult,
  PermissionRequest,
  PermissionResult,
  PreToolUseOutput,
} from './protocol.ts'
import { argsOf, callOfHook, callOfRequest, needsPerson } from './request.ts'
import { legacyResultOf, resultOf } from './result.ts'

export { withHooks } from './own-hooks.ts'
export { toolPermissions } from './tool-permissions.ts'
export type { ToolPermissions } from './tool-permissions.ts'
export type * from './protocol.ts'

export interface CopilotOptions {
  /** Milliseconds a decision may take, asking a person included; by default ten minutes. */
  readonly patience?: number
  /** Names of more tools that should be hidden if the policy hides them. */
  readonly tools?: readonly string[]
  /** For SDKs before 1.0: answers are `approved` and `denied-…`. */
  readonly legacy?: boolean
}

export interface CopilotGuard<Result = PermissionResult> {
  readonly hooks: {
    readonly onPreToolUse: (input: HookInput, invocation: Invocation) => Promise<PreToolUseOutput | undefined>
    readonly onPostToolUse: (input: HookInput, invocation: Invocation) => Promise<AfterToolOutput | undefined>
    readonly onPostToolUseFailure: (
      input: HookInput & { readonly error?: string },
      invocation: Invocation,
    ) => Promise<undefined>
  }
  readonly onPermissionRequest: (request: PermissionRequest, invocation: Invocation) => Promise<Result>
  /** A second layer: what the policy hides is not even offered. Computed once, when `countersign` is called. */
  readonly excludedTools: string[]
}

/**
 * @example
 * const gate = await openGate({ cwd, asker })
 * const session = await client.createSession({ model, ...countersign(gate) })
 */
export function countersign(
  gate: GateLike,
  options: CopilotOptions & { readonly legacy: true },
): CopilotGuard<LegacyResult>
export function countersign(gate: GateLike, options?: CopilotOptions): CopilotGuard
export function countersign(
  gate: GateLike,
  options: CopilotOptions = {},
): CopilotGuard<PermissionResult | LegacyResult> {
  const interceptor = intercept(gate, { agent: 'copilot-sdk', patience: options.patience })
  const answer = options.legacy === true ? legacyResultOf : resultOf
  /** Requests do not say where their session works; the hook is told. */
  const folders = new Recall<string>()
  const running = new Recall<Ruling[]>()
  /** By session, and only until one of its calls has ended: the ids come from the model and may be used again. */
  const answered = new Recall<Recall<Promise<PermissionResult | LegacyResult>>>()

  const decide = async (input: HookInput, invocation: Invocation): Promise<PreToolUseOutput | undefined> => {
    folders.set(invocation.sessionId, input.workingDirectory)
    const ruling = await interceptor.authorize(callOfHook(input, invocation))
    if (ruling.behavior !== 'allow') return denied(ruling)
    const modifiedArgs = ruling.edited ? argsOf(ruling.input, input.toolArgs) : input.toolArgs
    const key = runKey({ ...input, toolArgs: modifiedArgs })
    running.set(key, [...(running.get(key) ?? []), ruling])
    // If the policy only records, the client decides as it would without us.
    if (ruling.enforced === false) return undefined
    const permissionDecisionReason = toModel(ruling)
    return { permissionDecision: 'allow', permissionDecisionReason, ...(ruling.edited ? { modifiedArgs } : {}) }
  }

  const reply = async (request: PermissionRequest, invocation: Invocation) => {
    const call = callOfRequest(request, invocation, folders.get(invocation.sessionId))
    return answer(asGiven(await interceptor.authorize(call, { person: needsPerson(request) })))
  }

  const ended = async (
    input: HookInput,
    { sessionId }: Invocation,
    ok: boolean,
    error?: string,
  ): Promise<Ruling | undefined> => {
    answered.take(sessionId)
    const key = runKey(input)
    const [ruling, ...others] = running.take(key) ?? []
    if (others.length > 0) running.set(key, others)
    await interceptor.outcome(ruling?.id, error === undefined ? { ok } : { ok, error: error.slice(0, 500) })
    return ruling
  }

  return {
    hooks: {
      onPreToolUse: (input, invocation) => decide(input, invocation).catch(() => denied(UNREADABLE)),
      onPostToolUse: async (input, invocation) => {
        const words = (await ended(input, invocation, true).catch(() => undefined))?.words
        return words === undefined ? undefined : { additionalContext: `The person who allowed this wrote: ${words}` }
      },
      onPostToolUseFailure: async (input, invocation) =>
        void (await ended(input, invocation, false, input.error).catch(() => undefined)),
    },
    onPermissionRequest: async (request, invocation) => {
      try {
        if (typeof request.toolCallId !== 'string') return await reply(request, invocation)
        const before = answered.get(invocation.sessionId) ?? new Recall()
        const key = JSON.stringify(request)
        const result = before.get(key) ?? reply(request, invocation)
        before.set(key, result)
        answered.set(invocation.sessionId, before)
        return await result
      } catch {
        return answer(UNREADABLE)
      }
    },
    excludedTools: hiddenOf(interceptor, [...Object.keys(COPILOT.tools), ...(options.tools ?? [])]),
  }
}

const UNREADABLE = unreadable('it cannot be read')

function denied(ruling: Ruling): PreToolUseOutput {
  return { permissionDecision: 'deny', permissionDecisionReason: toModel(ruling) }
}

/** Hooks are not told a call's id, so what the call is and where it runs identifies it. */
function runKey({ sessionId, toolName, toolArgs }: HookInput): string {
  return JSON.stringify([sessionId, toolName, toolArgs])
}
