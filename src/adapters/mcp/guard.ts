/**
 * The MCP gateway: everything between a client and a server passes here, and all but two things pass untouched: the list of
 * tools is shortened, and a call of a tool goes on only when the gate has allowed it.
 *
 * INVARIANT: no call passes before both sides have shaken hands, and none without a decision; a message that cannot be
 * told apart passes neither way. Ids are ours on both sides.
 */

import type { GateLike } from '../interceptor.ts'
import { intercept } from '../interceptor.ts'
import type { ClientAsker } from '../json-rpc/client-asker.ts'
import { ERROR, failureOf, isId, isObject, sortOf } from '../json-rpc/message.ts'
import type { Id, Notification, Params, Request, Response } from '../json-rpc/message.ts'
import { messageOf, Requests } from '../json-rpc/requests.ts'
import { listen } from '../json-rpc/transport.ts'
import type { Transport } from '../json-rpc/transport.ts'
import { Way } from '../json-rpc/way.ts'
import { settleCall } from './calls.ts'
import type { CallDeps } from './calls.ts'
import { Catalogue } from './catalogue.ts'
import { canElicit, formOf, replyOf } from './elicitation.ts'
import type { AskHere } from '../json-rpc/client-asker.ts'
import { OpenRequests } from './open-requests.ts'
import type { PinKeeper } from './pin-keeper.ts'

export interface GuardOptions {
  /** The server's name in rules: its tools are `mcp__NAME__tool`. */
  readonly name: string
  readonly keeper: PinKeeper
  /** Asks through the client; must be one of the gate's askers. */
  readonly asker?: ClientAsker | undefined
  /** Whose calls these are; `mcp` unless said. */
  readonly agent?: string | undefined
  readonly cwd?: string | undefined
  readonly session?: string | undefined
  readonly deadline?: number | undefined
  readonly patience?: number | undefined
  /** For what the person who runs the gateway should know. */
  readonly tell?: ((text: string) => void) | undefined
}

export interface Guarded {
  /** Resolves when either side is gone and both are closed. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

/** @param up the way to the server @param down the way to the client. Neither must have been started. */
export async function guardServer(
  up: Transport,
  down: Transport,
  gate: GateLike,
  options: GuardOptions,
): Promise<Guarded> {
  const guard = new Guard(up, down, gate, options)
  await guard.start()
  return guard
}

const LISTING = 60_000
const CANCELLED = 'notifications/cancelled'
const LIST_CHANGED = 'notifications/tools/list_changed'

class Guard implements Guarded {
  readonly closed: Promise<void>
  readonly #up: Transport
  readonly #down: Transport
  readonly #upway: Way
  readonly #downway: Way
  readonly #toServer: Requests
  readonly #toClient: Requests
  readonly #catalogue: Catalogue
  readonly #deps: CallDeps
  readonly #tell: (text: string) => void
  readonly #open = new OpenRequests()
  #state: 'new' | 'shaking hands' | 'ready' = 'new'
  #canElicit = false
  readonly #keeper: PinKeeper
  #unwatch: (() => void) | undefined
  #closing: Promise<void> | undefined
  #closed: () => void = () => undefined

