/**
 * The port every adapter goes through: a tool call in, a ruling out, whether the gate is in this process or behind a
 * server.
 *
 * INVARIANT: nothing here throws, and nothing waits for ever. If a gate throws, hangs, is closed or returns something
 * that is no ruling, the call is denied; so an adapter with a ruling never has to think of failures.
 */

import type { Call } from '../engine/call.ts'
import type { Outcome } from '../gate/events.ts'
import type { JudgeOptions } from '../gate/questions/unasked.ts'
import { visible } from '../gate/visible.ts'
import { deadlineOf, DEFAULT_DEADLINE, DEFAULT_PATIENCE, within } from './interceptor-deadline.ts'
import { byPerson, denial, failure, readRuling } from './interceptor-ruling.ts'
import type { Ruling } from './interceptor-ruling.ts'

export { asGiven } from './interceptor-ruling.ts'
export type { Ruling } from './interceptor-ruling.ts'

export interface Interceptor {
  /** Three-valued: for clients with a prompt of their own. Never throws, and is never later than the deadline. */
  judge(call: Call, options?: Judging): Promise<Ruling>
  /**
   * Two-valued: asks through the gate's askers. Never throws; every failure, timeout, shutdown or garbage is a deny.
   */
  authorize(call: Call, options?: Asking): Promise<Ruling>
  /** The tools a model may see; none if that cannot be determined. */
  visible<T extends { readonly name: string }>(tools: readonly T[]): T[]
  /** Call this after the tool ran. Never throws; without an id there is nothing to report on. */
  outcome(id: string | undefined, outcome: Outcome): Promise<void>
  /** Puts on record what the adapter refused by itself; without a call if the message was not one. Never throws. */
  refused(call: Call | undefined, reason: string): Promise<void>
}

export interface Cancelling {
  readonly signal?: AbortSignal | undefined
}

export interface Judging extends Cancelling, JudgeOptions {}

export interface Asking extends Cancelling {
  /** A person must decide whatever the policy would allow, because the client was told to get a person's answer. */
  readonly person?: boolean | undefined
}

/** What an adapter needs of a gate. Everything its promises resolve to is checked, so it may be anything. */
export interface GateLike {
  judge(call: Call, options?: { readonly signal?: AbortSignal } & JudgeOptions): Promise<unknown>
  authorize(call: Call, options?: { readonly signal?: AbortSignal; readonly person?: boolean }): Promise<unknown>
  visible<T extends { readonly name: string }>(tools: readonly T[]): T[]
  outcome(id: string, outcome: Outcome): Promise<unknown>
  /** Absent in a gate that keeps no record of its own, or leaves that to a server. */
  refused?(call: Call | undefined, reason: string): Promise<unknown>
}

export interface InterceptOptions {
  /** The agent of calls that name none; its vocabulary is used to read their tool names. */
  readonly agent: string
  /** Milliseconds a decision may take where nobody is asked; by default half a minute. */
  readonly deadline?: number | undefined
  /** Milliseconds it may take where a person is asked; by default ten minutes. Give it more than the gate's own `timeout`. */
  readonly patience?: number | undefined
}

const OPENED = 'open one with openGate, or reach one with remoteGate'
const AWAITED = 'it is the promise of one; await it'

/**
 * Throws only for options that make no sense, so that a gate which was never wired is noticed before the first call.
 */
export function intercept(gate: GateLike, options: InterceptOptions): Interceptor {
  const { agent } = options
  const deadline = deadlineOf('deadline', options.deadline ?? DEFAULT_DEADLINE)
  const patience = deadlineOf('patience', options.patience ?? DEFAULT_PATIENCE)
  if (typeof gate?.judge !== 'function' || typeof gate.authorize !== 'function')
    throw new TypeError(`this is not a gate: ${gate instanceof Promise ? AWAITED : OPENED}`)

  const rule = async (method: 'judge' | 'authorize', given: Call, asking: Asking & Judging, limit: number) => {
    try {
      if (typeof given.tool !== 'string' || given.tool === '') return unreadable('it names no tool')
      const call = given.agent === undefined ? { ...given, agent } : given
      const person = asking.person === true
      const answer = await within(limit, asking.signal, async (over) =>
        gate[method](call, {
          get signal() {
            return over()
          },
          ...(person ? { person } : {}),
          ...(asking.unasked === undefined ? {} : { unasked: asking.unasked }),
          ...(asking.approval === undefined ? {} : { approval: asking.approval }),
        }),
      )
      const ruling = readRuling(answer, given.input, method === 'judge')
      return person ? byPerson(ruling) : ruling
    } catch (error) {
      return failure(error, given)
    }
  }

  return {
    judge: (call, judging = {}) => rule('judge', call, judging, deadline),
    authorize: (call, asking = {}) => rule('authorize', call, asking, patience),
    visible: (tools) => {
      try {
        const names = new Set(gate.visible(tools).map(({ name }) => name))
        return tools.filter(({ name }) => names.has(name))
      } catch {
        return []
      }
    },
    outcome: async (id, outcome) => {
      if (id === undefined) return
      await within(deadline, undefined, async () => gate.outcome(id, outcome)).catch(() => undefined)
    },
    refused: async (given, reason) => {
      const call = given === undefined || given.agent !== undefined ? given : { ...given, agent }
      await within(deadline, undefined, async () => gate.refused?.(call, reason)).catch(() => undefined)
    },
  }
}

/** Which of these tools the policy hides; all of them if that cannot be determined. */
export function hiddenOf({ visible }: Pick<Interceptor, 'visible'>, names: readonly string[]): string[] {
  const tools = [...new Set(names)].map((name) => ({ name }))
  const seen = new Set(visible(tools).map(({ name }) => name))
  return tools.flatMap(({ name }) => (seen.has(name) ? [] : name))
}

/**
 * What the model is told of a denial: the reason, then the person's words. One wording for all adapters. Clients show it
 * to a person too, when they ask, and a reason can contain texts of the call.
 */
export function toModel({ reason, words }: Ruling): string {
  if (words === undefined || words === '') return visible(reason)
  return reason.includes(words)
    ? reason.split(words).map(visible).join(words)
    : `${visible(reason)} They wrote: ${words}`
}

/** A ruling for a call that an adapter could not even read. */
export function unreadable(why: string): Ruling {
  return denial('bad-call', `Not allowed: this is not a call: ${why}.`, {})
}
