/** `countersign acp`: the gateway between an editor and an agent that speak the Agent Client Protocol. */

import { guardAgent } from '../../adapters/acp/guard.ts'
import { ChildTransport } from '../../adapters/json-rpc/child.ts'
import { LineTransport } from '../../adapters/json-rpc/lines.ts'
import type { Gate } from '../../gate/gate.ts'
import { notStarted } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { askingOf, programOf, tell, untilClosed } from './gateway.ts'

export async function run(invocation: Invocation): Promise<number> {
  const program = programOf(invocation.args, invocation.rest, 'agent')
  const { asker, isClientAsked, options, patience } = askingOf(invocation, 'acp')
  const { openGate } = await import('../../gate/gate.ts')
  const gates = new Map<string, Promise<Gate>>()
  const gateOf = (cwd: string): Promise<Gate> => {
    const known = gates.get(cwd)
    const opening = known ?? openGate({ cwd, agent: 'acp', ...options })
    gates.set(cwd, opening)
    opening.catch(() => gates.delete(cwd))
    return opening
  }
  // Opened now, so that an unusable store is noticed before anything has to be decided.
  await gateOf(program.cwd)
  try {
    const guarded = await guardAgent(new ChildTransport(program), new LineTransport(process.stdin, process.stdout), {
      gateOf,
      cwd: program.cwd,
      asker: isClientAsked ? asker : undefined,
      patience,
      tell,
    })
    await untilClosed(guarded)
    process.stdin.destroy()
    return EXIT.ok
  } catch (error) {
    throw notStarted(program.command, error) ?? error
  } finally {
    await Promise.allSettled([...gates.values()].map(async (opening) => (await opening).close()))
  }
}
