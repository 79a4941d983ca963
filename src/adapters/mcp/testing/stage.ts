/** For tests of the gateway: both of its sides, played by the test. */

import type { GateLike } from '../../interceptor.ts'
import { Peer } from '../../json-rpc/testing.ts'
import type { Heard, Replies } from '../../json-rpc/testing.ts'
import { guardServer } from '../guard.ts'
import type { GuardOptions } from '../guard.ts'
import { identityOf } from '../identity.ts'
import { keepInMemory } from '../pin-keeper.ts'

export const TOOLS = [
  { name: 'run', description: 'Runs it.', inputSchema: { type: 'object' } },
  { name: 'look', description: 'Looks.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
]
export const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 's' },
}

export interface Stage {
  readonly client: Peer
  readonly server: Peer
  /** Commands that reached the tool. */
  readonly ran: (string | undefined)[]
  readonly told: string[]
  readonly close: () => Promise<void>
}

/** A gateway between two peers that say what a test wants; unless told otherwise, they have finished the handshake. */
export async function openStage(
  gate: GateLike,
  more: Partial<GuardOptions> & { replies?: Replies; hello?: boolean } = {},
): Promise<Stage> {
  const ran: (string | undefined)[] = []
  const told: string[] = []
  const server = new Peer({
    initialize: () => HELLO,
    'tools/list': () => ({ tools: TOOLS }),
    'tools/call': (params) => {
      const { command } = (params['arguments'] ?? {}) as { command?: string }
      ran.push(command)
      return { content: [{ type: 'text', text: command }] }
    },
    ...more.replies,
  })
  const client = new Peer()
  const identity = identityOf({ url: 'http://127.0.0.1:1/mcp' }, 'sample')
  const guarded = await guardServer(server.transport, client.transport, gate, {
    name: 'sample',
    keeper: keepInMemory(identity),
    tell: (text) => told.push(text),
    ...more,
  })
  if (more.hello !== false) await client.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {} })
  return { client, server, ran, told, close: () => guarded.close() }
}

export const call = (client: Peer, command: string, id?: string) =>
  client.ask('tools/call', { name: 'run', arguments: { command } }, id)

export function textOf({ result, error }: Heard): string {
  const { content } = (result ?? {}) as { content?: { text: string }[] }
  return content?.map(({ text }) => text).join('') ?? (error as { message: string } | undefined)?.message ?? ''
}
