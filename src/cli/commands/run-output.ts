/**
 * Part of `countersign run`: Copilot without a hook. Its denials are read from what it prints and asked about; what is
 * allowed is granted by flags, and Copilot runs again.
 */

import { uuidv7 } from 'uuidv7'
import { grantFor } from '../../adapters/copilot-run/flags.ts'
import type { Grant } from '../../adapters/copilot-run/flags.ts'
import type { Denial } from '../../adapters/copilot-run/denial.ts'
import { JsonOutput } from '../../adapters/copilot-run/json-output.ts'
import { runRounds } from '../../adapters/copilot-run/rounds.ts'
import type { Allowance, RoundEnd, RunEnd } from '../../adapters/copilot-run/rounds.ts'
import { SeedOutput } from '../../adapters/copilot-run/seed-output.ts'
import { TextOutput } from '../../adapters/copilot-run/text-output.ts'
import type { Call } from '../../engine/call.ts'
import { INBOX } from '../../gate/askers/inbox.ts'
import { createTerminalAsker } from '../../gate/askers/terminal.ts'
import { openGate } from '../../gate/gate.ts'
import type { Gate } from '../../gate/gate.ts'
import type { Invocation } from '../command.ts'
import { toldInbox } from '../told-inbox.ts'
import { runAgent } from './run-agent.ts'
import type { AgentOutput } from './run-agent.ts'

export interface OutputRun {
  readonly program: string
  readonly args: readonly string[]
  readonly output: AgentOutput
  readonly most: number
  readonly atTerminal: boolean
  readonly mayBroaden: (grant: Grant, call: Call) => Promise<boolean>
  readonly tell: (note: string) => void
}

export async function runByOutput(run: OutputRun, { values }: Invocation): Promise<RunEnd> {
  const store = values.get('store')
  const gate = await openGate({
    cwd: process.cwd(),
    agent: 'copilot',
    session: uuidv7(),
    asker: run.atTerminal ? [createTerminalAsker(), INBOX] : toldInbox(run.tell),
    ...(store === undefined ? {} : { store }),
  })
  try {
    const start = starter(run, gate)
    return await runRounds({ start, ask: (denial) => ask(denial, gate), mayBroaden: run.mayBroaden }, run.most)
  } finally {
    await gate.close()
  }
}

async function ask({ call, flag }: Denial, gate: Gate): Promise<Allowance> {
  const { behavior, reason, input, verdict, by } = await gate.authorize(call)
  const edited = JSON.stringify(input) !== JSON.stringify(call.input)
  const grant = grantFor(call, verdict?.reading.effects ?? [], process.cwd(), { flag, person: by !== undefined })
  return { behavior, reason, edited, grant }
}

/** If the user chose an output format, it stays; without one, JSON is requested and printed as text. */
function starter(
  { program, args, output, tell }: OutputRun,
  gate: Gate,
): (flags: readonly string[]) => Promise<RoundEnd> {
  const chosen = args.some((arg) => arg === '--output-format' || arg.startsWith('--output-format='))
  let asksForJson = !chosen
  const once = async (flags: readonly string[]): Promise<RoundEnd & { readonly knowsNoJson: boolean }> => {
    const denials: Denial[] = []
    const [json, text, seed] = [new JsonOutput(), new TextOutput(), new SeedOutput()]
    let knowsNoJson = false
    const ran: Call[] = []
    const out = (line: string) => {
      const event = json.read(line)
      if (event?.type === 'denied') denials.push(event.denial)
      if (event?.type === 'ended' && event.ok) ran.push(event.call)
      if (event === undefined && !line.startsWith('{')) denials.push(...text.read(line), ...seed.read(line))
      if (!asksForJson || !line.startsWith('{')) return output.out(line)
      if (event?.type === 'says') output.out(event.text)
      if (event?.type === 'starts') output.out(`● ${event.title} ${JSON.stringify(event.call.input)}`)
      if (event?.type === 'denied') output.out(`✗ ${event.denial.message}`)
    }
    const err = (line: string) => {
      knowsNoJson ||= /unknown option.*--output-format/.test(line)
      denials.push(...seed.read(line))
      if (!(knowsNoJson && asksForJson)) output.err(line)
    }
    const format = asksForJson ? ['--output-format', 'json'] : []
    const exitCode = await runAgent(program, [...args, ...format, ...flags], { out, err })
    denials.push(...text.end(), ...seed.end())
    for (const call of ran) {
      const { behavior, reason } = await gate.judge(call)
      if (behavior === 'deny') tell(`It ran, although the policy denies it: ${JSON.stringify(call.input)}. ${reason}`)
    }
    return { exitCode, denials, knowsNoJson }
  }
  return async (flags) => {
    const end = await once(flags)
    if (!(end.knowsNoJson && asksForJson && end.exitCode !== 0)) return end
    asksForJson = false
    return once(flags)
  }
}
