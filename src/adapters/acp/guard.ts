/**
 * The ACP gateway: between an editor and an agent everything passes, but the agent's permission requests are answered by
 * the gate, and what the agent has its editor do is decided as well.
 *
 * INVARIANT: a request that was not decided, or whose decision failed, is refused; the editor's person is asked only with
 * options that leave nothing to the agent's own memory.
 */

import { strayKey } from '../json-rpc/alike-keys.ts'
import { ERROR, failureOf, isId, isObject, sortOf } from '../json-rpc/message.ts'
import type { Id, Notification, Params, Request, Response } from '../json-rpc/message.ts'
import { messageOf, Requests } from '../json-rpc/requests.ts'
import { listen } from '../json-rpc/transport.ts'
import type { Transport } from '../json-rpc/transport.ts'
import { Way } from '../json-rpc/way.ts'
import { Desk, sessionOf } from './desk.ts'
import type { DeskOptions } from './desk.ts'
import { isExecution } from './executions.ts'
import { Memory } from './memory.ts'
import { optionsOf, refusing } from './options.ts'
import type { Outcome } from './options.ts'

export interface AgentGuardOptions extends DeskOptions {
  readonly tell?: ((text: string) => void) | undefined
}

export interface GuardedAgent {
  /** Resolves when either side is gone and both are closed. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

const ASK = 'session/request_permission'
const CANCEL = '$/cancel_request'
const TAKEN = 'The agent gave this session the id of one in another folder.'
/** The params of what is decided on. */
const LOOKED_AT = 'sessionId toolCall options path content command args env cwd'.split(' ')

/** @param agent the way to the agent @param editor the way to the editor. Neither must have been started. */
export async function guardAgent(
  agent: Transport,
  editor: Transport,
  options: AgentGuardOptions,
): Promise<GuardedAgent> {
  const guard = new AgentGuard(agent, editor, options)
  await guard.start()
  return guard
}

interface Open {
  readonly over: AbortController
  readonly session: string
}

class AgentGuard implements GuardedAgent {
  readonly closed: Promise<void>
  readonly #agent: Transport
  readonly #editor: Transport
  readonly #agentWay: Way
  readonly #editorWay: Way
  readonly #toAgent: Requests
  readonly #toEditor: Requests
  readonly #tell: (text: string) => void
  readonly #memory = new Memory()
  readonly #desk: Desk
  /** Requests of the agent that are being decided. */
  readonly #open = new Map<Id, Open>()
  #closing: Promise<void> | undefined
  #closed: () => void = () => undefined

  constructor(agent: Transport, editor: Transport, options: AgentGuardOptions) {
    this.#agent = agent
    this.#editor = editor
    this.#agentWay = new Way(agent)
    this.#editorWay = new Way(editor)
    this.#toAgent = new Requests((message) => this.#agentWay.send(message))
    this.#toEditor = new Requests((message) => this.#editorWay.send(message))
    this.#desk = new Desk(options, this.#memory, (params, signal) => this.#toEditor.ask(ASK, params, { signal }))
    this.#tell = options.tell ?? (() => undefined)
    this.closed = new Promise((resolve) => (this.#closed = resolve))
  }

  async start(): Promise<void> {
    listen(this.#agent, {
      onmessage: (message) => this.#fromAgent(message),
      onerror: ({ message }) => this.#tell(`The agent: ${message}.`),
      onclose: () => void this.#close('the agent has ended'),
    })
    listen(this.#editor, {
      onmessage: (message) => this.#fromEditor(message),
      onerror: ({ message }) => this.#tell(`The editor: ${message}.`),
      onclose: () => void this.#close('the editor is gone'),
    })
    await this.#agent.start()
    await this.#editor.start()
  }

  close(): Promise<void> {
    return this.#close('the gateway was closed')
  }

  #close(why: string): Promise<void> {
    this.#closing ??= this.#finish(why)
    return this.#closing
  }

  async #finish(why: string): Promise<void> {
    for (const { over } of this.#open.values()) over.abort()
    this.#toAgent.fail(why)
    this.#toEditor.fail(why)
    await Promise.allSettled([this.#editorWay.close(), this.#agentWay.close()])
    this.#closed()
  }

  #fromEditor(value: unknown): void {
    const sorted = sortOf(value)
    if (sorted.sort === 'none') {
      this.#tell(`A message of the editor is refused: ${sorted.why}.`)
      return this.#editorWay.post(failureOf(sorted.id, ERROR.invalidRequest, `Refused: ${sorted.why}.`))
    }
    if (sorted.sort === 'response') return void this.#toEditor.settle(sorted.message)
    if (sorted.sort === 'notification') return this.#editorNotifies(sorted.message)
    const request = sorted.message
    if (this.#toAgent.isPassed(request.id)) return this.#tell('A request of the editor is dropped: its id is taken.')
    this.#memory.opens(request.params)
    this.#toAgent.pass(request, (response) => {
      const isNew = this.#memory.named(request.params, response.result)
      this.#editorWay.post(isNew ? response : failureOf(request.id, ERROR.internal, TAKEN))
    })
  }

