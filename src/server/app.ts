/**
 * The server's routes, by who may use them.
 *
 * INVARIANT: a route is for agents, for approvers, for whoever reads the metrics, or (to open a session, and to see
 * whether the server is well) for everybody; only this file decides which.
 * Whatever a route throws becomes a problem document.
 */

import { Hono } from 'hono'
import { isProblem } from './auth/guard.ts'
import type { Deps, Env } from './deps.ts'
import { COMMON_HEADERS } from './http/reply.ts'
import { Bucket } from './limits.ts'
import { pageRoutes } from './page.ts'
import { describe, HttpProblem, problemOf, retryHeader } from './problem.ts'
import type { Problem } from './api/problem.ts'
import { agentRoutes } from './routes/agents.ts'
import { approvalRoutes } from './routes/approvals.ts'
import { auditRoutes } from './routes/audit.ts'
import { eventRoutes } from './routes/events.ts'
import { grantRoutes } from './routes/grants.ts'
import { modeRoutes, playgroundRoutes, policyRoutes, undoRoutes } from './routes/policy.ts'
import { profileRoutes } from './routes/profiles.ts'
import { ruleRoutes } from './routes/rules.ts'
import { openingRoutes, sessionRoutes } from './routes/session.ts'
import { healthRoutes, metricsRoutes } from './routes/watching.ts'

/** Paths below `/v1`; the routes for agents are in `routes/agents.ts`. */
const FOR_APPROVERS = {
  session: sessionRoutes,
  approvals: approvalRoutes,
  events: eventRoutes,
  rules: ruleRoutes,
  grants: grantRoutes,
  profiles: profileRoutes,
  audit: auditRoutes,
  policy: policyRoutes,
  playground: playgroundRoutes,
  mode: modeRoutes,
  undo: undoRoutes,
} as const

/** The routes reached over TCP: the page, its API, and asking with a token. */
export function createApp(deps: Deps, agents: Bucket, webFolder: string | undefined): Hono<Env> {
  const { guard, limits } = deps
  const pages = new Bucket(limits.pageRate, limits.pageBurst)
  const app = new Hono<Env>()
  app.use('/v1/*', async (c, next) => {
    for (const [name, value] of Object.entries(COMMON_HEADERS)) c.header(name, value)
    await next()
  })
  app.route('/v1', openingRoutes(deps))
  app.route('/v1', healthRoutes(deps))
  app.route('/v1', metricsRoutes(deps))
  app.route(
    '/v1',
    agentRoutes(deps, (headers) => guard.agent(headers) ?? busy(agents)),
  )
  for (const [name, routes] of Object.entries(FOR_APPROVERS)) {
    const checked = new Hono<Env>()
    checked.use('*', async (c, next) => {
      const session = guard.approver(c.env.incoming.headers)
      if (isProblem(session)) throw new HttpProblem(session.code, session.detail)
      if (!pages.take()) throw new HttpProblem('too-many', 'The page asks too often; it will slow down.')
      c.set('session', session)
      await next()
    })
    checked.route('/', routes(deps))
    app.route(`/v1/${name}`, checked)
  }
  app.route('/', pageRoutes(webFolder))
  return withProblems(app, deps)
}

/** The routes reached through the socket, which only this user can open: asking, and whether the server is well. */
export function createAgentApp(deps: Deps, agents: Bucket): Hono<Env> {
  const app = new Hono<Env>()
  app.route('/v1', healthRoutes(deps))
  app.route(
    '/v1',
    agentRoutes(deps, () => busy(agents)),
  )
  return withProblems(app, deps)
}

function busy(agents: Bucket): Problem | undefined {
  return agents.take() ? undefined : problemOf('too-many', 'Agents ask too often; slow down.')
}

function withProblems(app: Hono<Env>, { onFailure }: Deps): Hono<Env> {
  app.notFound(() => responseOf(problemOf('not-found', 'There is nothing here.')))
  app.onError((error) => {
    const problem = describe(error)
    if (problem.code === 'failed') onFailure(error)
    return responseOf(problem)
  })
  return app
}

function responseOf(problem: Problem): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'application/problem+json',
      ...retryHeader(problem),
    },
  })
}
