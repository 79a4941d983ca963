/** Part of the server: what those who run it as a service ask: is it well, and what does it count. */

import { Hono } from 'hono'
import type { MiddlewareHandler } from 'hono'
import type { Deps, Env } from '../deps.ts'
import { CONTENT_TYPE, textOf } from '../metrics/text.ts'
import { HttpProblem } from '../problem.ts'

/** For everybody, so it says nothing but whether it is well. */
export function healthRoutes({ health }: Pick<Deps, 'health'>): Hono<Env> {
  return new Hono<Env>().get('/health', async (c) => {
    const trouble = await health.trouble()
    if (trouble !== undefined) throw new HttpProblem('unwell', `${trouble} The server\u2019s own log says more.`)
    return c.json({ status: 'ok' })
  })
}

export function metricsRoutes({ house, health, metrics, events, info, guard }: Deps): Hono<Env> {
  const admitted: MiddlewareHandler<Env> = async (c, next) => {
    const problem = guard.watcher(c.env.incoming.headers)
    if (problem !== undefined) throw new HttpProblem(problem.code, problem.detail)
    await next()
  }
  return new Hono<Env>().get('/metrics', admitted, async (c) => {
    const storeUp = await health.storeAnswers()
    const { approvals, audit } = house.management
    // A store that does not answer is asked nothing more.
    const [pending, records] = storeUp ? await Promise.all([maybe(approvals.count()), maybe(newest(audit))]) : []
    const present = {
      storeUp,
      pending,
      records,
      spool: house.spoolBytes(),
      pages: events.size,
      startedAt: info.startedAt,
      version: info.version,
    }
    return c.body(textOf(metrics.families(present)), 200, { 'content-type': CONTENT_TYPE })
  })
}

async function newest(audit: Pick<Deps['house']['management']['audit'], 'head'>): Promise<number> {
  return (await audit.head())?.seq ?? 0
}

function maybe<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch(() => undefined)
}
