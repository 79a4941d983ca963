/** For tests of the ACP gateway: both of its sides, played by the test. */

import type { Asker } from '../../gate/asker.ts'
import { NOBODY } from '../../gate/askers/none.ts'
import type { World } from '../../gate/testing.ts'
import type { GateLike } from '../interceptor.ts'
import { createClientAsker } from '../json-rpc/client-asker.ts'
import type { Params } from '../json-rpc/message.ts'
import { Peer } from '../json-rpc/testing.ts'
import type { Replies } from '../json-rpc/testing.ts'
import { guardAgent } from './guard.ts'
import type { AgentGuardOptions } from './guard.ts'

export const OPTIONS = [
  { optionId: 'proceed_always', name: 'Always', kind: 'allow_always' },
  { optionId: 'proceed_once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'cancel', name: 'Reject', kind: 'reject_once' },
]
export const select = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } })

/** A gateway between a scripted agent and a scripted editor. */
export async function openStage(gate: GateLike, more: Partial<AgentGuardOptions> & { replies?: Replies } = {}) {
  const editor = new Peer(more.replies)
  const agent = new Peer({ 'session/new': () => ({ sessionId: 's1' }) })
  const guarded = await guardAgent(agent.transport, editor.transport, { gateOf: () => gate, cwd: '/srv', ...more })
  const permission = async (toolCall: Params, options: unknown = OPTIONS, id?: number, meta?: Params) => {
    const params = { sessionId: 's1', toolCall: { toolCallId: 't1', ...toolCall }, options, _meta: meta }
    const { result } = await agent.ask('session/request_permission', params, id)
    return (result as { outcome: unknown }).outcome
  }
  return { editor, agent, permission, close: () => guarded.close() }
}

/** The same with a real gate whose user has this policy. */
export async function openReal(world: World, policy: string, replies: Replies = {}, otherwise: Asker = NOBODY) {
  world.write(world.user, policy)
  const asker = createClientAsker('acp', otherwise)
  const { root } = world
  return { ...(await openStage(await world.open({ asker }), { asker, cwd: root, replies })), root }
}

export const yes = { outcome: 'selected', optionId: 'proceed_once' }
export const no = { outcome: 'selected', optionId: 'cancel' }
export const shell = (command: string) => ({ kind: 'execute', title: command, rawInput: { command } })
