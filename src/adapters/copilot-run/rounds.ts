/**
 * Runs Copilot until it is done: what was denied is asked about, what was allowed is passed on by flags, and it runs
 * again.
 *
 * INVARIANT: a flag is passed only if the gate allowed the very call that was denied, and a flag that says more than
 * the call only with somebody's consent. It ends: each call is asked about once, and the number of rounds is limited.
 */

import type { Call } from '../../engine/call.ts'
import type { Denial } from './denial.ts'
import type { Grant } from './flags.ts'

export interface RoundEnd {
  readonly exitCode: number
  readonly denials: readonly Denial[]
}

/** What became of one denial. */
export interface Settled {
  readonly call: Call
  readonly behavior: 'allow' | 'deny'
  readonly reason: string
  readonly flags: readonly string[]
}

export interface Allowance {
  readonly behavior: 'allow' | 'deny'
  readonly reason: string
  /** Whether the allowed input is not the one that was denied. */
  readonly edited: boolean
  readonly grant: Grant | undefined
}

export interface Ports {
  readonly start: (flags: readonly string[]) => Promise<RoundEnd>
  readonly ask: (denial: Denial) => Promise<Allowance>
  /** Whether to pass flags that also let other calls run. */
  readonly mayBroaden: (grant: Grant, call: Call) => Promise<boolean>
}

export interface RunEnd {
  readonly exitCode: number
  readonly rounds: number
  readonly settled: readonly Settled[]
  /** Why it did not run again although something was denied. */
  readonly stopped?: string
}

export async function runRounds(ports: Ports, most: number): Promise<RunEnd> {
  const settled = new Map<string, Settled>()
  for (let rounds = 1; ; rounds++) {
    const { exitCode, denials } = await ports.start(flagsOf(settled))
    const end = (stopped?: string): RunEnd => ({
      exitCode,
      rounds,
      settled: [...settled.values()],
      ...(stopped === undefined ? {} : { stopped }),
    })
    if (denials.length === 0) return end()
    const again = denials.find(({ call }) => settled.get(keyOf(call))?.behavior === 'allow')
    if (again !== undefined) return end('Copilot denied again what it was told to allow')
    let isAnyNew = false
    for (const denial of denials) {
      if (settled.has(keyOf(denial.call))) continue
      const outcome = await settle(denial, ports)
      settled.set(keyOf(denial.call), outcome)
      isAnyNew ||= outcome.behavior === 'allow'
    }
    if (!isAnyNew) return end()
    if (rounds >= most) return end(`it was run ${most} times`)
  }
}

async function settle(denial: Denial, { ask, mayBroaden }: Ports): Promise<Settled> {
  const { call } = denial
  const denied = (reason: string): Settled => ({ call, behavior: 'deny', reason, flags: [] })
  if (!denial.askable) return denied(denial.message)
  const { behavior, reason, edited, grant } = await ask(denial)
  if (behavior === 'deny') return denied(reason)
  if (edited) return denied('It was allowed with another input, which Copilot cannot be told.')
  if (grant === undefined) return denied('It was allowed, but Copilot has no flag for it. Run it with --via hook.')
  if (grant.also !== undefined && !(await mayBroaden(grant, call)))
    return denied(
      `It was allowed, but Copilot's flags would also allow ${grant.also}. Run it with --via hook, or say --broad.`,
    )
  return { call, behavior, reason, flags: grant.flags }
}

function flagsOf(settled: ReadonlyMap<string, Settled>): string[] {
  return [...new Set([...settled.values()].flatMap(({ flags }) => flags))]
}

function keyOf({ tool, input }: Call): string {
  return JSON.stringify([tool, input])
}
