/** `countersign run copilot -- ARGS…`: runs a command-line agent so that its actions are decided here. */

import { isatty } from 'node:tty'
import { AUTONOMOUS } from '../../adapters/copilot-run/flags.ts'
import type { Grant } from '../../adapters/copilot-run/flags.ts'
import { JsonOutput } from '../../adapters/copilot-run/json-output.ts'
import type { RunEnd } from '../../adapters/copilot-run/rounds.ts'
import { TextOutput } from '../../adapters/copilot-run/text-output.ts'
import { onPath } from '../agents-here.ts'
import { BadUse } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { agrees } from '../consent.ts'
import { numberOf } from '../given-values.ts'
import { print, printJson, write } from '../output.ts'
import { refuseOthers } from '../verbs.ts'
import type { AgentOutput } from './run-agent.ts'

const MOST_ROUNDS = 10

export async function run(invocation: Invocation): Promise<number> {
  const { args, rest, on, values } = invocation
  const [agent] = args
  if (agent === undefined)
    throw new BadUse('run needs the name of an agent', 'It is copilot; countersign init wires the others.')
  if (agent !== 'copilot') throw new BadUse(`run knows copilot, not ${agent}`, 'countersign init wires the others.')
  if (rest.length === 0)
    throw new BadUse('what should it do?', 'What stands after -- goes to it: countersign run copilot -- -p "tidy up"')
  const program = values.get('command') ?? onPath('copilot', process.env['PATH'] ?? '')
  if (program === undefined) throw new BadUse('copilot is not on the PATH', 'npm install --global @github/copilot')
  const agentArgs = [...rest, ...(AUTONOMOUS[values.get('autonomous') ?? ''] ?? [])]
  const most = numberOf(values.get('rounds') ?? String(MOST_ROUNDS), 'rounds')
  const atTerminal = isatty(2) && isatty(0) && !on.has('json')
  const output = outputOf(on.has('json'))
  if ((values.get('via') ?? 'hook') === 'hook') {
    refuseOthers(invocation, ['via', 'command', 'autonomous'], '--via hook', () => 'It belongs to --via output.')
    const { runWithHook } = await import('./run-hook.ts')
    const { counted, denials } = counting(output)
    const exitCode = await runWithHook(program, agentArgs, counted, invocation, atTerminal)
    const denied = denials()
    if (on.has('json')) printJson({ via: 'hook', exitCode, denied })
    return exitCode === 0 && denied > 0 ? EXIT.deny : exitCode
  }
  if (agentArgs.some((arg) => /^--(?:allow-all|yolo)/.test(arg)))
    tell('What these flags allow Copilot is asked of nobody; with --via hook the policy would still decide.')
  const { runByOutput } = await import('./run-output.ts')
  const mayBroaden = (grant: Grant) => (on.has('broad') ? Promise.resolve(true) : consents(grant, atTerminal))
  const end = await runByOutput({ program, args: agentArgs, output, most, atTerminal, mayBroaden, tell }, invocation)
  report(end, on.has('json'))
  return end.settled.some(({ behavior }) => behavior === 'deny') || end.stopped !== undefined ? EXIT.deny : end.exitCode
}

/** With `--json`, standard output is for our report, so the agent's goes to standard error. */
function outputOf(json: boolean): AgentOutput {
  const err = (line: string) => write(`${line}\n`, 'stderr')
  return { out: json ? err : (line) => write(`${line}\n`), err }
}

/** Counts how many calls were denied, as far as the output tells. */
function counting(output: AgentOutput): { readonly counted: AgentOutput; readonly denials: () => number } {
  const [json, text] = [new JsonOutput(), new TextOutput()]
  let count = 0
  const out = (line: string) => {
    if (json.read(line)?.type === 'denied') count++
    count += text.read(line).length
    output.out(line)
  }
  return { counted: { ...output, out }, denials: () => count + text.end().length }
}

async function consents({ also, flags }: Grant, atTerminal: boolean): Promise<boolean> {
  if (!atTerminal) return false
  tell(`Copilot can only be told to allow ${also ?? 'more'} in this run (${flags.join(' ')}).`)
  // The earlier question released it.
  process.stdin.ref()
  return agrees('Allow that?', process.stderr)
}

function tell(note: string): void {
  print((page) => page.line(['countersign', 'bold'], `: ${note}`), 'stderr')
}

function report({ exitCode, rounds, settled, stopped }: RunEnd, json: boolean): void {
  if (json) return printJson({ via: 'output', exitCode, rounds, settled, stopped: stopped ?? null })
  for (const { call, behavior, reason } of settled)
    if (behavior === 'deny') tell(`denied ${call.tool} ${JSON.stringify(call.input)}: ${reason}`)
  if (stopped !== undefined) tell(`not run again: ${stopped}.`)
}
