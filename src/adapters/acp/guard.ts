/**
 * The ACP gateway: everything between an editor and an agent passes, except that the gate answers the agent's
 * permission requests, and decides what the agent has its editor do.
 *
 * INVARIANT: a request that was not decided, or whose decision failed, is refused. The editor's person is asked only
 * with options that leave nothing to the agent's own memory, and answers only what is shown.
 */

import { isObject } from '../../engine/call.ts'
import { messageOf } from '../../engine/thrown.ts'
import { strayKey } from '../json-rpc/alike-keys.ts'
import { Between } from '../json-rpc/between.ts'
import type { Guarded } from '../json-rpc/between.ts'
import { ERROR, failureOf, isId } from '../json-rpc/message.ts'
import type { Id, Notification, Params, Request, Response } from '../json-rpc/message.ts'
import { Side } from '../json-rpc/side.ts'
import type { Transport } from '../json-rpc/transport.ts'
import { ASK, Desk, sessionOf } from './desk.ts'
import type { DeskOptions } from './desk.ts'
import { isExecution } from './executions.ts'
import { Memory } from './memory.ts'
import { optionsOf, refusing } from './options.ts'
import type { Outcome } from './options.ts'

export interface AgentGuardOptions extends DeskOptions {
  readonly tell?: ((text: string) => void) | undefined
}

const CANCEL = '$/cancel_request'
const TAKEN = 'The agent gave this session the id of one in another folder.'
/** The fields of a request that the decision looks at. */
const LOOKED_AT = 'sessionId toolCall options path content command args env cwd'.split(' ')

/** @param agent the way to the agent @param editor the way to the editor. Neither must have been started. */
export async function guardAgent(agent: Transport, editor: Transport, options: AgentGuardOptions): Promise<Guarded> {
  const { life } = new AgentGuard(agent, editor, options)
  await life.start()
  return life
}

interface Open {
  readonly over: AbortController
  readonly session: string
  /** The tool call it asks about, as the editor knows it. */
  readonly about: unknown
}

class AgentGuard {
  readonly life: Between
  readonly #agent: Side
  readonly #editor: Side
  readonly #tell: (text: string) => void
  readonly #memory = new Memory()
  readonly #desk: Desk
  /** Requests of the agent that are being decided. */
  readonly #open = new Map<Id, Open>()

