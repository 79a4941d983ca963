/**
 * Part of the ACP gateway: the gate's answer to an agent's request, and how the editor's person is asked meanwhile.
 *
 * INVARIANT: the agent gets a yes only by an option that holds once. An input that a person changed does not run,
 * because the protocol cannot express it.
 */

import { randomUUID } from 'node:crypto'
import { isObject } from '../../engine/call.ts'
import type { Call } from '../../engine/call.ts'
import { intercept, toModel } from '../interceptor.ts'
import type { GateLike, Interceptor, Ruling } from '../interceptor.ts'
import type { AskHere, ClientAsker } from '../json-rpc/client-asker.ts'
import type { Params, Response } from '../json-rpc/message.ts'
import { commandDeed, readExecution } from './executions.ts'
import type { Execution } from './executions.ts'
import type { Memory } from './memory.ts'
import {
  allowing,
  CANCELLED,
  chosenOf,
  offeredOf,
  optionsOf,
  outcomeOf,
  refusing,
  replyOf,
  toAgent,
} from './options.ts'
import type { Option, Outcome } from './options.ts'
import { diffsOf, readRequest, titleOf } from './tool-call.ts'
import type { Read } from './tool-call.ts'

export interface DeskOptions {
  /** The gate of a project; the same one for the same folder. */
  readonly gateOf: (cwd: string) => GateLike | Promise<GateLike>
  /** The folder of sessions that name none. */
  readonly cwd: string
  /** Asks through the editor; must be one of the gates' askers. */
  readonly asker?: ClientAsker | undefined
  readonly deadline?: number | undefined
  readonly patience?: number | undefined
}

export type Settled = { readonly decision: string | undefined } | { readonly refused: string }

export const ASK = 'session/request_permission'
const CHANGED = 'not run: a person changed it, and over this protocol that cannot be done'

type AskEditor = (params: Params, signal: AbortSignal) => Promise<Response>

