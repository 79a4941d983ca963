/** Part of the command line: asks for a yes or no at this terminal. */

import { createInterface } from 'node:readline/promises'
import { BadUse } from './bad-use.ts'

/** Anything but a yes is a no. Leaving instead of answering (Ctrl-C, Ctrl-D) ends the command: throws `BadUse`. */
export async function agrees(
  question: string,
  output: NodeJS.WritableStream,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<boolean> {
  const terminal = createInterface({ input, output, terminal: true })
  try {
    return /^\s*y(es)?\s*$/i.test(await terminal.question(`${question} [y/N] `))
  } catch {
    output.write('\n')
    throw new BadUse('stopped before an answer', 'What you have not agreed to is as it was.')
  } finally {
    terminal.close()
  }
}
