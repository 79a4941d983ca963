/** `countersign check`: one verdict, said by the exit code too; or a batch of them. */

import type { Behavior } from '../../engine/rule.ts'
import { BadUse } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { decideOne } from '../decide-one.ts'

const CODES: Readonly<Record<Behavior, number>> = { allow: EXIT.ok, ask: EXIT.ask, deny: EXIT.deny }

export async function run(invocation: Invocation): Promise<number> {
  if (invocation.on.has('batch')) return runBatch(invocation)
  return CODES[await decideOne(invocation, invocation.on.has('explain'))]
}

async function runBatch({ args, on, values }: Invocation): Promise<number> {
  const other = [...values.keys(), ...on].find((name) => name !== 'batch' && name !== 'json')
  if (args.length > 0) throw new BadUse('--batch takes its calls from the input, not from arguments')
  if (other !== undefined) throw new BadUse(`--batch and --${other} do not go together: each line says it for itself`)
  const { answerInput } = await import('../batch/stream.ts')
  await answerInput()
  return EXIT.ok
}
