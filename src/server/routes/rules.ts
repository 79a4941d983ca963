/** Part of the server: the rules in force, and changes to the person's own rules. */

import { Hono } from 'hono'
import { BEHAVIORS, isOwnLayer, LAYERS, OWN_LAYERS } from '../../engine/rule.ts'
import type { Rule } from '../../engine/rule.ts'
import { messageOf } from '../../engine/thrown.ts'
import { amendPolicy } from '../../policy/amend.ts'
import type { RuleEntry } from '../../policy/rule-entry.ts'
import { readPolicyObject } from '../../policy/object.ts'
import type { Changed, LayerView, RuleList, TryRuleResponse } from '../api/permissions.ts'
import { bodyOf, byOf } from '../deps.ts'
import type { Deps, Env } from '../deps.ts'
import { Given } from '../given.ts'
import { originsOf } from '../origins.ts'
import { ownPlaceOf } from '../own-place.ts'
import type { OwnPlace } from '../own-place.ts'
import { HttpProblem } from '../problem.ts'
import { folderOf } from '../projects.ts'
import { triedCall } from '../tried.ts'
import { noteView, problemView } from '../views/problems.ts'
import { ruleView, usesOf } from '../views/rule.ts'

export function ruleRoutes(deps: Deps): Hono<Env> {
  return new Hono<Env>()
    .get('/', async (c) => c.json(await listRules(deps, folderOf(c.req.query('cwd'), deps))))
    .post('/', async (c) => {
      const given = await bodyOf(c, deps)
      const replaces = given.optionalObject('replaces')
      const change = {
        add: [entryOf(given)],
        ...(replaces === undefined ? {} : { remove: [veryRule(new Given(replaces))] }),
      }
      return c.json(await changeRules(deps, ownPlaceOf(given, deps), change, byOf(c)))
    })
    .delete('/', async (c) => {
      const given = await bodyOf(c, deps)
      return c.json(await changeRules(deps, ownPlaceOf(given, deps), { remove: [veryRule(given)] }, byOf(c)))
    })
    .post('/try', async (c) => {
      const given = await bodyOf(c, deps)
      return c.json(await tryRule(deps, given))
    })
}

async function listRules({ house, recorded }: Deps, cwd: string): Promise<RuleList> {
  const { policy, root, trusted, notes, locks, problems, files } = house.policyAt(cwd)
  const facts = { origins: await originsOf(house.management), uses: usesOf(await recorded.latest()) }
  const layers = LAYERS.map((layer): LayerView => {
    const own = isOwnLayer(layer)
    const rules = policy.rules.filter(({ source }) => source.layer === layer)
    return {
      layer,
      own,
      files: [...new Set(rules.flatMap(({ source }) => source.file ?? []))],
      rules: rules.map((rule) => ruleView(rule, facts, own && rule.source.file !== undefined)),
    }
  })
  const { mode, otherwise, enforce } = policy
  return {
    cwd,
    root,
    trusted,
    mode,
    modeLocked: locks.has('mode'),
    bypassLocked: locks.has('bypass'),
    otherwise,
    enforce,
    files,
    broken: policy.broken ?? null,
    layers,
    notes: notes.map(noteView),
    problems: problems.map(problemView),
  }
}

interface RuleChange {
  readonly add?: readonly RuleEntry[]
  /** Exactly these rules: if two have the same text, the person has seen which one is removed. */
  readonly remove?: readonly RuleEntry[]
}

/**
 * The file is changed before the change is recorded. If recording fails, the response says so, since the person made
 * the change all the same.
 */
async function changeRules(deps: Deps, place: OwnPlace, change: RuleChange, by: string): Promise<Changed> {
  const amended = await amendPolicy({ ...place, ...change, exactly: true })
  if (!amended.ok) throw new HttpProblem('not-offered', `${amended.file} is as it was: ${amended.why}.`)
  const { file, changed, added, removed } = amended
  if (!changed) return { changed, file, undo: null, note: 'Nothing had to be changed.' }
  const body = { add: added[0], remove: removed[0], layer: place.layer, file }
  const note = await recordChange(deps, body, by)
  const undo = deps.undo.keep((who) => changeRules(deps, place, { add: removed, remove: added }, who))
  return { changed, file, undo, note }
}

export async function recordChange({ house }: Deps, body: object, by: string): Promise<string | null> {
  try {
    await house.management.audit.record('policy', { ...body }, by)
    return null
  } catch (error) {
    return `The change is not on record: ${messageOf(error)}`
  }
}

function entryOf(given: Given): RuleEntry {
  const [agents, expires, reason] = [
    given.optionalTexts('agents'),
    given.optionalNumber('expires'),
    given.optionalText('reason'),
  ]
  return {
    behavior: given.choice('behavior', BEHAVIORS),
    rule: given.text('rule'),
    ...(agents === undefined || agents.length === 0 ? {} : { agents }),
    ...(expires === undefined ? {} : { expires }),
    ...(reason === undefined || reason.trim() === '' ? {} : { reason }),
  }
}

/** A rule as it stands in the file, with every field that matters for decisions. */
function veryRule(given: Given): RuleEntry {
  const [except, where] = [given.optionalTexts('except'), given.optionalObject('where')]
  return {
    ...entryOf(given),
    ...(except === undefined || except.length === 0 ? {} : { except }),
    ...(where === undefined ? {} : { where }),
  }
}

async function tryRule(deps: Deps, given: Given): Promise<TryRuleResponse> {
  const { behavior, rule: text, agents, expires } = entryOf(given)
  const cwd = folderOf(given.optionalText('cwd'), deps)
  const layer = given.optionalChoice('layer', OWN_LAYERS) ?? 'user'
  const written = { rule: text, ...(agents === undefined ? {} : { agents }) }
  const { problems } = readPolicyObject({ [behavior]: [written] }, layer, { now: deps.now() })
  const found = problems.map(problemView)
  if (problems.some(({ severity }) => severity === 'error'))
    return { problems: found, call: null, history: { looked: 0, since: null, changed: 0, matched: 0, examples: [] } }
  const source = { layer } as const
  const rule: Rule = {
    behavior,
    rule: text,
    source,
    ...(agents === undefined ? {} : { agents }),
    ...(expires === undefined ? {} : { expires }),
  }
  const here = deps.house.policyAt(cwd)
  const call = given.has('call') ? triedCall(new Given(given.object('call')), cwd, agents) : undefined
  return {
    problems: found,
    call: call === undefined ? null : deps.whatIf.try(call, rule, here),
    history: await deps.whatIf.history([rule], layer === 'local' ? here.root : undefined),
  }
}
