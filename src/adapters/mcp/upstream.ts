/** Part of the MCP gateway: the connection to the server behind it. */

import { setTimeout as pause } from 'node:timers/promises'
import { ChildTransport } from '../json-rpc/child.ts'
import type { Transport } from '../json-rpc/transport.ts'
import type { Origin } from './identity.ts'

const GOODBYE = 1_000

/** Not started yet. The official packages are loaded only if there is an address to reach. */
export async function openUpstream(origin: Origin, bearer?: string): Promise<Transport> {
  if ('command' in origin) return new ChildTransport(origin)
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const headers: Record<string, string> = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }
  const transport = new StreamableHTTPClientTransport(new URL(origin.url), { requestInit: { headers } })
  const close = transport.close.bind(transport)
  // A server keeps a session until it is told that nobody needs it any more; but the server may be gone already.
  const goodbye = () => Promise.race([transport.terminateSession(), pause(GOODBYE)]).catch(() => undefined)
  return Object.assign(transport, { close: () => goodbye().then(close) })
}
