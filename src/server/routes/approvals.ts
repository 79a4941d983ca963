/** Part of the server: the inbox. */

import { Hono } from 'hono'
import type { Approval } from '../../gate/management.ts'
import type { Reply } from '../../gate/asker.ts'
import { LASTS, offersFor, prove } from '../answering.ts'
import type { ApprovalDetail, ApprovalList, BatchAnswerResponse } from '../api/approvals.ts'
import { bodyOf, byOf } from '../deps.ts'
import type { Deps, Env } from '../deps.ts'
import { diffsOf } from '../diff.ts'
import type { Given } from '../given.ts'
import { limitIn } from '../http/query.ts'
import { describe, HttpProblem } from '../problem.ts'
import { urlPartsOf } from '../url-parts.ts'
import { approvalView } from '../views/approval.ts'

const MOST_AT_ONCE = 500
const MOST_ENDED = 200

export function approvalRoutes(deps: Deps): Hono<Env> {
  const { house, now } = deps
  const { approvals } = house.management
  const found = async (id: string): Promise<Approval> => {
    const approval = await approvals.get(id)
    if (approval === undefined) throw new HttpProblem('not-found', `There is no question ${id}.`)
    return approval
  }
  const answer = async (id: string, given: Given, by: string) => {
    const reply = replyOf(given, by)
    if (reply.behavior === 'allow') refuseUnseen(await found(id))
    const offers = await offersFor(house, reply, () => found(id))
    return approvals.answer(id, reply, { offers })
  }

  return new Hono<Env>()
    .get('/', async (c) => {
      const ended = c.req.query('state') === 'ended'
      const limit = limitIn(c, MOST_ENDED)
      const list = ended
        ? (await approvals.history({ limit })).filter(({ state }) => state !== 'pending')
        : await approvals.pending()
      return c.json({ approvals: list.map(approvalView), now: now() } satisfies ApprovalList)
    })
    .post('/answers', async (c) => {
      const given = await bodyOf(c, deps)
      const results: BatchAnswerResponse['results'][number][] = []
      for (const one of given.objects('answers', MOST_AT_ONCE)) {
        const id = one.text('id')
        try {
          const { note } = await answer(id, one, byOf(c))
          results.push({ id, ok: true, note: note ?? null })
        } catch (error) {
          const problem = describe(error)
          if (problem.status >= 500) deps.onFailure(error)
          results.push({ id, ok: false, problem })
        }
      }
      return c.json({ results } satisfies BatchAnswerResponse)
    })
    .get('/:id', async (c) => {
      const approval = await found(c.req.param('id'))
      const view = approvalView(approval)
      const history = []
      for (const { rules } of view.shown.suggestions) history.push(await historyOf(deps, rules))
      return c.json({
        approval: view,
        now: now(),
        diffs: diffsOf(approval.call),
        history,
        url: urlPartsOf(approval.call),
      } satisfies ApprovalDetail)
    })
    .post('/:id/answer', async (c) => {
      const { approval, note } = await answer(c.req.param('id'), await bodyOf(c, deps), byOf(c))
      return c.json({ approval: approvalView(approval), note: note ?? null })
    })
    .post('/:id/extend', async (c) => {
      const ms = (await bodyOf(c, deps)).optionalNumber('ms')
      if (ms === undefined) throw new HttpProblem('bad-request', '`ms` is missing.')
      const id = c.req.param('id')
      refuseUnseen(await found(id))
      const { expiresAt } = await approvals.extend(id, { ms, by: byOf(c) })
      return c.json({ expiresAt, now: now() })
    })
    .post('/:id/rules', async (c) => {
      const rules = (await bodyOf(c, deps)).optionalTexts('rules') ?? []
      const { lasts, why } = await prove(house, await found(c.req.param('id')), rules)
      return c.json({ lasts, why, history: await historyOf(deps, rules) })
    })
}

/** The page could not show it, so nobody has seen what they would allow, or wait for. */
function refuseUnseen(approval: Approval): void {
  const { broken } = approvalView(approval)
  if (broken !== null) throw new HttpProblem('not-offered', `${broken}. It can only be denied.`)
}

function replyOf(given: Given, by: string): Reply {
  const [rules, until, uses, words, input] = [
    given.optionalTexts('rules'),
    given.optionalNumber('until'),
    given.optionalNumber('uses'),
    given.optionalText('words'),
    given.optionalObject('input'),
  ]
  return {
    behavior: given.choice('behavior', ['allow', 'deny']),
    lasts: given.optionalChoice('lasts', LASTS) ?? 'once',
    digest: given.text('digest'),
    by,
    ...(rules === undefined ? {} : { rules }),
    ...(until === undefined ? {} : { until }),
    ...(uses === undefined ? {} : { uses }),
    ...(words === undefined ? {} : { words }),
    ...(input === undefined ? {} : { input }),
  }
}

async function historyOf({ whatIf }: Deps, rules: readonly string[]) {
  try {
    return await whatIf.history(rules.map((rule) => ({ behavior: 'allow', rule, source: { layer: 'session' } })))
  } catch {
    return { looked: 0, since: null, changed: 0, matched: 0, examples: [] }
  }
}
