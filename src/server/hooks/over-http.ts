/**
 * Part of the server: `POST /v1/hooks/:agent`. It uses Node's own request and response: an agent waits for this before
 * every call, and the router would take longer than the decision.
 *
 * INVARIANT: the status is always 200: a client takes any other status for a failure of the hook, and some clients then
 * run the call. A request that is not admitted is answered as a denial, too.
 */

import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Problem } from '../api/problem.ts'
import { readBody } from '../http/body.ts'
import { COMMON_HEADERS } from '../http/reply.ts'
import { Stop } from '../http/stop.ts'
import type { Bucket, Limits } from '../limits.ts'
import { HttpProblem } from '../problem.ts'
import { framed } from './answers.ts'
import type { HookAnswers, HookCall } from './answers.ts'

export interface HookDeps {
  readonly answers: HookAnswers
  readonly bucket: Bucket
  readonly limits: Limits
}

/**
 * Matches any agent name: an unknown one is a denial, too. An address written with a slash too many, in other letter
 * case or in full must not bypass the check.
 */
const PATH = /^(?:https?:\/\/[^/?]*)?\/+v1\/+hooks(?:\/+([^/?][^?]*)?)?(?:\?|$)/i

export class HooksOverHttp {
  readonly #deps: HookDeps

  constructor(deps: HookDeps) {
    this.#deps = deps
  }

  /** The agent for which a request asks; undefined if it is for something else. */
  agentOf({ method, url = '' }: IncomingMessage): string | undefined {
    const found = method === 'POST' ? PATH.exec(url) : null
    return found === null ? undefined : (found[1] ?? '')
  }

  /** Never rejects. `refused` says why the request is not admitted, if so. */
  async handle(agent: string, request: IncomingMessage, response: ServerResponse, refused?: Problem): Promise<void> {
    const answer = await this.#deps.answers.answer(agent, () => this.#receive(request, response, refused))
    const isFramed = request.headers['x-countersign-framed'] !== undefined
    const body = isFramed ? framed(answer) : answer.stdout
    response.writeHead(200, {
      ...COMMON_HEADERS,
      'content-type': isFramed || body === '' ? 'text/plain' : 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-countersign-exit': answer.exitCode,
      // The rest of a refused payload is not worth reading.
      ...(request.complete ? {} : { connection: 'close' }),
    })
    response.end(body)
  }

  async #receive(request: IncomingMessage, response: ServerResponse, refused?: Problem): Promise<HookCall> {
    const { bucket, limits } = this.#deps
    if (refused !== undefined) throw new HttpProblem(refused.code, refused.detail)
    if (!bucket.take()) throw new HttpProblem('too-many', 'Agents ask too often; slow down.')
    const payload = await readBody(request, limits.body)
    const stop = new Stop()
    response.on('close', () => response.writableFinished || stop.abort())
    return { payload, project: folderIn(request.headers['x-countersign-project']), signal: stop.signal }
  }
}

/**
 * Node reads header bytes as Latin-1, but paths are UTF-8. Throws for a value that is not a folder: if it were ignored,
 * the folder's rules would not count.
 */
function folderIn(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const bytes = Buffer.from(typeof header === 'string' ? header : '', 'latin1')
  const project = isUtf8(bytes) ? bytes.toString() : ''
  if (project.startsWith('/') && !project.includes('\0')) return project
  throw new HttpProblem('bad-request', 'the folder it was started in has no name that can be read')
}
