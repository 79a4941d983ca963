/**
 * The Vercel AI SDK before a gate: `tools` wraps each tool (6 and 7), `toolApproval` decides where the SDK asks (7).
 *
 * INVARIANT: no tool runs but on an allow for exactly that input. One that cannot be wrapped, since it runs elsewhere, is
 * refused unless it is named. `toolApproval` does not throw, and denies in the one word the SDK takes for it: any other
 * would run the tool.
 */

import type { Call } from '../../engine/call.ts'
import { callIn, mcpToolName } from '../in-process.ts'
import type { InProcessOptions } from '../in-process.ts'
import { asGiven, hiddenOf, intercept, toModel, unreadable } from '../interceptor.ts'
import type { GateLike, Ruling } from '../interceptor.ts'
import { Recall } from '../recall.ts'
import { guardedExecute } from './execute.ts'
import { fitted } from './fitted.ts'
import { isShownByJson } from './shown.ts'
import type { AiTool, AiTools, ApprovalRequest, ApprovalStatus, Execute, ExecuteOptions } from './protocol.ts'

export { Denied } from '../in-process.ts'
export type { InProcessOptions } from '../in-process.ts'
export type * from './protocol.ts'

export interface WrapOptions {
  /** The server whose tools these are, for rules on `mcp__server__tool`. */
  readonly mcpServer?: string
  /** Tools without `execute` that you know of: only `toolApproval` sees their calls, and with version 6 nobody does. */
  readonly elsewhere?: readonly string[]
}

export interface AiSdkGuard {
  /** The same tools, guarded, without those that the policy hides. */
  tools<Tools extends AiTools>(tools: Tools, options?: WrapOptions): Tools
  /** For version 7, beside `tools`. */
  toolApproval(request: ApprovalRequest): Promise<ApprovalStatus>
}

interface Allowed {
  readonly call: Call
  readonly ruling: Ruling
  /** It runs only once a person has said yes to the tool's own question, however much later that is. */
  readonly hasWaited: boolean
}

/**
 * @example
 * const guard = countersign(gate, { session: chatId })
 * await generateText({ model, prompt, tools: guard.tools({ bash, readFile }), toolApproval: guard.toolApproval })
 */
export function countersign(gate: GateLike, options: InProcessOptions = {}): AiSdkGuard {
  const { agent = 'ai-sdk', patience } = options
  const interceptor = intercept(gate, { agent, patience })
  /** What `toolApproval` has allowed, until it runs. */
  const allowed = new Recall<Allowed>()
  /** For each wrapped tool, the name that rules know it by. */
  const wrapped = new Map<string, string>()

  const authorize = async (call: Call, signal?: AbortSignal): Promise<Ruling> =>
    isShownByJson(call.input)
      ? interceptor.authorize(call, { signal })
      : unreadable('its input holds what cannot be shown to anybody')

  const rule = async (tool: AiTool, name: string, input: unknown, { toolCallId, abortSignal }: ExecuteOptions) => {
    const call = callIn(options, name, input, toolCallId)
    const known = allowed.take(toolCallId)
    const isSame = known !== undefined && JSON.stringify(known.call) === JSON.stringify(call)
    return fitted(isSame ? await still(known) : await authorize(call, abortSignal), tool.inputSchema)
  }

  /** While somebody made up their mind, the policy may have changed its own. */
  const still = async ({ call, ruling, hasWaited }: Allowed): Promise<Ruling> => {
    const { input, approval } = ruling
    const now = hasWaited ? await interceptor.judge({ ...call, input }, { approval }) : ruling
    if (now.behavior === 'ask' && now.approval !== approval) return authorize({ ...call, input })
    return now.behavior === 'deny' ? now : ruling
  }

  const wrap = (tool: AiTool, native: string, name: string, { elsewhere = [] }: WrapOptions): AiTool => {
    const { execute } = tool
    if (typeof execute === 'function') {
      wrapped.set(native, name)
      const ruled = (input: unknown, how: ExecuteOptions) => rule(tool, name, input, how)
      return { ...tool, execute: guardedExecute(tool, execute as Execute, ruled, interceptor) }
    }
    if (elsewhere.includes(native)) return tool
    throw new TypeError(`the tool ${native} has no \`execute\`: it runs where no gate is. Name it under \`elsewhere\``)
  }

  const approve = async (request: ApprovalRequest): Promise<ApprovalStatus> => {
    const { toolName, toolCallId, input } = request.toolCall
    const name = wrapped.get(toolName)
    const call = callIn(options, name ?? toolName, input, toolCallId)
    const ruling = await authorize(call)
    // Only a tool of ours can be made to run what a person has changed.
    const final = name === undefined ? asGiven(ruling) : ruling
    if (final.behavior !== 'allow') return { type: 'denied', reason: toModel(final) }
    const hasWaited = await wantsApproval(request)
    if (name !== undefined) allowed.set(toolCallId, { call, ruling, hasWaited })
    return hasWaited ? 'user-approval' : 'not-applicable'
  }

  return {
    tools: <Tools extends AiTools>(tools: Tools, how: WrapOptions = {}) => {
      const { mcpServer } = how
      const named = Object.entries(tools).map(([native, tool]) => ({
        native,
        tool,
        name: mcpServer === undefined ? native : mcpToolName(mcpServer, native),
      }))
      const names = named.map(({ name }) => name)
      const hidden = new Set(hiddenOf(interceptor, names))
      const seen = named.filter(({ name }) => !hidden.has(name))
      return Object.fromEntries(seen.map(({ native, tool, name }) => [native, wrap(tool, native, name, how)])) as Tools
    },
    toolApproval: (request) =>
      approve(request).catch(() => ({ type: 'denied', reason: toModel(unreadable('it cannot be read')) })),
  }
}

/** A `toolApproval` takes the place of what a tool itself says; that it wants a person is not lost over it. */
async function wantsApproval({ toolCall, tools, toolsContext, messages }: ApprovalRequest): Promise<boolean> {
  const { toolName, toolCallId, input } = toolCall
  const own = tools !== undefined && Object.hasOwn(tools, toolName) ? tools[toolName]?.needsApproval : undefined
  if (typeof own !== 'function') return own !== undefined && own !== null && own !== false
  const context = (toolsContext as Readonly<Record<string, unknown>> | undefined)?.[toolName]
  return (await (own as (...given: unknown[]) => unknown)(input, { toolCallId, messages, context })) !== false
}
