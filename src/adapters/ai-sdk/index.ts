/**
 * The Vercel AI SDK behind a gate: `tools` wraps each tool (6 and 7), `toolApproval` decides where the SDK asks (7).
 *
 * INVARIANT: a tool runs only on an allow for exactly that input. A tool that cannot be wrapped, since it runs
 * elsewhere, is refused unless it is named. `toolApproval` never throws, and denies with the one word that the SDK
 * takes for a denial: any other would run the tool.
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
  /** The server that these tools belong to, for rules on `mcp__server__tool`. */
  readonly mcpServer?: string
  /** Tools without `execute` that you accept: only `toolApproval` sees their calls, and with version 6 nobody does. */
  readonly elsewhere?: readonly string[]
}

export interface AiSdkGuard {
  /** The same tools, guarded, without those that the policy hides. */
  tools<Tools extends AiTools>(tools: Tools, options?: WrapOptions): Tools
  /** For version 7, together with `tools`. */
  toolApproval(request: ApprovalRequest): Promise<ApprovalStatus>
}

interface Allowed {
  /** The call as it was decided on: its input is an object that others may change afterwards. */
  readonly said: string
  readonly ruling: Ruling
  /** Whether it runs only after a person has said yes to the tool's own question, which may be much later. */
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
  /** What `toolApproval` has allowed and has not run yet. */
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
    const isSame = known !== undefined && known.said === JSON.stringify(call)
    return fitted(isSame ? await still(call, known) : await authorize(call, abortSignal), tool.inputSchema)
  }

  /** While the person was thinking, the policy may have changed. */
  const still = async (call: Call, { ruling, hasWaited }: Allowed): Promise<Ruling> => {
    const { approval, edited } = ruling
    const input = edited ? ruling.input : call.input
    const now = hasWaited ? await interceptor.judge({ ...call, input }, { approval }) : ruling
    if (now.behavior === 'ask' && now.approval !== approval) return authorize({ ...call, input })
    return now.behavior === 'deny' ? now : { ...ruling, input }
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
    const said = JSON.stringify(call)
    const ruling = await authorize(call)
    // Only a tool that we wrapped can be made to run an input that a person changed.
    const final = name === undefined ? asGiven(ruling) : ruling
    if (final.behavior !== 'allow') return { type: 'denied', reason: toModel(final) }
    const hasWaited = await wantsApproval(request)
    if (name !== undefined) allowed.set(toolCallId, { said, ruling, hasWaited })
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

/** Our `toolApproval` replaces the tool's own setting, so a tool's wish for a person has to be read here. */
async function wantsApproval({ toolCall, tools, toolsContext, messages }: ApprovalRequest): Promise<boolean> {
  const { toolName, toolCallId, input } = toolCall
  const own = tools !== undefined && Object.hasOwn(tools, toolName) ? tools[toolName]?.needsApproval : undefined
  if (typeof own !== 'function') return own !== undefined && own !== null && own !== false
  const context = (toolsContext as Readonly<Record<string, unknown>> | undefined)?.[toolName]
  return (await (own as (...given: unknown[]) => unknown)(input, { toolCallId, messages, context })) !== false
}
