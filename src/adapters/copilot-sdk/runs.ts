/** Part of the Copilot SDK adapter: the calls that were decided before they ran, until they have ended. */

import { toModel } from '../interceptor.ts'
import type { Interceptor, Ruling } from '../interceptor.ts'
import { Recall } from '../recall.ts'
import type { HookInput, Invocation, PreToolUseOutput } from './protocol.ts'
import { argsOf, callOfHook } from './request.ts'

export class Runs {
  readonly #interceptor: Interceptor
  readonly #running = new Recall<Ruling[]>()

  constructor(interceptor: Interceptor) {
    this.#interceptor = interceptor
  }

  async begin(input: HookInput, invocation: Invocation): Promise<PreToolUseOutput | undefined> {
    const ruling = await this.#interceptor.authorize(callOfHook(input, invocation))
    if (ruling.behavior !== 'allow') return denied(ruling)
    const modifiedArgs = ruling.edited ? argsOf(ruling.input, input.toolArgs) : input.toolArgs
    const key = runKey({ ...input, toolArgs: modifiedArgs })
    this.#running.set(key, [...(this.#running.get(key) ?? []), ruling])
    // If the policy only records, the client decides as it would without us.
    if (ruling.enforced === false) return undefined
    const permissionDecisionReason = toModel(ruling)
    return { permissionDecision: 'allow', permissionDecisionReason, ...(ruling.edited ? { modifiedArgs } : {}) }
  }

  /** Returns how the call was decided, if that is known. */
  async ended(input: HookInput, ok: boolean, error?: string): Promise<Ruling | undefined> {
    const key = runKey(input)
    const [ruling, ...others] = this.#running.take(key) ?? []
    if (others.length > 0) this.#running.set(key, others)
    await this.#interceptor.outcome(ruling?.id, error === undefined ? { ok } : { ok, error: error.slice(0, 500) })
    return ruling
  }
}

export function denied(ruling: Ruling): PreToolUseOutput {
  return { permissionDecision: 'deny', permissionDecisionReason: toModel(ruling) }
}

/** Hooks are not told a call's id, so what the call is and where it runs identifies it. */
function runKey({ sessionId, toolName, toolArgs }: HookInput): string {
  return JSON.stringify([sessionId, toolName, toolArgs])
}
