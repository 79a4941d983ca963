/**
 * Part of the commands that stand between two peers: the gate they decide by, and an end that leaves no process behind.
 */

import type { ClientAsker } from '../../adapters/mcp/index.ts'
import { createClientAsker } from '../../adapters/mcp/index.ts'
import { NOBODY } from '../../gate/askers/none.ts'
import type { GateOptions } from '../../gate/gate-options.ts'
import { BadUse } from '../bad-use.ts'
import type { Invocation } from '../command.ts'
import { numberOf } from '../given-values.ts'
import { homeFolder } from '../home.ts'
import { print } from '../output.ts'
import { toldInbox } from '../told-inbox.ts'

export interface Asking {
  readonly asker: ClientAsker
  /** Whether the person at the client is one of those asked. */
  readonly isClientAsked: boolean
  readonly options: Pick<GateOptions, 'asker' | 'timeout' | 'store' | 'home'>
  /** Milliseconds; longer than the gate itself waits for people. */
  readonly patience: number
}

const FIVE_MINUTES = 300
/** Time left for saying no after a person took too long. */
const SPARE = 30_000

export function askingOf({ values }: Invocation, name: string): Asking {
  const ask = values.get('ask')
  const asker = createClientAsker(name, ask === undefined || ask === 'inbox' ? toldInbox(tell) : NOBODY)
  const timeout = numberOf(values.get('timeout') ?? String(FIVE_MINUTES), 'timeout') * 1000
  const store = values.get('store')
  return {
    asker,
    isClientAsked: ask === undefined || ask === 'client',
    options: { asker, timeout, home: homeFolder(), ...(store === undefined ? {} : { store }) },
    patience: timeout + SPARE,
  }
}

/** The program to stand in front of. */
export function programOf(own: readonly string[], [command, ...args]: readonly string[], what: string) {
  if (own[0] !== undefined) throw new BadUse(`${own[0]} is not understood`, `The ${what}'s program stands after --.`)
  if (command === undefined) {
    const address = what === 'server' ? ', or its address with --url' : ''
    throw new BadUse(`which ${what}?`, `Name its program after --${address}.`)
  }
  return { command, args, cwd: process.cwd() }
}

/** Prints to standard error, since standard output belongs to the client. */
export function tell(text: string): void {
  print((page) => page.line(['countersign', 'bold'], ` ${text}`), 'stderr')
}

/** Ends the work when this process is told to end, so that no process it started stays behind. */
export async function untilClosed(work: { readonly closed: Promise<void>; close(): Promise<void> }): Promise<void> {
  const end = () => void work.close()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, end)
  await work.closed
  for (const signal of signals) process.off(signal, end)
}
