/**
 * A gate on the other side of a connection: the client of `countersign serve`, for hooks, gateways and programs. Used
 * with `intercept`.
 *
 * INVARIANT: only a decision of the server is an allow. If the server is gone, hangs, answers late or answers something
 * that is no decision, the call is denied, with a reason that says what happened. Nothing here throws.
 */

import { isTexts } from '../engine/call.ts'
import type { Call } from '../engine/call.ts'
import type { Authorization, Judgement } from '../gate/authorization.ts'
import type { Outcome } from '../gate/events.ts'
import type { JudgeOptions } from '../gate/questions/unasked.ts'
import { exchange } from './remote-http.ts'
import type { Reached, Server } from './remote-http.ts'

export type { Server } from './remote-http.ts'
export { discoverServer } from './remote-discovery.ts'

export interface RemoteOptions {
  /** Milliseconds for what needs no person; by default ten seconds. */
  readonly timeout?: number
  /** Milliseconds until a call that waits for a person is given up; by default ten minutes. */
  readonly patience?: number
  /** Where calls run that do not say so; by default this process's folder. */
  readonly cwd?: string
}

interface Judging extends Omit<JudgeOptions, 'named'> {
  readonly signal?: AbortSignal
}

interface Asking {
  readonly signal?: AbortSignal
  /** Whether a person must decide, whatever the policy allows. */
  readonly person?: boolean
}

export interface RemoteGate {
  judge(call: Call, options?: Judging): Promise<Judgement>
  authorize(call: Call, options?: Asking): Promise<Authorization>
  /** As the server last answered `look`; a tool that it was not asked about is hidden. */
  visible<T extends { readonly name: string }>(tools: readonly T[]): T[]
  /** Asks the server which of these tools a model may see. False if it could not be asked: then no tool is visible. */
  look(tools: readonly { readonly name: string }[]): Promise<boolean>
  outcome(id: string, outcome: Outcome): Promise<boolean>
}

const TIMEOUT = 10_000
const PATIENCE = 10 * 60_000
/** How long one request stays open; then the next one continues to wait. */
const WAIT = 20_000
/** The pause between two tries while a server is starting again. */
const PAUSE = 100
const PAUSES = [PAUSE, 250, 500, 1_000, 2_000]

type Body = Readonly<Record<string, unknown>>

export function remoteGate(server: Server, options: RemoteOptions = {}): RemoteGate {
  return new Remote(server, options)
}

class Remote implements RemoteGate {
  readonly #server: Server
  readonly #timeout: number
  readonly #patience: number
  readonly #cwd: string
  #seen: ReadonlySet<string> = new Set()

  constructor(server: Server, { timeout = TIMEOUT, patience = PATIENCE, cwd = process.cwd() }: RemoteOptions) {
    this.#server = server
    this.#timeout = timeout
    this.#patience = patience
    this.#cwd = cwd
  }

  async judge(given: Call, { signal, unasked, approval }: Judging = {}): Promise<Judgement> {
    const call = this.#placed(given)
    const ask = () => this.#post('/v1/authorize', { call, judge: true, unasked, approval }, this.#timeout, signal)
    let reached = await ask()
    if (mayTryAgain(reached)) {
      await resting(PAUSE, signal)
      reached = await ask()
    }
    return decisionOf(reached, given, ['allow', 'deny', 'ask']) ?? failed(given, whyOf(reached))
  }

  async authorize(given: Call, { signal, person }: Asking = {}): Promise<Authorization> {
    const call = this.#placed(given)
    const until = performance.now() + this.#patience
    let pending: string | undefined
    let tries = 0
    for (;;) {
      if (signal?.aborted === true) return cancelled(given)
      if (performance.now() >= until) return failed(given, 'nobody answered in time')
      const asks: Body =
        pending === undefined ? { call, wait: WAIT, ...(person === true ? { person } : {}) } : { pending, wait: WAIT }
      const reached = await this.#post('/v1/authorize', asks, WAIT + this.#timeout, signal)
      if (reached.failure === 'cancelled') return cancelled(given)
      const decided = decisionOf(reached, given, ['allow', 'deny'])
      if (decided !== undefined) return decided as Authorization
      const next = pendingOf(reached)
      if (next !== undefined) {
        pending = next
        tries = 0
        continue
      }
      // The server no longer knows the id, or is starting again: if the call is sent again, it finds its question.
      const isLost = pending !== undefined && reached.status === 404
      pending = undefined
      if (isLost) continue
      const pause = mayTryAgain(reached) ? PAUSES[tries++] : undefined
      if (pause === undefined) return failed(given, whyOf(reached))
      await resting(pause, signal)
    }
  }

  visible<T extends { readonly name: string }>(tools: readonly T[]): T[] {
    return tools.filter(({ name }) => this.#seen.has(name))
  }

  async look(tools: readonly { readonly name: string }[]): Promise<boolean> {
    const names = tools.map(({ name }) => name)
    const { status, body } = await this.#post('/v1/visible', { tools: names, cwd: this.#cwd }, this.#timeout)
    const seen = status === 200 ? body?.['tools'] : undefined
    this.#seen = new Set(isTexts(seen) ? seen : [])
    return isTexts(seen)
  }

  async outcome(id: string, { ok, error }: Outcome): Promise<boolean> {
    const body = { id, ok, ...(error === undefined ? {} : { error }) }
    const reached = await this.#post('/v1/outcome', body, this.#timeout)
    return reached.status === 200 && reached.body?.['recorded'] === true
  }

  #placed(call: Call): Call {
    return call?.cwd === undefined ? { ...call, cwd: this.#cwd } : call
  }

  #post(path: string, body: Body, timeout: number, signal?: AbortSignal): Promise<Reached> {
    return exchange(this.#server, path, body, timeout, signal)
  }
}

/** Undefined for anything that is not a decision. */
function decisionOf({ status, body }: Reached, given: Call, among: readonly string[]): Judgement | undefined {
  if (status !== 200 || body === undefined) return undefined
  const { behavior, reason, code, id, input } = body
  if (typeof behavior !== 'string' || !among.includes(behavior)) return undefined
  if (typeof reason !== 'string' || typeof code !== 'string' || typeof id !== 'string') return undefined
  if (behavior === 'allow' && (typeof input !== 'object' || input === null || Array.isArray(input))) return undefined
  return { ...body, input: input ?? given.input } as unknown as Judgement
}

function pendingOf({ status, body }: Reached): string | undefined {
  const pending = status === 200 ? body?.['pending'] : undefined
  return typeof pending === 'string' && pending !== '' ? pending : undefined
}

/** The server is starting again, too busy, or gone for a moment. */
function mayTryAgain({ status, failure }: Reached): boolean {
  return status === 503 || status === 429 || (status === undefined && failure === 'unreachable')
}

function whyOf({ status, body, why }: Reached): string {
  const detail = body?.['detail']
  if (status !== undefined && status !== 200)
    return `the server refused: ${typeof detail === 'string' ? detail : status}`
  return why ?? 'the server gave an answer that is not a decision'
}

function failed({ input }: Call, why: string): Authorization {
  const reason = `Not allowed: ${why}. Tell the person you work for; \`countersign serve\` must run.`
  return { behavior: 'deny', code: 'gate-failed', reason, input, id: '' }
}

function cancelled({ input }: Call): Authorization {
  const reason = 'Not allowed: the call was given up before it was decided.'
  return { behavior: 'deny', code: 'cancelled', reason, input, id: '' }
}

function resting(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
