/**
 * For tests: the client as it was observed (0.3.325), at its most careless: with allow-all flags, and running the tool
 * if a hook fails. In `bypassPermissions` it does not always heed a hook's `ask`.
 */

import type { Attempt } from '../interceptor-contract.ts'
import type { CanUseTool, HookAnswer, HookMatcher, HookPayload, PreToolUseAnswer } from './protocol.ts'

export interface ClientOptions {
  readonly hooks: Readonly<Record<string, HookMatcher[]>>
  readonly canUseTool: CanUseTool
  readonly heedsAsk?: boolean
}

let count = 0

export async function playClient(
  { hooks, canUseTool, heedsAsk = true }: ClientOptions,
  command: string,
  more: Partial<HookPayload> = {},
): Promise<Attempt> {
  const base = { session_id: 's1', cwd: '/srv/project', tool_name: 'Bash', tool_use_id: `toolu_${++count}`, ...more }
  const input: Record<string, unknown> = { command }
  const { signal } = new AbortController()
  const say = async (event: string, fields: object) => {
    const payload = { ...base, hook_event_name: event, ...fields } as HookPayload
    const answers: HookAnswer[] = []
    for (const { hooks: callbacks } of hooks[event] ?? [])
      for (const callback of callbacks)
        answers.push(await callback(payload, base.tool_use_id, { signal }).catch(() => ({})))
    return answers
  }

  const said = (await say('PreToolUse', { tool_input: input })).flatMap(
    ({ hookSpecificOutput }) => (hookSpecificOutput as PreToolUseAnswer | undefined) ?? [],
  )
  const denial = said.find(({ permissionDecision }) => permissionDecision === 'deny')
  if (denial !== undefined) return { ran: undefined, told: denial.permissionDecisionReason ?? '' }
  let ran = said.findLast(({ updatedInput }) => updatedInput !== undefined)?.updatedInput ?? input
  const reason = said.find(({ permissionDecision }) => permissionDecision === 'ask')?.permissionDecisionReason
  if (reason !== undefined && heedsAsk) {
    const agent = more.agent_id === undefined ? {} : { agentID: more.agent_id }
    const why = { decisionReasonType: 'hook', decisionReason: reason }
    const asked = { signal, toolUseID: base.tool_use_id, ...agent, ...why }
    const result = await canUseTool(base.tool_name, ran, asked)
    if (result.behavior === 'deny') return { ran: undefined, told: result.message }
    ran = result.updatedInput
  }
  const after = await say('PostToolUse', { tool_input: ran, tool_response: {} })
  const told = after.map(({ hookSpecificOutput }) => hookSpecificOutput?.additionalContext ?? '').join('')
  return { ran: String(ran['command']), told }
}