/** For questions to the person at the editor about actions that the agent itself did not ask about. */
const OUR_OPTIONS: readonly Option[] = [
  { optionId: 'countersign:once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'countersign:deny', name: 'Deny', kind: 'reject_once' },
]

export class Desk {
  readonly #options: DeskOptions
  readonly #memory: Memory
  readonly #askEditor: AskEditor
  readonly #interceptors = new Map<string, Promise<Interceptor>>()

  constructor(options: DeskOptions, memory: Memory, askEditor: AskEditor) {
    this.#options = options
    this.#memory = memory
    this.#askEditor = askEditor
  }

  /** The agent asks for permission. */
  async permission(params: Params, signal: AbortSignal): Promise<Outcome> {
    const options = optionsOf(params)
    const { toolCall: asked } = params
    if (!isObject(asked)) {
      this.refused({ method: ASK, params }, 'Refused: it has no tool call.')
      return refusing(options)
    }
    const session = sessionOf(params)
    const toolCall = this.#memory.toolCall(session, asked)
    const read = readRequest(params, toolCall)
    let chosen: Option | 'cancelled' | undefined
    const choose = async (offered: readonly Option[], over: AbortSignal, title?: string) => {
      const about = title === undefined ? params : { ...params, toolCall: { ...asked, title } }
      chosen = chosenOf(await this.#askEditor({ ...about, options: offered }, over), offered)
      return chosen
    }
    // How a session goes on is for its person to decide, whatever the policy would allow.
    if (read.tool === 'switch_mode') {
      const interceptor = await this.#interceptor(session)
      const { behavior } = await interceptor.judge(this.#call(session, read), { signal })
      if (signal.aborted) return CANCELLED
      if (behavior === 'deny') return refusing(options)
      return toAgent(await choose(offeredOf(options), signal), options) ?? refusing(options)
    }
    const ask: AskHere = async (question, over) => {
      const said = await choose(offeredOf(options, question), over, titleOf(toolCall, read, this.#folderOf(session)))
      return said === undefined ? undefined : replyOf(said, question)
    }
    const ruling = await this.#authorize(session, read, ask, signal)
    if (signal.aborted) return CANCELLED
    // A policy that only records leaves the question with the editor.
    if (ruling.enforced === false) return outcomeOf(await this.#askEditor(params, signal), options)
    const yes = allowing(options)
    if (ruling.behavior === 'allow' && (ruling.edited || yes === undefined)) {
      this.went(session, ruling.id, { ok: false, error: ruling.edited ? CHANGED : 'not run: no option allows it once' })
      return refusing(options)
    }
    if (ruling.behavior !== 'allow' || yes === undefined)
      return (ruling.behavior === 'deny' ? toAgent(chosen, options) : undefined) ?? refusing(options)
    this.#memory.decided(session, toolCall['toolCallId'], ruling.id)
    // Only a person's yes is remembered: what the policy allows, it will allow again.
    if (ruling.by !== undefined)
      for (const deed of deedsOf(toolCall, read, this.#folderOf(session)))
        this.#memory.allowed(session, toolCall['toolCallId'], deed, ruling.approval)
    return toAgent(chosen, options) ?? yes
  }

  /** The agent has its editor do something. */
  async execution(method: string, params: Params, signal: AbortSignal): Promise<Settled> {
    const read = readExecution(method, params)
    if (typeof read === 'string') {
      const refused = `Not allowed: ${read}.`
      this.refused({ method, params }, refused)
      return { refused }
    }
    const ruling = await this.#rulingOn(sessionOf(params), read, signal)
    if (signal.aborted) return { refused: 'Not allowed: it was given up.' }
    if (ruling.behavior !== 'allow') return { refused: toModel(ruling) }
    if (ruling.edited) {
      this.went(sessionOf(params), ruling.id, { ok: false, error: CHANGED })
      return { refused: 'Not allowed: a person changed it, and over this protocol that cannot be done.' }
    }
    return { decision: ruling.id }
  }

  /** Reports the outcome of something that was let through. Never throws. */
  went(
    session: string,
    decision: string | undefined,
    outcome: { readonly ok: boolean; readonly error?: string },
  ): void {
    if (decision === undefined) return
    void this.#interceptor(session).then(
      (interceptor) => interceptor.outcome(decision, outcome),
      () => undefined,
    )
  }

  /** Puts on record what was refused before a decision; without a call if it was not a message. Never throws. */
  refused(said: { readonly method: string; readonly params?: Params } | undefined, reason: string): void {
    const { method = '', params = {} } = said ?? {}
    const session = sessionOf(params)
    const call = said && this.#call(session, { tool: method, input: params })
    void this.#interceptor(session).then(
      (interceptor) => interceptor.refused(call, reason),
      () => undefined,
    )
  }

  /** What a person has just allowed the agent is not asked again when the agent does it. */
  async #rulingOn(session: string, { readings, toolCall, deed }: Execution, signal: AbortSignal): Promise<Ruling> {
    const interceptor = await this.#interceptor(session)
    const permit = deed && this.#memory.use(session, deed(this.#folderOf(session)))
    let ruling: Ruling | undefined
    for (const read of readings) {
      ruling = permit && (await this.#permitted(interceptor, this.#call(session, read), permit, signal))
      ruling ??= await this.#authorize(session, read, this.#asking(session, toolCall), signal)
      if (ruling.behavior !== 'allow') return ruling
    }
    if (ruling === undefined) throw new Error('there was nothing to decide')
    return ruling
  }

  /**
   * Undefined if it has to be asked again: the gate does not accept the earlier yes, for instance because a link leads
   * elsewhere now.
   */
  async #permitted(
    interceptor: Interceptor,
    call: Call,
    { approval }: { readonly approval: string | undefined },
    signal: AbortSignal,
  ): Promise<Ruling | undefined> {
    const judged = await interceptor.judge(call, { signal, approval })
    if (judged.behavior !== 'ask') return judged
    return judged.approval === approval ? { ...judged, behavior: 'allow' } : undefined
  }

  #asking(sessionId: string, toolCall: Params): AskHere {
    return async (question, over) => {
      const options = offeredOf(OUR_OPTIONS, question)
      const toolCallId = `countersign-${randomUUID()}`
      const params = { sessionId, toolCall: { ...toolCall, toolCallId, status: 'pending' }, options }
      const chosen = chosenOf(await this.#askEditor(params, over), options)
      return chosen === undefined ? undefined : replyOf(chosen, question)
    }
  }

  async #authorize(session: string, read: Read, ask: AskHere, signal: AbortSignal): Promise<Ruling> {
    const interceptor = await this.#interceptor(session)
    const call = this.#call(session, read)
    const authorize = () => interceptor.authorize(call, { signal })
    const { asker } = this.#options
    return asker === undefined ? authorize() : asker.during(call.id, ask, authorize)
  }

  #call(session: string, { tool, input }: Read): Call & { readonly id: string } {
    const named = session === '' ? {} : { session }
    return { tool, input, cwd: this.#folderOf(session), agent: 'acp', id: randomUUID(), ...named }
  }

  #folderOf(session: string): string {
    return this.#memory.folderOf(session) ?? this.#options.cwd
  }

  #interceptor(session: string): Promise<Interceptor> {
    const cwd = this.#folderOf(session)
    const known = this.#interceptors.get(cwd)
    if (known !== undefined) return known
    const { gateOf, deadline, patience } = this.#options
    const opening = Promise.resolve()
      .then(() => gateOf(cwd))
      .then((gate) => intercept(gate, { agent: 'acp', deadline, patience }))
    this.#interceptors.set(cwd, opening)
    // A gate that could not be opened is tried again.
    opening.catch(() => this.#interceptors.delete(cwd))
    return opening
  }
}

/** What the agent may now have its editor do without another question: exactly what was decided on. */
function deedsOf(toolCall: Params, { tool, input }: Read, folder: string): (readonly string[])[] {
  const { command, args, cwd, workdir, file_path: path, content } = input
  if (tool === 'execute' || tool === 'Bash') {
    const where = cwd ?? workdir ?? folder
    const isPlain = args === undefined && (cwd === undefined || workdir === undefined)
    return isPlain && typeof command === 'string' && typeof where === 'string' ? [commandDeed(command, where)] : []
  }
  const files = tool === 'edit_files' ? input['files'] : WRITERS.has(tool) ? [path] : []
  const written = [...diffsOf(toolCall), { path, newText: content }]
  return written.flatMap(({ path: file, newText }) =>
    typeof file === 'string' && typeof newText === 'string' && Array.isArray(files) && files.includes(file)
      ? [['write', file, newText]]
      : [],
  )
}

const WRITERS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit'])

export function sessionOf(params: Params | undefined): string {
  const session = params?.['sessionId']
  return typeof session === 'string' ? session : ''
}
