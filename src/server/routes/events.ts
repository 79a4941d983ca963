/** Part of the server: the stream of events, for pages. */

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { isProblem } from '../auth/guard.ts'
import type { Deps, Env } from '../deps.ts'
import { HttpProblem } from '../problem.ts'

export function eventRoutes({ events, guard }: Deps): Hono<Env> {
  return new Hono<Env>().get('/', (c) => {
    if (events.isFull()) throw new HttpProblem('too-many', 'Too many pages are open; close one.')
    const { incoming, outgoing } = c.env
    incoming.socket.setTimeout(0)
    events.add(outgoing, () => !isProblem(guard.approver(incoming.headers)))
    return RESPONSE_ALREADY_SENT
  })
}
