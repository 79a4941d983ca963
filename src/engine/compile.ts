/**
 * Written rules to an index, so that the cost of a decision does not grow with the number of rules.
 *
 * INVARIANT: what a rule permits or restricts is told by `permits` and `restricts` alone; the index only finds candidates.
 */

import type { Effect, Reading } from './effect.ts'
import { PatternError } from './match/pattern-error.ts'
import type { Match } from './match/shell.ts'
import { compileWhere } from './match/where.ts'
import type { Constraint } from './match/where.ts'
import type { Policy } from './policy.ts'
import type { Behavior, Rule } from './rule.ts'
import { RuleIndex } from './rule-index.ts'
import { compileSubject } from './subject.ts'
import type { Subject, World } from './subject.ts'
import { compileVisibility } from './visibility.ts'
import type { Visibility } from './visibility.ts'

export interface CompiledRule {
  readonly rule: Rule
  /** Position among all rules as written: the earlier of two that match is the one that is named. */
  readonly order: number
  readonly subject: Subject
  readonly except: readonly Subject[]
  readonly where: Constraint | undefined
}

export interface CompiledPolicy {
  readonly policy: Policy
  readonly world: World
  readonly rules: Readonly<Record<Behavior, RuleIndex>>
  readonly answers: Readonly<Record<Behavior, RuleIndex>>
  readonly visible: Visibility
}

/** What a decision depends on besides the call and the policy. */
export interface Circumstances {
  /** Milliseconds since the epoch; rules expire by it. */
  readonly now: number
  /** Rules to decide with as if they were there too (proving a suggestion), and one to decide without. */
  readonly plus?: { readonly as: 'rules' | 'answers'; readonly rules: readonly CompiledRule[] }
  readonly without?: Rule
}

/** Throws `PatternError` naming the rule; `policy/` reports such rules with file and line before it comes to this. */
export function compile(policy: Policy, world: World): CompiledPolicy {
  return {
    policy,
    world,
    rules: indexRules(policy.rules, world),
    answers: indexRules(policy.answers, world),
    visible: compileVisibility(policy.tools),
  }
}

function indexRules(rules: readonly Rule[], world: World): Record<Behavior, RuleIndex> {
  const sorted: Record<Behavior, CompiledRule[]> = { allow: [], ask: [], deny: [] }
  rules.forEach((rule, order) => sorted[rule.behavior].push(compileRule(rule, order, world)))
  return { allow: new RuleIndex(sorted.allow), ask: new RuleIndex(sorted.ask), deny: new RuleIndex(sorted.deny) }
}

export function compileRule(rule: Rule, order: number, world: World): CompiledRule {
  try {
    const except = (rule.except ?? []).map((text) => compileSubject(text, world))
    const options = { regex: world.regex, permits: rule.behavior === 'allow' }
    const where = rule.where === undefined ? undefined : compileWhere(rule.where, options)
    return { rule, order, subject: compileSubject(rule.rule, world), except, where }
  } catch (error) {
    if (error instanceof PatternError)
      throw new PatternError(`${rule.behavior} rule \`${rule.rule}\`: ${error.message}`)
    throw error
  }
}

/** Does this rule, as a restriction, match the effect? A permission in it (`except`) counts only when certain. */
export function restricts(compiled: CompiledRule, effect: Effect, reading: Reading, now: number): Match {
  const counting = counts(compiled, reading, now)
  const match = counting === 0 ? 0 : (Math.min(counting, compiled.subject.restricts(effect, reading)) as Match)
  if (match > 0 && compiled.except.some((except) => effect.certain && except.permits(effect, reading))) return 0
  return match
}

/** Does this rule, as a restriction, count for the call at all: now, for this agent, with these arguments? */
export function counts({ rule, where }: CompiledRule, { call }: Reading, now: number): Match {
  if (rule.expires !== undefined && now >= rule.expires) return 0
  if (rule.agents !== undefined && call.agent !== undefined && !rule.agents.includes(call.agent)) return 0
  return where === undefined ? 2 : where(call.input)
}

/** Does this rule, as a permission, cover the effect? Only on the certain reading; what it excepts counts widely. */
export function permits(compiled: CompiledRule, effect: Effect, reading: Reading, now: number): boolean {
  const { rule, subject, where } = compiled
  if (!effect.certain) return false
  if (rule.expires !== undefined && now >= rule.expires) return false
  if (rule.agents !== undefined && !rule.agents.includes(reading.call.agent ?? '')) return false
  if (!subject.permits(effect, reading)) return false
  if (where !== undefined && where(reading.call.input) !== 2) return false
  return !compiled.except.some((except) => except.restricts(effect, reading) > 0)
}
