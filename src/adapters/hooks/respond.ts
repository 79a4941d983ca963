/**
 * The only path of a command hook: an agent's own payload in, what its hook prints out. It serves `countersign hook`
 * and the server's `/v1/hooks/:agent`.
 *
 * INVARIANT: total. What cannot be read, what fails, and what nobody can be asked about is a denial in the agent's own
 * format, together with the exit code that blocks.
 */

import type { Call } from '../../engine/call.ts'
import { unaskedReason } from '../../gate/questions/unasked.ts'
import type { Unasked } from '../../gate/questions/unasked.ts'
import { denial, MEND } from '../interceptor-ruling.ts'
import { toModel, unreadable } from '../interceptor.ts'
import type { Interceptor, Ruling } from '../interceptor.ts'
import type { Recall } from '../recall.ts'
import { DENYING_EXIT } from './format.ts'
import type { HookAnswer, HookEvent, HookFormat } from './format.ts'
import { hookFormat } from './formats.ts'
import { everyWay } from './tongues.ts'

export interface RespondOptions {
  /** Who is asked: people through the gate (the default), the client's own prompt if it has one, or nobody. */
  readonly asks?: 'people' | 'client' | 'nobody'
  readonly signal?: AbortSignal
  /** Which decision each call rests on, kept until the call is over, so that its outcome can name it. */
  readonly recall?: Pick<Recall<string>, 'set' | 'take'>
  /** The folder whose policy counts, wherever a call says it runs. */
  readonly project?: string
  /** Whether the client is known to run at its own terminal. */
  readonly isAtTerminal?: boolean
}

type Gatekeeper = Pick<Interceptor, 'judge' | 'authorize' | 'outcome'>

/** Never throws. */
export async function respond(
  agent: string,
  payload: unknown,
  interceptor: Gatekeeper,
  options: RespondOptions = {},
): Promise<HookAnswer> {
  const format = hookFormat(agent)
  if (format === undefined) return refusal(agent, `there is no hook for ${shown(agent)}`)
  let event: HookEvent = { type: 'refused', event: '', why: '' }
  try {
    event = format.read(payload)
    if (event.type === 'refused') return denied(format, event, unreadable(event.why))
    if (event.type === 'after') return await report(event, interceptor, options.recall)
    return await decide(format, event, interceptor, options)
  } catch (error) {
    return denied(format, event, unreadable(error instanceof Error ? error.message : 'reading it failed'))
  }
}

/** The answer of a hook that could not even begin: bad JSON, no gate, no time. Never throws. */
export function refusal(agent: string, why: string): HookAnswer {
  const format = hookFormat(agent)
  const ruling = denial('gate-failed', `Not allowed: Countersign could not decide (${why}). ${MEND}`, {})
  if (format !== undefined) return denied(format, { type: 'refused', event: '', why }, ruling)
  return { stdout: everyWay(toModel(ruling)), stderr: toModel(ruling), exitCode: DENYING_EXIT }
}

async function decide(
  format: HookFormat,
  event: HookEvent & { type: 'before' },
  interceptor: Gatekeeper,
  { asks = 'people', signal, recall, project, isAtTerminal = false }: RespondOptions,
): Promise<HookAnswer> {
  const call: Call = project === undefined ? event.call : { ...event.call, project }
  const forbidden = format.forbid?.(call)
  const unasked = unaskedBy(format, event, asks, isAtTerminal)
  // Nobody is asked about a call that will not run anyway; it is judged nevertheless, so that it is on record.
  const ruling =
    asks === 'people' && forbidden === undefined
      ? await interceptor.authorize(call, { signal })
      : await interceptor.judge(call, forbidden === undefined ? { signal, unasked } : { signal })
  if (forbidden !== undefined && ruling.behavior !== 'deny') {
    await interceptor.outcome(ruling.id, { ok: false, error: forbidden })
    return said(format.write(asDenial(ruling, `Not allowed. ${forbidden}`), event))
  }
  if (ruling.id !== undefined) recall?.set(keyOf(call), ruling.id)
  // An older server may not know that nobody can be asked.
  if (ruling.behavior === 'ask' && unasked !== undefined)
    return said(format.write(asDenial(ruling, unaskedReason(ruling, unasked, format.name)), event))
  if (format.silence !== undefined && abstains(format, call.tool, ruling)) return said(format.silence)
  if (ruling.code === 'gate-failed' || ruling.code === 'bad-call') return denied(format, event, ruling)
  return said(format.write(ruling, event))
}

/** Undefined if the client asks its own person. */
function unaskedBy(
  { canAsk }: HookFormat,
  { unattended }: HookEvent & { type: 'before' },
  asks: RespondOptions['asks'],
  isAtTerminal: boolean,
): Unasked | undefined {
  if (asks !== 'client') return 'nobody'
  const isHeard = unattended === undefined || (unattended !== true && isAtTerminal)
  return canAsk && isHeard ? undefined : 'client'
}

/** If the policy only records, or the tool is the client's own question to its person, the hook has no opinion. */
function abstains({ leaves }: HookFormat, tool: string, ruling: Ruling): boolean {
  return ruling.behavior === 'allow' && !ruling.edited && (ruling.enforced === false || leaves.includes(tool))
}

async function report(
  { call, outcome }: HookEvent & { type: 'after' },
  interceptor: Gatekeeper,
  recall: RespondOptions['recall'],
): Promise<HookAnswer> {
  await interceptor.outcome(recall?.take(keyOf(call)), outcome)
  return { stdout: '', stderr: '', exitCode: 0 }
}

function keyOf({ agent, session, id, tool, input }: Call): string {
  return JSON.stringify([agent, session, id ?? [tool, input]])
}

function asDenial(ruling: Ruling, reason: string): Ruling {
  return { ...ruling, behavior: 'deny', reason, edited: false }
}

function said(stdout: string): HookAnswer {
  return { stdout, stderr: '', exitCode: 0 }
}

function denied(format: HookFormat, event: HookEvent, ruling: Ruling): HookAnswer {
  const denial = asDenial(ruling, ruling.reason)
  return { stdout: format.write(denial, event), stderr: toModel(denial), exitCode: DENYING_EXIT }
}

function shown(agent: string): string {
  return JSON.stringify(agent.slice(0, 60))
}
