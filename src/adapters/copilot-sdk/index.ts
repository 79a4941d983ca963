/**
 * The GitHub Copilot SDK (1.0, and its earlier interface) behind a gate: options to spread into `createSession` and
 * `resumeSession`.
 *
 * INVARIANT: `onPreToolUse` decides, because it alone sees every call; it never throws, because the SDK ignores what it
 * throws. `onPermissionRequest` answers every request that still arrives, and the same request twice in the same way.
 */

import { COPILOT } from '../../vocabulary/copilot.ts'
import { asGiven, hiddenOf, intercept, unreadable } from '../interceptor.ts'
import type { GateLike } from '../interceptor.ts'
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
import { PermissionAnswers } from './permission-answers.ts'
import { callOfRequest, needsPerson } from './request.ts'
import { legacyResultOf, resultOf } from './result.ts'
import { denied, Runs } from './runs.ts'

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
  const resultFor = options.legacy === true ? legacyResultOf : resultOf
  /** Requests do not say where their session works; the hook is told. */
  const folders = new Recall<string>()
  const runs = new Runs(interceptor)
  const answers = new PermissionAnswers(async (request, invocation) => {
    const call = callOfRequest(request, invocation, folders.get(invocation.sessionId))
    return resultFor(asGiven(await interceptor.authorize(call, { person: needsPerson(request) })))
  })
  const ended = async (input: HookInput, invocation: Invocation, ok: boolean, error?: string) => {
    answers.forget(invocation.sessionId)
    return runs.ended(input, ok, error)
  }
  return {
    hooks: {
      onPreToolUse: async (input, invocation) => {
        try {
          folders.set(invocation.sessionId, input.workingDirectory)
          return await runs.begin(input, invocation)
        } catch {
          return denied(UNREADABLE)
        }
      },
      onPostToolUse: async (input, invocation) => {
        const words = (await ended(input, invocation, true).catch(() => undefined))?.words
        return words === undefined ? undefined : { additionalContext: `The person who allowed this wrote: ${words}` }
      },
      onPostToolUseFailure: async (input, invocation) =>
        void (await ended(input, invocation, false, input.error).catch(() => undefined)),
    },
    onPermissionRequest: async (request, invocation) => {
      try {
        return await answers.to(request, invocation)
      } catch {
        return resultFor(UNREADABLE)
      }
    },
    excludedTools: hiddenOf(interceptor, [...Object.keys(COPILOT.tools), ...(options.tools ?? [])]),
  }
}

const UNREADABLE = unreadable('it cannot be read')
