/** Part of the server: remembered answers. */

import { Hono } from 'hono'
import { stateOfGrant } from '../../gate/grants/state.ts'
import type { Grant } from '../../gate/management.ts'
import type { Changed, GrantList, GrantView } from '../api/permissions.ts'
import { byOf } from '../deps.ts'
import type { Deps, Env } from '../deps.ts'
import { HttpProblem } from '../problem.ts'

const MOST = 1_000

export function grantRoutes({ house, now, undo }: Deps): Hono<Env> {
  const { grants } = house.management
  return new Hono<Env>()
    .get('/', async (c) => {
      const at = now()
      const all = c.req.query('all') === '1'
      const list = (await grants.list()).map((grant) => grantView(grant, at)).filter(({ live }) => all || live)
      return c.json({ grants: list.toReversed().slice(0, MOST), now: at } satisfies GrantList)
    })
    .delete('/:id', async (c) => {
      const revoked = await grants.revoke(c.req.param('id'), byOf(c))
      if (!revoked.ok) throw new HttpProblem(revoked.unknown === true ? 'not-found' : 'conflict', revoked.why)
      const back = async (by: string): Promise<Changed> => {
        const restored = await grants.restore(revoked.grant.id, by)
        if (!restored.ok) throw new HttpProblem('conflict', restored.why)
        return { changed: true, file: null, undo: null, note: null }
      }
      const { note = null, isElsewhere = false } = revoked
      return c.json({ changed: true, file: null, undo: isElsewhere ? null : undo.keep(back), note } satisfies Changed)
    })
}

function grantView(grant: Grant, now: number): GrantView {
  const { id, behavior, lasts, rules, session, project, agent, grantedAt, grantedBy, approval } = grant
  const { until, usesLeft, useCount, usedAt, revokedAt, broken = null } = grant
  const live = stateOfGrant(grant, now) === 'live'
  return {
    id,
    behavior,
    lasts,
    rules,
    session,
    project,
    agent,
    grantedAt,
    grantedBy,
    approval,
    until,
    usesLeft,
    useCount,
    usedAt,
    revokedAt,
    live,
    broken,
  }
}
