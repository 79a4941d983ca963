/** `countersign explain`: draws the trace. It ends with 0 whatever the verdict. */

import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { decideOne } from '../decide-one.ts'

export async function run(invocation: Invocation): Promise<number> {
  await decideOne(invocation, true)
  return EXIT.ok
}
