/**
 * `countersign hook AGENT`: what an agent's own hook calls. Its payload comes on the input, its answer goes to the output.
 *
 * INVARIANT: exit code 0 only after an answer was written whole. Whatever else ends this process (a throw, a signal, a
 * deadline, a reader that went away) ends it with 2, the one code that blocks the call in every agent.
 */

import { writeSync } from 'node:fs'
import { DENYING_EXIT } from '../../adapters/hooks/format.ts'
import type { HookAnswer, HookFormat } from '../../adapters/hooks/format.ts'
import { hookFormat, HOOK_FORMATS } from '../../adapters/hooks/formats.ts'
import { refusal, respond } from '../../adapters/hooks/respond.ts'
import { messageOf } from '../../engine/thrown.ts'
import { BadUse, meant } from '../bad-use.ts'
import type { Invocation } from '../command.ts'
import { numberOf } from '../given-values.ts'
import { homeFolder } from '../home.ts'
import { isTerminal, leadsNowhere } from '../output.ts'
import { CallFiles } from './hook-calls.ts'
import { openGatekeeper } from './hook-gate.ts'
import { readInput } from './hook-input.ts'

/**
 * Seconds, as in bin/countersign-hook. Shorter than the time `init` tells the clients to wait: most of them run the tool
 * if a hook is late.
 */
const DEADLINE = 570
/** Milliseconds for taking its question back when it is told to end. */
const LAST_WORDS = 1_000

export async function run(invocation: Invocation): Promise<number> {
  process.exitCode = DENYING_EXIT
  const [agent = ''] = invocation.args
  const format = formatOf(agent)
  const within = 1000 * numberOf(invocation.values.get('deadline') ?? String(DEADLINE), 'deadline')
  const ending = new AbortController()
  const end = failClosed(format, within, ending)
  try {
    const answered = await answer(format, within, invocation, ending.signal)
    return end(ending.signal.aborted ? refusal(format.name, String(ending.signal.reason)) : answered)
  } catch (error) {
    return end(refusal(format.name, messageOf(error)))
  }
}

function formatOf(agent: string): HookFormat {
  const format = hookFormat(agent)
  if (format !== undefined) return format
  const names = HOOK_FORMATS.map(({ name }) => name)
  const hint = meant(agent, names, `It is one of ${names.join(', ')}.`)
  throw new BadUse(agent === '' ? 'hook needs the name of an agent' : `there is no hook for ${agent}`, hint)
}

async function answer(
  format: HookFormat,
  within: number,
  invocation: Invocation,
  signal: AbortSignal,
): Promise<HookAnswer> {
  if (isTerminal(0))
    throw new BadUse('this is for agents: it reads a payload from its input', 'countersign init wires it.')
  const input = await readInput({ anyEndDenies: invocation.on.has('any-end-denies') })
  if ('problem' in input) return refusal(format.name, input.problem)
  const { interceptor, asks, project, close } = await openGatekeeper(format, within, invocation)
  const recall = invocation.on.has('outcomes') ? new CallFiles(homeFolder()) : undefined
  try {
    const isAtTerminal = format.terminal !== undefined && process.env[format.terminal[0]] === format.terminal[1]
    const options = { asks, project, isAtTerminal, signal, ...(recall && { recall }) }
    return await respond(format.name, input.payload, interceptor, options)
  } finally {
    await close()
  }
}

/** From here on, an early end blocks the call. Returns the only way to end without blocking. */
function failClosed(format: HookFormat, within: number, ending: AbortController): (answer: HookAnswer) => number {
  const give = (answer: HookAnswer) => {
    clearTimeout(timer)
    const isTaken = answer.stdout === '' || (!leadsNowhere(1) && written(1, answer.stdout))
    return isTaken && written(2, answer.stderr) ? answer.exitCode : DENYING_EXIT
  }
  const stop = (why: string) => {
    give(refusal(format.name, why))
    process.exit(DENYING_EXIT)
  }
  const timer = setTimeout(() => stop('no decision came in time'), within)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      const why = `it was ended (${signal})`
      ending.abort(why)
      setTimeout(() => stop(why), LAST_WORDS)
    })
  process.on('uncaughtException', (error) => stop(error.message))
  process.on('unhandledRejection', (error) => stop(messageOf(error)))
  process.on('exit', (code) => {
    if (code !== 0) process.exitCode = DENYING_EXIT
  })
  return give
}

const WAIT = new Int32Array(new SharedArrayBuffer(4))
const MOST_WAITS = 1_000

/** Writes the whole text before the process can end; false if nobody reads it. */
function written(descriptor: number, text: string): boolean {
  if (text === '') return true
  let left = Buffer.from(`${text}\n`)
  for (let waits = 0; left.length > 0;) {
    try {
      left = left.subarray(writeSync(descriptor, left))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || ++waits > MOST_WAITS) return false
      Atomics.wait(WAIT, 0, 0, 5)
    }
  }
  return true
}
