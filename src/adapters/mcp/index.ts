/**
 * `countersign/mcp`: the gateway as a library, between any two transports of the official MCP packages.
 *
 * @example
 * const asker = createClientAsker('mcp', INBOX)
 * const gate = await openGate({ cwd, asker, mcpServers: ['files'] })
 * const server = identityOf({ command: 'npx', args: ['-y', 'some-server'], cwd }, 'files')
 * await guardServer(up, down, gate, { name: 'files', keeper: keepInMemory(server), asker })
 */

export { guardServer } from './guard.ts'
export type { Guarded } from '../json-rpc/between.ts'
export type { GuardOptions } from './guard.ts'
export { identityOf } from './identity.ts'
export type { Identity, Origin } from './identity.ts'
export { keepInFile, keepInMemory } from './pin-keeper.ts'
export type { PinKeeper } from './pin-keeper.ts'
export { createClientAsker } from '../json-rpc/client-asker.ts'
export type { ClientAsker } from '../json-rpc/client-asker.ts'
export type { Transport } from '../json-rpc/transport.ts'
