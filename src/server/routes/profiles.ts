/** Part of the server: profiles, which can be stored, shown, and taken up after a preview of the changes. */

import { Hono } from 'hono'
import type { Context } from 'hono'
import type { Rule } from '../../engine/rule.ts'
import { readProfile, writeProfile } from '../../gate/profiles/file.ts'
import type { ProfileContent, ReadProfile } from '../../gate/profiles/file.ts'
import type { ProfileChanges, TakingUp } from '../../gate/profiles/profiles.ts'
import type { ProfileGrantView, ProfileList, ProfileText, StandingRule, TakeUpResponse } from '../api/permissions.ts'
import { bodyOf, byOf } from '../deps.ts'
import type { Deps, Env } from '../deps.ts'
import type { Given } from '../given.ts'
import { HttpProblem } from '../problem.ts'
import { problemView } from '../views/problems.ts'

export function profileRoutes(deps: Deps): Hono<Env> {
  const { management } = deps.house
  const { profiles } = management
  const own = (c: Context<Env>) => management.as(byOf(c)).profiles
  const kept = async (name: string): Promise<ProfileContent> => {
    const read = await profiles.get(name)
    if (read === undefined) throw new HttpProblem('not-found', `There is no profile ${name}.`)
    return soundly(read)
  }
  const takeUp = async (c: Context<Env>, profile: ProfileContent, taking: Taking): Promise<TakeUpResponse> => {
    const { how, preview } = taking
    const changes = preview ? await profiles.preview(profile, how) : await own(c).takeUp(profile, how)
    return { name: profile.name, done: !preview, ...changesView(changes) }
  }

  return new Hono<Env>()
    .get('/', async (c) => {
      const list = await profiles.list()
      return c.json({ profiles: list.map(({ name, savedAt }) => ({ name, savedAt })) } satisfies ProfileList)
    })
    .post('/', async (c) => {
      const { name } = await own(c).capture((await bodyOf(c, deps)).text('name'))
      return c.json({ name })
    })
    .post('/import', async (c) => {
      const given = await bodyOf(c, deps)
      const taking = takingOf(given)
      const profile = soundly(readProfile(given.text('text'), 'the profile'))
      const done = await takeUp(c, profile, taking)
      if (!taking.preview) await own(c).keep(profile)
      return c.json(done)
    })
    .get('/-/present', async (c) => {
      const text = writeProfile(await profiles.present(c.req.query('name') ?? 'exported'))
      return c.json({ name: 'exported', text } satisfies ProfileText)
    })
    .get('/:name', async (c) => {
      const profile = await kept(c.req.param('name'))
      return c.json({ name: profile.name, text: writeProfile(profile) } satisfies ProfileText)
    })
    .delete('/:name', async (c) => {
      const name = c.req.param('name')
      if (!(await own(c).remove(name))) throw new HttpProblem('not-found', `There is no profile ${name}.`)
      return c.json({ removed: name })
    })
    .post('/:name/use', async (c) => {
      const taking = takingOf(await bodyOf(c, deps))
      return c.json(await takeUp(c, await kept(c.req.param('name')), taking))
    })
}

interface Taking {
  readonly how: TakingUp
  readonly preview: boolean
}

function takingOf(given: Given): Taking {
  return { how: given.choice('how', ['merge', 'replace']), preview: given.is('preview') }
}

function soundly({ profile, problems }: ReadProfile): ProfileContent {
  if (profile !== undefined) return profile
  throw new HttpProblem('not-offered', 'The profile has errors; nothing was changed.', {
    problems: problems.map(problemView),
  })
}

function changesView({ mode, addRules, removeRules, addGrants, revokeGrants }: ProfileChanges) {
  return {
    mode: mode === undefined ? null : { from: mode.from ?? null, to: mode.to ?? null },
    addRules: addRules.map(standing),
    removeRules: removeRules.map(standing),
    addGrants: addGrants.map(grantOf),
    revokeGrants: revokeGrants.map(grantOf),
  }
}

/** With every field that matters for decisions, so that two rules with the same text can be told apart. */
function standing({ behavior, rule, agents, expires, reason, except, where }: Rule): StandingRule {
  return {
    behavior,
    rule,
    ...(except === undefined ? {} : { except }),
    ...(where === undefined ? {} : { where }),
    ...(agents === undefined ? {} : { agents }),
    ...(expires === undefined ? {} : { expires }),
    ...(reason === undefined ? {} : { reason }),
  }
}

function grantOf({ behavior, rules, agent, until }: ProfileGrantView): ProfileGrantView {
  return { behavior, rules, agent, until }
}
