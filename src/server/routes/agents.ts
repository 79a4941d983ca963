/** Part of the server: what agents may do besides `POST /v1/authorize`. Nothing here answers or changes anything. */

import type { IncomingHttpHeaders } from 'node:http'
import { Hono } from 'hono'
import type { Context, MiddlewareHandler } from 'hono'
import type { HookAnswer } from '../../adapters/hooks/format.ts'
import { intercept } from '../../adapters/interceptor.ts'
import { Recall } from '../../adapters/recall.ts'
import type { Problem } from '../api/problem.ts'
import { bodyOf } from '../deps.ts'
import type { Deps, Env } from '../deps.ts'
import type { Given } from '../given.ts'
import { readBody } from '../http/body.ts'
import { describe, HttpProblem } from '../problem.ts'
import { StartedSessions } from '../started.ts'

const MOST_TOOLS = 10_000

/** Why a request may not ask; undefined when it may. */
export type Admit = (headers: IncomingHttpHeaders) => Problem | undefined

export function agentRoutes(deps: Deps, admit: Admit): Hono<Env> {
  const { house, limits } = deps
  const admitted: MiddlewareHandler<Env> = async (c, next) => {
    const problem = admit(c.env.incoming.headers)
    if (problem !== undefined) throw new HttpProblem(problem.code, problem.detail)
    await next()
  }
  const recall = new Recall<string>()
  const started = new StartedSessions()
  return new Hono<Env>()
    .post('/outcome', admitted, async (c) => {
      const given = await bodyOf(c, deps)
      const error = given.optionalText('error')
      const outcome = { ok: given.is('ok'), ...(error === undefined ? {} : { error }) }
      return c.json({ recorded: await house.gate.outcome(given.text('id'), outcome) })
    })
    .post('/visible', admitted, async (c) => {
      const given = await bodyOf(c, deps)
      const tools = (given.optionalTexts('tools') ?? []).slice(0, MOST_TOOLS).map((name) => ({ name }))
      return c.json({ tools: house.gate.visible(tools, { cwd: cwdOf(given) }).map(({ name }) => name) })
    })
    .post('/hooks/:agent', async (c) => {
      const answer = await answerHook(c).catch(async (error: unknown) => {
        const { refusal } = await import('../../adapters/hooks/respond.ts')
        return refusal(c.req.param('agent'), describe(error).detail)
      })
      // A client takes any other status for a failure of the hook, and some then go on.
      return c.body(answer.stdout, 200, {
        'content-type': answer.stdout === '' ? 'text/plain' : 'application/json',
        'x-countersign-exit': String(answer.exitCode),
      })
    })

  async function answerHook(c: Context<Env, '/hooks/:agent'>): Promise<HookAnswer> {
    const { respond } = await import('../../adapters/hooks/respond.ts')
    const { incoming, outgoing } = c.env
    const agent = c.req.param('agent')
    const problem = admit(incoming.headers)
    if (problem !== undefined) throw new HttpProblem(problem.code, problem.detail)
    const payload = parsed(await readBody(incoming, limits.body))
    const gone = new AbortController()
    outgoing.on('close', () => gone.abort())
    return respond(agent, payload, intercept(house.gate, { agent }), {
      recall,
      signal: gone.signal,
      ...(await started.projectOf(agent, payload, c.req.header('x-countersign-project'))),
    })
  }
}

function cwdOf(given: Given): string {
  const cwd = given.text('cwd')
  if (!cwd.startsWith('/')) throw new HttpProblem('bad-request', '`cwd` must be an absolute path.')
  return cwd
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new HttpProblem('bad-request', 'its payload is no JSON')
  }
}
