/** Part of compiling: all rules of one origin, indexed by what they do. Adding or removing one takes microseconds. */

import { compileRule } from './compiled-rule.ts'
import type { CompiledRule } from './compiled-rule.ts'
import type { Rule } from './rule.ts'
import { RuleIndex } from './rule-index.ts'
import type { World } from './subject.ts'

export class RuleBook {
  readonly permissions: RuleIndex
  /** Deny and ask rules together: a decision looks for both at once. */
  readonly restrictions: RuleIndex
  readonly #world: World
  readonly #compiled = new Map<Rule, CompiledRule>()
  #next = 0

  /** Throws `PatternError` naming the rule. */
  constructor(rules: readonly Rule[], world: World) {
    this.#world = world
    this.permissions = new RuleIndex('permits', world)
    this.restrictions = new RuleIndex('restricts', world)
    for (const rule of rules) this.add(rule)
  }

  /** Adds the rule behind all others. Throws `PatternError`, and then nothing has changed. */
  add(rule: Rule): void {
    const compiled = compileRule(rule, this.#next++, this.#world)
    this.remove(rule)
    this.#compiled.set(rule, compiled)
    this.#indexOf(rule).add(compiled)
  }

  /** False if the rule is not there. */
  remove(rule: Rule): boolean {
    const compiled = this.#compiled.get(rule)
    if (compiled === undefined) return false
    this.#indexOf(rule).remove(compiled)
    return this.#compiled.delete(rule)
  }

  #indexOf({ behavior }: Rule): RuleIndex {
    return behavior === 'allow' ? this.permissions : this.restrictions
  }
}
