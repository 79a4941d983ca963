/**
 * The MCP gateway: everything between a client and a server passes here unchanged, except for two things: the list of
 * tools is shortened, and a call of a tool goes on only if the gate has allowed it.
 *
 * INVARIANT: no call passes before both sides have finished the handshake, and none without a decision; a message whose
 * sort cannot be told passes in neither direction. Ids are ours on both sides.
 */

import { isObject } from '../../engine/call.ts'
import { messageOf } from '../../engine/thrown.ts'
import type { GateLike } from '../interceptor.ts'
import { intercept } from '../interceptor.ts'
import { Between } from '../json-rpc/between.ts'
import type { Guarded } from '../json-rpc/between.ts'
import type { ClientAsker } from '../json-rpc/client-asker.ts'
import type { AskHere } from '../json-rpc/client-asker.ts'
import { ERROR, failureOf, isId } from '../json-rpc/message.ts'
import type { Id, Notification, Params, Request, Response } from '../json-rpc/message.ts'
import { Side } from '../json-rpc/side.ts'
import type { Transport } from '../json-rpc/transport.ts'
import { claimedCall, settleCall } from './calls.ts'
import type { CallDeps } from './calls.ts'
import { Catalogue } from './catalogue.ts'
import { canElicit, formOf, replyOf } from './elicitation.ts'
import { OpenRequests } from './open-requests.ts'
import type { PinKeeper } from './pin-keeper.ts'

export interface GuardOptions {
  /** The server's name in rules: its tools are `mcp__NAME__tool`. */
  readonly name: string
  readonly keeper: PinKeeper
  /** Asks through the client; must be one of the gate's askers. */
  readonly asker?: ClientAsker | undefined
  /** Whose calls these are; by default `mcp`. */
  readonly agent?: string | undefined
  readonly cwd?: string | undefined
  readonly session?: string | undefined
  readonly deadline?: number | undefined
  readonly patience?: number | undefined
  /** Tells the person who runs the gateway. */
  readonly tell?: ((text: string) => void) | undefined
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
  return guard.life
}

const LISTING = 60_000
const CALL = 'tools/call'
const CANCELLED = 'notifications/cancelled'
const LIST_CHANGED = 'notifications/tools/list_changed'

const LIST = 'tools/list'
/** An unknown method about tools is not passed on, because it may call one. */
const ABOUT_TOOLS = /^[_$./]*tools\//i

class Guard {
  readonly life: Between
  readonly #server: Side
  readonly #client: Side
  readonly #catalogue: Catalogue
  readonly #deps: CallDeps
  readonly #tell: (text: string) => void
  readonly #open = new OpenRequests()
  #state: 'new' | 'shaking hands' | 'ready' = 'new'
  #canElicit = false
  readonly #up: Transport
  readonly #keeper: PinKeeper
  #unwatch: (() => void) | undefined

