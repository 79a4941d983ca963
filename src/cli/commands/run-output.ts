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
  let asksForJson = !args.some((arg) => arg === '--output-format' || arg.startsWith('--output-format='))
  const once = async (flags: readonly string[]) => {
    const heard = new Heard(output, asksForJson)
    const format = asksForJson ? ['--output-format', 'json'] : []
    const exitCode = await runAgent(program, [...args, ...format, ...flags], heard)
    const denials = heard.end()
    for (const call of heard.ran) await tellIfDenied(call, gate, tell)
    return { exitCode, denials, knowsNoJson: heard.knowsNoJson }
  }
  return async (flags) => {
    const end = await once(flags)
    if (!(end.knowsNoJson && asksForJson && end.exitCode !== 0)) return end
    asksForJson = false
    return once(flags)
  }
}

async function tellIfDenied(call: Call, gate: Gate, tell: OutputRun['tell']): Promise<void> {
  const { behavior, reason } = await gate.judge(call)
  if (behavior === 'deny') tell(`It ran, although the policy denies it: ${JSON.stringify(call.input)}. ${reason}`)
}

/** What one run prints, line by line: passed on as text, and searched for denials in every form that releases use. */
class Heard implements AgentOutput {
  readonly ran: Call[] = []
  knowsNoJson = false
  readonly #output: AgentOutput
  readonly #asksForJson: boolean
  readonly #denials: Denial[] = []
  readonly #json = new JsonOutput()
  readonly #text = new TextOutput()
  readonly #seed = new SeedOutput()

  constructor(output: AgentOutput, asksForJson: boolean) {
    this.#output = output
    this.#asksForJson = asksForJson
  }

  readonly out = (line: string): void => {
    const event = this.#json.read(line)
    if (event?.type === 'denied') this.#denials.push(event.denial)
    if (event?.type === 'ended' && event.ok) this.ran.push(event.call)
    if (event === undefined && !line.startsWith('{'))
      this.#denials.push(...this.#text.read(line), ...this.#seed.read(line))
    if (!this.#asksForJson || !line.startsWith('{')) return this.#output.out(line)
    if (event?.type === 'says') this.#output.out(event.text)
    if (event?.type === 'starts') this.#output.out(`● ${event.title} ${JSON.stringify(event.call.input)}`)
    if (event?.type === 'denied') this.#output.out(`✗ ${event.denial.message}`)
  }

  readonly err = (line: string): void => {
    this.knowsNoJson ||= /unknown option.*--output-format/.test(line)
    this.#denials.push(...this.#seed.read(line))
    if (!(this.knowsNoJson && this.#asksForJson)) this.#output.err(line)
  }

  end(): readonly Denial[] {
    return [...this.#denials, ...this.#text.end(), ...this.#seed.end()]
  }
}
