/**
 * Part of the MCP gateway: one `tools/call`, from the client's request until it goes to the server.
 *
 * INVARIANT: it goes on only if the gate allowed exactly this input, the tool is still the one that was decided on, and
 * the client still wants it. In every other case the model gets a refusal that it can read.
 */

import { randomUUID } from 'node:crypto'
import { isObject } from '../../engine/call.ts'
import type { Call } from '../../engine/call.ts'
import { toModel } from '../interceptor.ts'
import type { Interceptor } from '../interceptor.ts'
import { alikeKey, strayKey } from '../json-rpc/alike-keys.ts'
import type { Params, Request } from '../json-rpc/message.ts'
import type { AskHere, ClientAsker } from '../json-rpc/client-asker.ts'
import type { Catalogue } from './catalogue.ts'
import { annotationsOf, argumentsOf, hashOf } from './definition.ts'

export interface CallDeps {
  readonly catalogue: Pick<Catalogue, 'find' | 'isFresh'>
  readonly interceptor: Interceptor
  readonly named: (tool: string) => string
  readonly asker: ClientAsker | undefined
  /** The folder and session of the calls. */
  readonly about: Pick<Call, 'cwd' | 'session'>
}

export type Settled =
  | { readonly pass: Request; readonly decision: string | undefined }
  | { readonly refused: string }
  | { readonly invalid: string }

export async function settleCall(
  deps: CallDeps,
  request: Request,
  ask: AskHere,
  signal: AbortSignal,
): Promise<Settled> {
  const { catalogue, interceptor, asker, about } = deps
  const read = readParams(request.params)
  if (typeof read === 'string') {
    await interceptor.refused(claimedCall(deps, request.params), `Refused: ${read}.`)
    return { invalid: read }
  }
  const { name, input, params } = read
  const refuse = async (why: string): Promise<Settled> => {
    const refused = `Not allowed: ${why}.`
    await interceptor.refused({ ...about, tool: deps.named(name), input }, refused)
    return { refused }
  }
  const found = await catalogue.find(name)
  if ('why' in found) return refuse(found.why)
  const twin = strayKey(input, argumentsOf(found.definition)) ?? alikeKey(input)
  if (twin !== undefined)
    return refuse(`\`${twin}\` could be taken for another argument; write each as the tool has it, once`)
  const annotations = annotationsOf(found.definition)
  const id = randomUUID()
  const call: Call = {
    ...about,
    tool: deps.named(name),
    input,
    id,
    ...(annotations === undefined ? {} : { annotations }),
  }
  const authorize = () => interceptor.authorize(call, { signal })
  const ruling = await (asker === undefined ? authorize() : asker.during(id, ask, authorize))
  if (ruling.behavior !== 'allow') return { refused: toModel(ruling) }
  const otherwise = catalogue.isFresh ? undefined : await changeOf(catalogue, name, hashOf(found.definition))
  if (otherwise !== undefined) {
    void interceptor.outcome(ruling.id, { ok: false, error: `not run: ${otherwise}` })
    return { refused: `Not allowed: ${otherwise}.` }
  }
  const given = Object.hasOwn(params, 'arguments') || ruling.edited ? { arguments: ruling.input } : {}
  return { pass: { ...request, params: { ...params, ...given } }, decision: ruling.id }
}

async function changeOf(catalogue: CallDeps['catalogue'], name: string, hash: string): Promise<string | undefined> {
  const now = await catalogue.find(name)
  if ('why' in now) return now.why
  return hashOf(now.definition) === hash ? undefined : 'the tool has changed since it was decided on; call it again'
}

/** What a refused request would have called, as far as it says so. */
export function claimedCall({ named, about }: CallDeps, params: Params | undefined): Call | undefined {
  const { name, arguments: input } = params ?? {}
  if (typeof name !== 'string' || name === '') return undefined
  return { ...about, tool: named(name), input: isObject(input) ? input : {} }
}

/** What is wrong with the params, or what they contain. */
function readParams(params: Params | undefined) {
  if (params === undefined) return 'it has no params'
  const { name, arguments: given } = params
  if (typeof name !== 'string' || name === '') return 'it names no tool'
  if (given !== undefined && !isObject(given)) return 'its arguments are not an object'
  const stray = strayKey(params, ['name', 'arguments'])
  if (stray !== undefined) return `\`${stray}\` could be taken for another member of its params`
  // A copy, so that the sender cannot change it while a person thinks.
  return { name, input: structuredClone(given ?? {}), params: structuredClone(params) }
}