  #editorNotifies(notification: Notification): void {
    const { method, params } = notification
    if (method === 'session/cancel')
      for (const { over, session } of this.#open.values()) if (session === params?.['sessionId']) over.abort()
    if (method === CANCEL) return this.#cancel(notification, this.#toAgent, this.#agentWay)
    this.#agentWay.post(notification)
  }

  #fromAgent(value: unknown): void {
    const sorted = sortOf(value)
    if (sorted.sort === 'none') {
      this.#tell(`A message of the agent is refused: ${sorted.why}.`)
      return this.#agentWay.post(failureOf(sorted.id, ERROR.invalidRequest, `Refused: ${sorted.why}.`))
    }
    if (sorted.sort === 'response') return void this.#toAgent.settle(sorted.message)
    if (sorted.sort === 'notification') return this.#agentNotifies(sorted.message)
    const request = sorted.message
    if (this.#open.has(request.id) || this.#toEditor.isPassed(request.id))
      return this.#tell('A request of the agent is dropped: its id is taken.')
    const why = request.method === ASK || isExecution(request.method) ? this.#whyNot(request.params ?? {}) : undefined
    if (why !== undefined) return this.#agentWay.post(this.#refusal(request, `Refused: ${why}.`))
    if (request.method === ASK)
      return void this.#decided(request, async (signal) =>
        answer(request.id, await this.#desk.permission(request.params ?? {}, signal)),
      )
    if (isExecution(request.method)) return void this.#decided(request, (signal) => this.#execution(request, signal))
    this.#toEditor.pass(request, (response) => this.#agentWay.post(response))
  }

  #whyNot(params: Params): string | undefined {
    const stray = strayKey(params, LOOKED_AT)
    if (stray !== undefined) return `\`${stray}\` could be taken for another of its params`
    return this.#memory.isMadeUp(sessionOf(params)) ? 'the editor has opened no such session' : undefined
  }

  #agentNotifies(notification: Notification): void {
    const { method, params = {} } = notification
    if (method === CANCEL) {
      if (isId(params['requestId'])) this.#open.get(params['requestId'])?.over.abort()
      return this.#cancel(notification, this.#toEditor, this.#editorWay)
    }
    // Deeds and questions are requests; as anything else they are not decided on.
    if (method === ASK || isExecution(method))
      return this.#tell(`A message of the agent is dropped: ${method} is no notification.`)
    const update = method === 'session/update' ? params['update'] : undefined
    if (isObject(update)) this.#note(sessionOf(params), update)
    this.#editorWay.post(notification)
  }

  /** What was said of a tool call, and how it went. */
  #note(session: string, update: Params): void {
    if (update['sessionUpdate'] !== 'tool_call' && update['sessionUpdate'] !== 'tool_call_update') return
    this.#memory.toolCall(session, update)
    const { status, toolCallId } = update
    if (status !== 'completed' && status !== 'failed') return
    const decision = this.#memory.ended(session, toolCallId)
    const ok = status === 'completed'
    this.#desk.went(session, decision, ok ? { ok } : { ok, error: 'the agent reported a failure' })
  }

  #cancel(notification: Notification, requests: Requests, way: Way): void {
    const { requestId } = notification.params ?? {}
    const id = isId(requestId) ? requests.forget(requestId) : undefined
    if (id !== undefined) way.post({ ...notification, params: { ...notification.params, requestId: id } })
  }

  /** The one place where a throw becomes a refusal. */
  async #decided(request: Request, decide: (signal: AbortSignal) => Promise<Response | undefined>): Promise<void> {
    const over = new AbortController()
    this.#open.set(request.id, { over, session: sessionOf(request.params) })
    let response: Response | undefined
    try {
      response = await decide(over.signal)
    } catch (error) {
      response = this.#refusal(request, `Not allowed: the gateway failed (${messageOf(error)}).`)
    }
    this.#open.delete(request.id)
    if (response !== undefined) this.#agentWay.post(response)
  }

  #refusal({ id, method, params = {} }: Request, why: string): Response {
    return method === ASK ? answer(id, refusing(optionsOf(params))) : failureOf(id, ERROR.internal, why)
  }

  async #execution(request: Request, signal: AbortSignal): Promise<Response | undefined> {
    const { id, method, params = {} } = request
    const settled = await this.#desk.execution(method, params, signal)
    if ('refused' in settled) return failureOf(id, ERROR.internal, settled.refused)
    this.#toEditor.pass(request, (response) => {
      const { error } = response
      const outcome = error === undefined ? { ok: true } : { ok: false, error: error.message }
      this.#desk.went(sessionOf(params), settled.decision, outcome)
      this.#agentWay.post(response)
    })
    return undefined
  }
}

function answer(id: Id, outcome: Outcome): Response {
  return { jsonrpc: '2.0', id, result: { outcome } }
}
