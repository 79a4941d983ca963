/**
 * Part of compiling: one rule, ready to be compared with effects.
 *
 * INVARIANT: only `permits` and `restricts` say what a rule permits or restricts; the index merely finds candidates.
 */

import type { Effect, Reading } from './effect.ts'
import { PatternError } from './match/pattern-error.ts'
import type { Match } from './match/match.ts'
import { compileWhere } from './match/where.ts'
import type { Constraint } from './match/where.ts'
import type { Rule } from './rule.ts'
import { compileSubject } from './subject.ts'
import type { Subject, World } from './subject.ts'

export interface CompiledRule {
  readonly rule: Rule
  /** Position among all rules as written: if two match, the verdict names the earlier one. */
  readonly order: number
  readonly denies: boolean
  readonly subject: Subject
  readonly except: readonly Subject[]
  readonly where: Constraint | undefined
  /**
   * Copied from the rule because it is read for every call: all compiled rules have one shape, so reading it here is
   * quick.
   */
  readonly expires: number | undefined
  readonly agents: readonly string[] | undefined
}

/** Throws `PatternError` naming the rule. */
export function compileRule(rule: Rule, order: number, world: World): CompiledRule {
  try {
    const except = rule.except === undefined ? NOTHING : rule.except.map((text) => compileSubject(text, world))
    const options = { regex: world.regex, permits: rule.behavior === 'allow' }
    const where = rule.where === undefined ? undefined : compileWhere(rule.where, options)
    const { expires, agents } = rule
    const denies = rule.behavior === 'deny'
    const subject = compileSubject(rule.rule, world, rule.except)
    return { rule, order, denies, subject, except, where, expires, agents }
  } catch (error) {
    if (error instanceof PatternError)
      throw new PatternError(`${rule.behavior} rule \`${rule.rule}\`: ${error.message}`)
    throw error
  }
}

const NOTHING: readonly Subject[] = []

/**
 * Does this rule, as a restriction, match the effect? A permission in its `except` counts only if it is certain. If a
 * command may connect to a host, it is taken to connect to that host or to none.
 */
export function restricts(compiled: CompiledRule, effect: Effect, reading: Reading, now: number): Match {
  const counting = counts(compiled, reading, now)
  const match = counting === 0 ? 0 : (Math.min(counting, compiled.subject.restricts(effect, reading)) as Match)
  if (match === 0 || compiled.except === NOTHING) return match
  const sure = effect.certain || effect.type === 'connect'
  if (sure && compiled.except.some((except) => except.permits(effect, reading))) return 0
  return match
}

/** Does this rule, as a restriction, count for the call at all: now, for this agent, with these arguments? */
export function counts({ expires, agents, where }: CompiledRule, { call }: Reading, now: number): Match {
  if (expires !== undefined && now >= expires) return 0
  if (agents !== undefined && call.agent !== undefined && !agents.includes(call.agent)) return 0
  return where === undefined ? 2 : where(call.input)
}

/**
 * Does this rule, as a permission, cover the effect? Only certain effects count, and an exception counts wherever it
 * might match.
 */
export function permits(compiled: CompiledRule, effect: Effect, reading: Reading, now: number): boolean {
  const { subject, where, expires, agents } = compiled
  if (!effect.certain) return false
  if (expires !== undefined && now >= expires) return false
  if (agents !== undefined && !agents.includes(reading.call.agent ?? '')) return false
  if (!subject.permits(effect, reading)) return false
  if (where !== undefined && where(reading.call.input) !== 2) return false
  return compiled.except === NOTHING || !compiled.except.some((except) => except.restricts(effect, reading) > 0)
}
