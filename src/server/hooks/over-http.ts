/**
 * Part of the server: `POST /v1/hooks/:agent`. It speaks to Node's own request and response: an agent waits for this before every
 * call, and the way through the router takes longer than the decision.
 *
 * INVARIANT: the status is 200 whatever comes: a client takes any other for a failure of the hook, and some then go on. What is not
 * admitted is answered as a denial, too.
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
 * Whatever stands there: one that names no agent of ours is a denial, too. An address that somebody wrote with a slash too many,
 * in other letters or in full must not be one where nobody denies anything.
 */
const PATH = /^(?:https?:\/\/[^/?]*)?\/+v1\/+hooks(?:\/+([^/?][^?]*)?)?(?:\?|$)/i

export class HooksOverHttp {
  readonly #deps: HookDeps

  constructor(deps: HookDeps) {
    this.#deps = deps
  }

  /** For which agent a request asks; undefined when it is for something else. */
  agentOf({ method, url = '' }: IncomingMessage): string | undefined {
    const found = method === 'POST' ? PATH.exec(url) : null
    return found === null ? undefined : (found[1] ?? '')
  }

  /** Never rejects. `refused` says why it may not ask, if it may not. */
  async handle(agent: string, request: IncomingMessage, response: ServerResponse, refused?: Problem): Promise<void> {
    const answer = await this.#deps.answers.answer(agent, () => this.#receive(request, response, refused))
    const isFramed = request.headers['x-countersign-framed'] !== undefined
    const body = isFramed ? framed(answer) : answer.stdout
    response.writeHead(200, {
      ...COMMON_HEADERS,
      'content-type': isFramed || body === '' ? 'text/plain' : 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-countersign-exit': answer.exitCode,
      // What is left of a payload that was refused is not worth reading.
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

/** Header bytes are read as Latin-1, paths are UTF-8. Throws for one that is no folder: taken for none, its rules would not count. */
function folderIn(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const bytes = Buffer.from(typeof header === 'string' ? header : '', 'latin1')
  const project = isUtf8(bytes) ? bytes.toString() : ''
  if (project.startsWith('/') && !project.includes('\0')) return project
  throw new HttpProblem('bad-request', 'the folder it was started in has no name that can be read')
}
