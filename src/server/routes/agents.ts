/** Part of the server: what agents may do besides `POST /v1/authorize`. Nothing here answers or changes anything. */

import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { Hono } from 'hono'
import type { Context, MiddlewareHandler } from 'hono'
import type { Problem } from '../api/problem.ts'
import { bodyOf } from '../deps.ts'
import type { Deps, Env } from '../deps.ts'
import type { Given } from '../given.ts'
import { framed } from '../hooks/answers.ts'
import type { HookCall } from '../hooks/answers.ts'
import { readBody } from '../http/body.ts'
import { HttpProblem } from '../problem.ts'

const MOST_TOOLS = 10_000

/** Why a request may not ask; undefined when it may. */
export type Admit = (headers: IncomingHttpHeaders) => Problem | undefined

export function agentRoutes(deps: Deps, admit: Admit): Hono<Env> {
  const { hooks, house, limits } = deps
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
    .post('/hooks/:agent', async (c) => {
      const answer = await hooks.answer(c.req.param('agent'), () => hookCall(c))
      // A client takes any other status for a failure of the hook, and some then go on.
      if (c.req.header('x-countersign-framed') !== undefined)
        return c.body(framed(answer), 200, { 'content-type': 'text/plain' })
      return c.body(answer.stdout, 200, {
        'content-type': answer.stdout === '' ? 'text/plain' : 'application/json',
        'x-countersign-exit': String(answer.exitCode),
      })
    })

  async function hookCall(c: Context<Env>): Promise<HookCall> {
    const { incoming, outgoing } = c.env
    const problem = admit(incoming.headers)
    if (problem !== undefined) throw new HttpProblem(problem.code, problem.detail)
    const payload = await readBody(incoming, limits.body)
    const gone = new AbortController()
    outgoing.on('close', () => gone.abort())
    return { payload, project: folderIn(c.req.header('x-countersign-project')), signal: gone.signal }
  }
}

/** Header bytes are read as Latin-1, paths are UTF-8. */
function folderIn(header: string | undefined): string | undefined {
  const bytes = Buffer.from(header ?? '', 'latin1')
  const project = isUtf8(bytes) ? bytes.toString() : ''
  return project.startsWith('/') && !project.includes('\0') ? project : undefined
}

function cwdOf(given: Given): string {
  const cwd = given.text('cwd')
  if (!cwd.startsWith('/')) throw new HttpProblem('bad-request', '`cwd` must be an absolute path.')
  return cwd
}
