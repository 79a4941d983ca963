/**
 * Part of writing other systems' configurations: turns our rules into entries of theirs, before anything is proven.
 *
 * INVARIANT: a permission with a condition that the target cannot express is withheld; a restriction loses the
 * condition instead and so restricts more.
 */

import { BEHAVIORS } from '../../engine/rule.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Behavior, Rule } from '../../engine/rule.ts'
import { quoted } from '../../policy/problem.ts'
import { canonicalAgent } from '../../vocabulary/tables.ts'
import type { WriteContext } from '../dialect.ts'
import { subjectOf } from './subject.ts'
import { formsOf } from './path-forms.ts'
import type { Native, Note, Target } from './target.ts'

/** Restrictions first, permissions last, each in the order of the policy. */
export function carry<E>(policy: Policy, target: Target<E>, context: WriteContext, note: Note): Native<E>[] {
  const rules = [...policy.rules, ...hidden(policy)].filter(
    (rule) => concerns(rule, target.agent) && !isOver(rule, context.now),
  )
  return BEHAVIORS.toReversed().flatMap((behavior) =>
    rules.filter((rule) => rule.behavior === behavior).flatMap((rule) => carryRule(rule, target, context, note)),
  )
}

/** Whether the rule concerns this target and can be expressed there as a restriction without conditions. */
export function isCarried<E>(rule: Rule, target: Speller<E>, context: WriteContext): boolean {
  if (!concerns(rule, target.agent) || isOver(rule, context.now) || rule.where !== undefined) return false
  return spelled(rule.rule, rule.behavior, target, context) !== undefined
}

type Speller<E> = Pick<Target<E>, 'agent' | 'spell'>

/** Entries for the text of one of our rules; undefined if it cannot be expressed, or only in part. */
function spelled<E>(
  text: string,
  behavior: Behavior,
  { spell }: Speller<E>,
  context: WriteContext,
): readonly E[] | undefined {
  const subject = subjectOf(text)
  const forms = subject === undefined ? [] : formsOf(subject, behavior, context)
  const entries = forms.map((form) => spell(form, behavior))
  // If a restriction names one file in two ways, every form that the target can express is written.
  const said = behavior === 'allow' ? entries : entries.filter((one) => one !== undefined)
  return said.length === 0 || said.includes(undefined) ? undefined : said.flatMap((one) => one ?? [])
}

/** A tool that the model must not see must not be used either. */
function hidden({ tools }: Policy): Rule[] {
  const names = new Set(tools.flatMap(({ disallowed }) => disallowed))
  return [...names].map((name) => ({ behavior: 'deny', rule: name, source: { layer: 'session' } }))
}

function concerns({ agents }: Rule, agent: string | undefined): boolean {
  return (
    agents === undefined ||
    (agent !== undefined && agents.some((name) => canonicalAgent(name) === canonicalAgent(agent)))
  )
}

/**
 * The policy as it applies to this agent: rules for other agents are left out, and rules for this one lose that
 * condition.
 */
export function policyFor(agent: string | undefined, policy: Policy): Policy {
  if (agent === undefined || policy.rules.every(({ agents }) => agents === undefined)) return policy
  const rules = policy.rules.flatMap((rule): Rule[] => {
    const { agents, ...unconditional } = rule
    if (agents === undefined) return [rule]
    return concerns(rule, agent) ? [unconditional] : []
  })
  return { ...policy, rules }
}

function isOver({ expires }: Rule, now: number): boolean {
  return expires !== undefined && expires <= now
}

function carryRule<E>(rule: Rule, target: Target<E>, context: WriteContext, note: Note): Native<E>[] {
  return rule.behavior === 'allow' ? permission(rule, target, context, note) : restriction(rule, target, context, note)
}

function permission<E>(rule: Rule, target: Target<E>, context: WriteContext, note: Note): Native<E>[] {
  const withhold = (why: string) => {
    note(rule, 'withheld', `allow ${quoted(rule.rule)} is not written for ${target.title}: ${why}`)
    return []
  }
  if (rule.where !== undefined) return withhold('it has no conditions on arguments')
  if (rule.expires !== undefined) return withhold('its permissions do not expire')
  const entries = spelled(rule.rule, 'allow', target, context)
  if (entries === undefined) return withhold('it cannot say it')
  const excepted: Native<E>[] = []
  for (const text of rule.except ?? []) {
    const asks = target.canAsk ? spelled(text, 'ask', target, context) : undefined
    if (asks === undefined) return withhold(`it cannot say the exception ${quoted(text)}`)
    excepted.push(...asks.map((entry) => ({ behavior: 'ask', entry, rule }) as const))
  }
  return [...excepted, ...entries.map((entry) => ({ behavior: 'allow', entry, rule }) as const)]
}

function restriction<E>(rule: Rule, target: Target<E>, context: WriteContext, note: Note): Native<E>[] {
  const told = `${rule.behavior} ${quoted(rule.rule)}`
  if (rule.behavior === 'ask' && !target.canAsk) {
    note(
      rule,
      'left out',
      `${told}: ${target.title} cannot be told to ask; no permission is written that would reach it`,
    )
    return []
  }
  const conditional = rule.where !== undefined
  const behavior = conditional && target.canAsk ? 'ask' : rule.behavior
  const entries = spelled(rule.rule, behavior, target, context)
  if (entries === undefined) {
    note(rule, 'left out', `${told} cannot be said in ${target.title}; no permission is written that would reach it`)
    return []
  }
  if (conditional)
    note(rule, behavior === rule.behavior ? 'widened' : 'asked', `${told}: written without its condition on arguments`)
  if (rule.except !== undefined) note(rule, 'widened', `${told}: written without its exceptions`)
  if (rule.expires !== undefined) note(rule, 'widened', `${told}: written without its end`)
  return entries.map((entry) => ({ behavior, entry, rule }))
}
