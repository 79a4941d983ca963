/**
 * From the written to the compiled policy: the rules go into an index, so that a decision does not cost more with more
 * rules.
 */

import type { CompiledRule } from './compiled-rule.ts'
import type { Policy } from './policy.ts'
import type { Rule } from './rule.ts'
import { RuleBook } from './rule-book.ts'
import type { World } from './subject.ts'
import { compileVisibility } from './visibility.ts'
import type { Visibility } from './visibility.ts'

export interface CompiledPolicy {
  readonly policy: Policy
  readonly world: World
  readonly rules: RuleBook
  readonly answers: RuleBook
  readonly visible: Visibility
}

/** What a decision depends on besides the call and the policy. */
export interface Circumstances {
  /** Milliseconds since the epoch; rules expire by it. */
  readonly now: number
  /** Rules to add for this decision (to prove a suggestion), and one rule to leave out. */
  readonly plus?: { readonly as: 'rules' | 'answers'; readonly rules: readonly CompiledRule[] }
  readonly without?: Rule
}

/** Throws `PatternError` naming the rule. `policy/` has reported such rules earlier, with file and line. */
export function compile(policy: Policy, world: World): CompiledPolicy {
  return {
    policy,
    world,
    rules: new RuleBook(policy.rules, world),
    answers: new RuleBook(policy.answers, world),
    visible: compileVisibility(policy.tools, (name) => world.tool(name)?.name),
  }
}
