/** `countersign check`: one verdict, also as the exit code; or a batch of verdicts. */

import type { Behavior } from '../../engine/rule.ts'
import { BadUse } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { decideOne } from '../decide-one.ts'
import { refuseOthers } from '../verbs.ts'

const CODES: Readonly<Record<Behavior, number>> = { allow: EXIT.ok, ask: EXIT.ask, deny: EXIT.deny }

export async function run(invocation: Invocation): Promise<number> {
  if (invocation.on.has('batch')) return runBatch(invocation)
  return CODES[await decideOne(invocation, invocation.on.has('explain'))]
}

async function runBatch(invocation: Invocation): Promise<number> {
  if (invocation.args.length > 0) throw new BadUse('--batch takes its calls from the input, not from arguments')
  refuseOthers(invocation, ['batch'], '--batch', () => 'Each line of the input says it for itself.')
  const { answerInput } = await import('../batch/stream.ts')
  await answerInput()
  return EXIT.ok
}