  constructor(agent: Transport, editor: Transport, options: AgentGuardOptions) {
    const { tell = () => undefined } = options
    this.#tell = tell
    this.#agent = new Side({
      transport: agent,
      name: 'agent',
      asks: (request) => this.#agentAsks(request),
      notifies: (notification) => this.#agentNotifies(notification),
      answersGarbage: true,
      // Output that is not JSON at all is just what some program prints.
      refused: (why, value) => value !== undefined && this.#desk.refused(undefined, `Refused: ${why}.`),
      tell,
    })
    this.#editor = new Side({
      transport: editor,
      name: 'editor',
      asks: (request) => this.#editorAsks(request),
      notifies: (notification) => this.#editorNotifies(notification),
      answersGarbage: true,
      tell,
    })
    this.life = new Between({
      inner: this.#agent,
      innerGone: 'the agent has ended',
      outer: this.#editor,
      outerGone: 'the editor is gone',
      ending: () => {
        for (const { over } of this.#open.values()) over.abort()
      },
    })
    this.#desk = new Desk(options, this.#memory, (params, signal) => this.#editor.requests.ask(ASK, params, { signal }))
  }

  #editorAsks(request: Request): void {
    if (this.#agent.requests.isPassed(request.id))
      return this.#tell('A request of the editor is dropped: its id is taken.')
    this.#memory.opens(request.params)
    if (request.method === 'session/prompt') this.#memory.turned(sessionOf(request.params))
    this.#agent.requests.pass(request, (response) => {
      const isNew = this.#memory.named(request.params, response.result)
      this.#editor.way.post(isNew ? response : failureOf(request.id, ERROR.internal, TAKEN))
    })
  }

  #editorNotifies(notification: Notification): void {
    const { method, params } = notification
    if (method === 'session/cancel') {
      for (const { over, session } of this.#open.values()) if (session === params?.['sessionId']) over.abort()
      this.#memory.turned(sessionOf(params))
    }
    if (method === CANCEL) return this.#cancel(notification, this.#agent)
    this.#agent.way.post(notification)
  }

  #agentAsks(request: Request): void {
    if (this.#open.has(request.id) || this.#editor.requests.isPassed(request.id))
      return this.#drop(request, 'A request of the agent is dropped: its id is taken.')
    const why = isDecided(request.method) ? this.#whyNot(request) : undefined
    if (why !== undefined) {
      this.#desk.refused(request, `Refused: ${why}.`)
      return this.#agent.way.post(this.#refusal(request, `Refused: ${why}.`))
    }
    const { toolCall } = request.params ?? {}
    if (request.method === ASK && isObject(toolCall)) this.#revises(sessionOf(request.params), toolCall)
    if (request.method === ASK)
      return void this.#decided(request, async (signal) =>
        answer(request.id, await this.#desk.permission(request.params ?? {}, signal)),
      )
    if (isExecution(request.method)) return void this.#decided(request, (signal) => this.#execution(request, signal))
    this.#editor.requests.pass(request, (response) => this.#agent.way.post(response))
  }

  #whyNot({ method, params = {} }: Request): string | undefined {
    // To a lenient editor the same: its person's yes would reach the agent whatever the policy says.
    if (isAsking(method) && method !== ASK) return `the gateway does not know ${method}`
    const stray = strayKey(params, LOOKED_AT)
    if (stray !== undefined) return `\`${stray}\` could be taken for another of its params`
    return this.#memory.isMadeUp(sessionOf(params)) ? 'the editor has opened no such session' : undefined
  }

  #agentNotifies(notification: Notification): void {
    const { method, params = {} } = notification
    if (method === CANCEL) {
      if (isId(params['requestId'])) this.#open.get(params['requestId'])?.over.abort()
      return this.#cancel(notification, this.#editor)
    }
    // Actions and questions are requests; in any other form they cannot be decided, so they are refused.
    if (isDecided(method))
      return this.#drop(notification, `A message of the agent is dropped: ${method} is not a notification.`)
    const update = method === 'session/update' ? params['update'] : undefined
    if (isObject(update)) this.#note(sessionOf(params), update)
    this.#editor.way.post(notification)
  }

  /** Remembers what was said about a tool call, and reports how it went. */
  #note(session: string, update: Params): void {
    if (update['sessionUpdate'] !== 'tool_call' && update['sessionUpdate'] !== 'tool_call_update') return
    this.#revises(session, update)
    this.#memory.toolCall(session, update)
    const { status, toolCallId } = update
    if (status !== 'completed' && status !== 'failed') return
    const decision = this.#memory.ended(session, toolCallId)
    const ok = status === 'completed'
    this.#desk.went(session, decision, ok ? { ok } : { ok, error: 'the agent reported a failure' })
  }

  /** If the person would see another call than the one that is decided, the question is void. */
  #revises(session: string, said: Params): void {
    if (!this.#memory.isOther(session, said)) return
    for (const open of this.#open.values())
      if (open.session === session && open.about === said['toolCallId']) open.over.abort()
  }

  #cancel(notification: Notification, { requests, way }: Side): void {
    const { requestId } = notification.params ?? {}
    const id = isId(requestId) ? requests.forget(requestId) : undefined
    if (id !== undefined) way.post({ ...notification, params: { ...notification.params, requestId: id } })
  }

  /** The only place where an exception becomes a refusal. */
  async #decided(request: Request, decide: (signal: AbortSignal) => Promise<Response | undefined>): Promise<void> {
    const over = new AbortController()
    const { toolCall } = request.params ?? {}
    const about = isObject(toolCall) ? toolCall['toolCallId'] : undefined
    this.#open.set(request.id, { over, session: sessionOf(request.params), about })
    let response: Response | undefined
    try {
      response = await decide(over.signal)
    } catch (error) {
      const why = `Not allowed: the gateway failed (${messageOf(error)}).`
      this.#desk.refused(request, why)
      response = this.#refusal(request, why)
    }
    this.#open.delete(request.id)
    if (response !== undefined) this.#agent.way.post(response)
  }

  #drop(message: Request | Notification, why: string): void {
    this.#tell(why)
    if (isDecided(message.method)) this.#desk.refused(message, why)
  }

  #refusal({ id, method, params = {} }: Request, why: string): Response {
    return method === ASK ? answer(id, refusing(optionsOf(params))) : failureOf(id, ERROR.internal, why)
  }

  async #execution(request: Request, signal: AbortSignal): Promise<Response | undefined> {
    const { id, method, params = {} } = request
    const settled = await this.#desk.execution(method, params, signal)
    if ('refused' in settled) return failureOf(id, ERROR.internal, settled.refused)
    this.#editor.requests.pass(request, (response) => {
      const { error } = response
      const outcome = error === undefined ? { ok: true } : { ok: false, error: error.message }
      this.#desk.went(sessionOf(params), settled.decision, outcome)
      this.#agent.way.post(response)
    })
    return undefined
  }
}

function isDecided(method: string): boolean {
  return isAsking(method) || isExecution(method)
}

function isAsking(method: string): boolean {
  return method.toLowerCase() === ASK
}

function answer(id: Id, outcome: Outcome): Response {
  return { jsonrpc: '2.0', id, result: { outcome } }
}
