/**
 * Part of the server: what agents may do besides `POST /v1/authorize` and asking through hooks. Nothing here answers a
 * question or changes anything.
 */

import type { IncomingHttpHeaders } from 'node:http'
import { Hono } from 'hono'
import type { MiddlewareHandler } from 'hono'
import type { Problem } from '../api/problem.ts'
import { bodyOf } from '../deps.ts'
import type { Deps, Env } from '../deps.ts'
import type { Given } from '../given.ts'
import { HttpProblem } from '../problem.ts'

const MOST_TOOLS = 10_000

/** Why a request may not ask; undefined if it may. */
export type Admit = (headers: IncomingHttpHeaders) => Problem | undefined

export function agentRoutes(deps: Deps, admit: Admit): Hono<Env> {
  const { house } = deps
  const admitted: MiddlewareHandler<Env> = async (c, next) => {
    const problem = admit(c.env.incoming.headers)
    if (problem !== undefined) throw new HttpProblem(problem.code, problem.detail)
    await next()
  }
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
}

function cwdOf(given: Given): string {
  const cwd = given.text('cwd')
  if (!cwd.startsWith('/')) throw new HttpProblem('bad-request', '`cwd` must be an absolute path.')
  return cwd
}