  constructor(up: Transport, down: Transport, gate: GateLike, options: GuardOptions) {
    const { name, keeper, asker, agent = 'mcp', cwd, session, tell = () => undefined } = options
    this.#up = up
    this.#down = down
    this.#upway = new Way(up)
    this.#downway = new Way(down)
    this.#toServer = new Requests((message) => this.#upway.send(message))
    this.#toClient = new Requests((message, about) => this.#downway.send(message, about))
    this.#tell = tell
    this.#keeper = keeper
    const interceptor = intercept(gate, { agent, deadline: options.deadline, patience: options.patience })
    const named = (tool: string) => `mcp__${name}__${tool}`
    const page = (params: Params) => this.#toServer.ask('tools/list', params, { signal: AbortSignal.timeout(LISTING) })
    this.#catalogue = new Catalogue({ page, interceptor, keeper, named, tell })
    const about = { ...(cwd === undefined ? {} : { cwd }), ...(session === undefined ? {} : { session }) }
    this.#deps = { catalogue: this.#catalogue, interceptor, named, asker, about }
    this.closed = new Promise((resolve) => (this.#closed = resolve))
  }

  async start(): Promise<void> {
    listen(this.#up, {
      onmessage: (message) => this.#fromServer(message),
      onerror: ({ message }) => this.#tell(`The server: ${message}.`),
      onclose: () => void this.#close('the MCP server has ended'),
    })
    listen(this.#down, {
      onmessage: (message) => this.#fromClient(message),
      onerror: ({ message }) => this.#tell(`The client: ${message}.`),
      onclose: () => void this.#close('the client is gone'),
    })
    this.#unwatch = this.#keeper.watch?.(() => this.#pinsChanged())
    await this.#up.start()
    await this.#down.start()
  }

  /** What somebody has accepted can be seen from now on; a client that lists only when it is told to is told. */
  #pinsChanged(): void {
    if (this.#state === 'ready' && this.#catalogue.pinsChanged())
      this.#downway.post({ jsonrpc: '2.0', method: LIST_CHANGED })
  }

  close(): Promise<void> {
    return this.#close('the gateway was closed')
  }

  #close(why: string): Promise<void> {
    this.#closing ??= this.#finish(why)
    return this.#closing
  }

  /** Whoever still waits is answered first. */
  async #finish(why: string): Promise<void> {
    this.#unwatch?.()
    this.#toServer.fail(why)
    this.#open.giveUpAll()
    for (const id of this.#open.ids()) this.#answer(failureOf(id, ERROR.internal, why))
    this.#toClient.fail(why)
    await Promise.allSettled([this.#downway.close(), this.#upway.close()])
    this.#closed()
  }

  #fromClient(value: unknown): void {
    const sorted = sortOf(value)
    if (sorted.sort === 'none') {
      this.#tell(`A message of the client is refused: ${sorted.why}.`)
      return this.#downway.post(failureOf(sorted.id, ERROR.invalidRequest, `Refused: ${sorted.why}.`))
    }
    if (sorted.sort === 'response') return void this.#toClient.settle(sorted.message)
    if (sorted.sort === 'notification') return this.#clientNotifies(sorted.message)
    this.#clientAsks(sorted.message)
  }

  #clientAsks(request: Request): void {
    const { id, method } = request
    if (this.#open.has(id)) return this.#tell(`A request of the client is dropped: its id ${id} is taken.`)
    if (this.#closing !== undefined) return this.#downway.post(failureOf(id, ERROR.internal, 'The gateway is closed.'))
    if (method === 'initialize') return this.#initialize(request)
    if (this.#state !== 'ready' && method !== 'ping') return this.#tooEarly(request)
    if (method === 'tools/list') return void this.#list(request)
    if (method === 'tools/call') return void this.#call(request)
    this.#pass(request)
  }

  #initialize(request: Request): void {
    if (this.#state !== 'new')
      return this.#downway.post(failureOf(request.id, ERROR.invalidRequest, 'Already initialized.'))
    this.#state = 'shaking hands'
    this.#canElicit = canElicit(request.params?.['capabilities'])
    this.#pass(request, ({ result }) => {
      this.#state = isObject(result) ? 'ready' : 'new'
      const version = isObject(result) ? result['protocolVersion'] : undefined
      if (typeof version === 'string') this.#up.setProtocolVersion?.(version)
    })
  }

  /** A client of a protocol without a handshake finds out here that there must be one. */
  #tooEarly({ id, method }: Request): void {
    const code = method === 'server/discover' ? ERROR.noMethod : ERROR.invalidRequest
    this.#downway.post(failureOf(id, code, `${method} before initialize is not taken.`))
  }