  constructor(up: Transport, down: Transport, gate: GateLike, options: GuardOptions) {
    const { name, keeper, asker, agent = 'mcp', cwd, session, tell = () => undefined } = options
    this.#up = up
    this.#tell = tell
    this.#server = new Side({
      transport: up,
      name: 'server',
      asks: (request) => this.#serverAsks(request),
      notifies: (notification) => this.#serverNotifies(notification),
      answersGarbage: false,
      tell,
    })
    this.#client = new Side({
      transport: down,
      name: 'client',
      asks: (request) => this.#clientAsks(request),
      notifies: (notification) => this.#clientNotifies(notification),
      answersGarbage: true,
      refused: (why) => void this.#deps.interceptor.refused(undefined, `Refused: ${why}.`),
      tell,
    })
    this.life = new Between({
      inner: this.#server,
      innerGone: 'the MCP server has ended',
      outer: this.#client,
      outerGone: 'the client is gone',
      ending: (why) => this.#ending(why),
    })
    this.#keeper = keeper
    const interceptor = intercept(gate, { agent, deadline: options.deadline, patience: options.patience })
    const named = (tool: string) => `mcp__${name}__${tool}`
    const page = (params: Params) => this.#server.requests.ask(LIST, params, { signal: AbortSignal.timeout(LISTING) })
    this.#catalogue = new Catalogue({ page, interceptor, keeper, named, tell })
    const about = { ...(cwd === undefined ? {} : { cwd }), ...(session === undefined ? {} : { session }) }
    this.#deps = { catalogue: this.#catalogue, interceptor, named, asker, about }
  }

  async start(): Promise<void> {
    this.#unwatch = this.#keeper.watch?.(() => this.#pinsChanged())
    await this.life.start()
  }

  /** An accepted definition is visible from now on; clients are told, since some list tools only when told to. */
  #pinsChanged(): void {
    if (this.#state === 'ready' && this.#catalogue.pinsChanged())
      this.#client.way.post({ jsonrpc: '2.0', method: LIST_CHANGED })
  }

  #ending(why: string): void {
    this.#unwatch?.()
    this.#open.giveUpAll()
    for (const id of this.#open.ids()) this.#answer(failureOf(id, ERROR.internal, why))
  }

  #clientAsks(request: Request): void {
    const { id, method } = request
    if (this.#open.has(id)) return this.#drop(request, `A request of the client is dropped: its id ${id} is taken.`)
    if (this.life.isClosing) return this.#client.way.post(failureOf(id, ERROR.internal, 'The gateway is closed.'))
    if (method === 'initialize') return this.#initialize(request)
    if (this.#state !== 'ready' && method !== 'ping') return this.#tooEarly(request)
    if (method === LIST) return void this.#list(request)
    if (method === CALL) return void this.#call(request)
    if (ABOUT_TOOLS.test(method) || method.toLowerCase() === 'initialize') return this.#mistakable(request)
    this.#pass(request)
  }

  #initialize(request: Request): void {
    if (this.#state !== 'new')
      return this.#client.way.post(failureOf(request.id, ERROR.invalidRequest, 'Already initialized.'))
    this.#state = 'shaking hands'
    this.#canElicit = canElicit(request.params?.['capabilities'])
    this.#pass(request, ({ result }) => {
      this.#state = isObject(result) ? 'ready' : 'new'
      const version = isObject(result) ? result['protocolVersion'] : undefined
      if (typeof version === 'string') this.#up.setProtocolVersion?.(version)
    })
  }

  /** A client of a protocol without a handshake learns here that one is needed. */
  #tooEarly(request: Request): void {
    const { id, method } = request
    const code = method === 'server/discover' ? ERROR.noMethod : ERROR.invalidRequest
    this.#keep(request, `Refused: ${method} before initialize is not taken.`)
    this.#client.way.post(failureOf(id, code, `${method} before initialize is not taken.`))
  }

  /** With different capitals the protocol does not know the method, but a lenient server may take it for the same. */
  #mistakable(request: Request): void {
    const why = `Refused: ${request.method} could be taken for another method, or is none the gateway knows.`
    this.#keep(request, why)
    this.#client.way.post(failureOf(request.id, ERROR.noMethod, why))
  }

  #pass(request: Request, first?: (response: Response) => void): void {
    this.#open.add(request)
    this.#server.requests.pass(request, (response) => {
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
      this.#server.requests.pass(settled.pass, (response) => {
        void this.#deps.interceptor.outcome(settled.decision, outcomeOf(response))
        this.#answer(response)
      })
    } catch (error) {
      const why = `Not allowed: the gateway failed (${messageOf(error)}).`
      this.#keep(request, why)
      if (!signal.aborted) this.#refuse(id, why)
    }
  }

  #drop(message: Request | Notification, why: string): void {
    this.#tell(why)
    this.#keep(message, why)
  }

  /** Calls without a decision are put on record, too. */
  #keep({ method, params }: Request | Notification, why: string): void {
    if (ABOUT_TOOLS.test(method) && method.toLowerCase() !== LIST)
      void this.#deps.interceptor.refused(claimedCall(this.#deps, params), why)
  }

  #asking(about: Id): AskHere {
    return async (question, signal) => {
      const form = this.#canElicit ? formOf(question) : undefined
      if (form === undefined) return undefined
      const onGivenUp = (requestId: Id) =>
        this.#client.way.post({ jsonrpc: '2.0', method: CANCELLED, params: { requestId } }, about)
      const response = await this.#client.requests.ask('elicitation/create', form, { signal, about, onGivenUp })
      return replyOf(response, question)
    }
  }

  #refuse(id: Id, text: string): void {
    this.#answer({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }], isError: true } })
  }

  /** Answers once, and only while somebody waits for it. */
  #answer(response: Response): void {
    if (response.id !== null && this.#open.remove(response.id)) this.#client.way.post(response)
  }

  #clientNotifies(notification: Notification): void {
    // A request without an id is still a request, and some servers would run it.
    if (!notification.method.startsWith('notifications/'))
      return this.#drop(
        notification,
        `A message of the client is dropped: ${notification.method} is not a notification.`,
      )
    if (this.#state === 'new') return
    if (notification.method !== CANCELLED) return this.#server.way.post(notification)
    const { requestId } = notification.params ?? {}
    const given = isId(requestId) ? this.#open.cancel(requestId) : undefined
    if (given === undefined || !isId(requestId)) return
    const id = this.#server.requests.forget(requestId)
    if (id === undefined) return
    void this.#deps.interceptor.outcome(given.decision, { ok: false, error: 'cancelled by the client' })
    this.#server.way.post({ ...notification, params: { ...notification.params, requestId: id } })
  }

  #serverAsks(request: Request): void {
    const { requests } = this.#client
    if (requests.isPassed(request.id)) return this.#tell('A request of the server is dropped: its id is taken.')
    requests.pass(request, (response) => this.#server.way.post(response), this.#open.latest)
  }

  #serverNotifies(notification: Notification): void {
    const { method, params = {} } = notification
    if (method === CANCELLED) {
      const id = isId(params['requestId']) ? this.#client.requests.forget(params['requestId']) : undefined
      if (id !== undefined) this.#client.way.post({ ...notification, params: { ...params, requestId: id } })
      return
    }
    if (method === LIST_CHANGED) this.#catalogue.outdated()
    this.#client.way.post(notification, this.#open.ofProgress(params['progressToken']))
  }
}

function outcomeOf({ result, error }: Response): { readonly ok: boolean; readonly error?: string } {
  if (error !== undefined) return { ok: false, error: error.message }
  return isObject(result) && result['isError'] === true
    ? { ok: false, error: 'the tool reported an error' }
    : { ok: true }
}