  #pass(request: Request, first?: (response: Response) => void): void {
    this.#open.add(request)
    this.#toServer.pass(request, (response) => {
      first?.(response)
      this.#answer(response)
    })
  }

  async #list(request: Request): Promise<void> {
    const { signal } = this.#open.add(request)
    const listing = await this.#catalogue.list(request.params ?? {})
    if (!signal.aborted) this.#answer({ jsonrpc: '2.0', id: request.id, ...listing })
  }

  async #call(request: Request): Promise<void> {
    const { id } = request
    const { signal } = this.#open.add(request)
    try {
      const settled = await settleCall(this.#deps, request, this.#asking(id), signal)
      if (signal.aborted) return
      if ('invalid' in settled) return this.#answer(failureOf(id, ERROR.invalidParams, settled.invalid))
      if ('refused' in settled) return this.#refuse(id, settled.refused)
      this.#open.decided(id, settled.decision)
      this.#toServer.pass(settled.pass, (response) => {
        void this.#deps.interceptor.outcome(settled.decision, outcomeOf(response))
        this.#answer(response)
      })
    } catch (error) {
      if (!signal.aborted) this.#refuse(id, `Not allowed: the gateway failed (${messageOf(error)}).`)
    }
  }

  #asking(about: Id): AskHere {
    return async (question, signal) => {
      const form = this.#canElicit ? formOf(question) : undefined
      if (form === undefined) return undefined
      const onGivenUp = (requestId: Id) =>
        this.#downway.post({ jsonrpc: '2.0', method: CANCELLED, params: { requestId } }, about)
      const response = await this.#toClient.ask('elicitation/create', form, { signal, about, onGivenUp })
      return replyOf(response, question)
    }
  }

  #refuse(id: Id, text: string): void {
    this.#answer({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }], isError: true } })
  }

  /** Once, and only while somebody waits for it. */
  #answer(response: Response): void {
    if (response.id !== null && this.#open.remove(response.id)) this.#downway.post(response)
  }

  #clientNotifies(notification: Notification): void {
    if (this.#state === 'new') return
    // A request that wants no answer is still a request, and some servers would run it.
    if (!notification.method.startsWith('notifications/'))
      return this.#tell(`A message of the client is dropped: ${notification.method} is no notification.`)
    if (notification.method !== CANCELLED) return this.#upway.post(notification)
    const { requestId } = notification.params ?? {}
    const given = isId(requestId) ? this.#open.cancel(requestId) : undefined
    if (given === undefined || !isId(requestId)) return
    const id = this.#toServer.forget(requestId)
    if (id === undefined) return
    void this.#deps.interceptor.outcome(given.decision, { ok: false, error: 'cancelled by the client' })
    this.#upway.post({ ...notification, params: { ...notification.params, requestId: id } })
  }

  #fromServer(value: unknown): void {
    const sorted = sortOf(value)
    if (sorted.sort === 'none') return this.#tell(`A message of the server is refused: ${sorted.why}.`)
    if (sorted.sort === 'response') return void this.#toServer.settle(sorted.message)
    if (sorted.sort === 'notification') return this.#serverNotifies(sorted.message)
    const request = sorted.message
    if (this.#toClient.isPassed(request.id)) return this.#tell('A request of the server is dropped: its id is taken.')
    this.#toClient.pass(request, (response) => this.#upway.post(response), this.#open.latest)
  }

  #serverNotifies(notification: Notification): void {
    const { method, params = {} } = notification
    if (method === CANCELLED) {
      const id = isId(params['requestId']) ? this.#toClient.forget(params['requestId']) : undefined
      if (id !== undefined) this.#downway.post({ ...notification, params: { ...params, requestId: id } })
      return
    }
    if (method === LIST_CHANGED) this.#catalogue.outdated()
    this.#downway.post(notification, this.#open.ofProgress(params['progressToken']))
  }
}

function outcomeOf({ result, error }: Response): { readonly ok: boolean; readonly error?: string } {
  if (error !== undefined) return { ok: false, error: error.message }
  return isObject(result) && result['isError'] === true
    ? { ok: false, error: 'the tool reported an error' }
    : { ok: true }
}
