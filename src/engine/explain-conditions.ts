/**
 * Part of `explain`: rules that would change the verdict if a condition of their own (such as `where`) did not keep
 * them from it.
 */

import type { Circumstances, CompiledPolicy } from './compile.ts'
import { compileRule } from './compiled-rule.ts'
import { decide } from './decide.ts'
import type { Change } from './explain.ts'
import { BEHAVIORS } from './rule.ts'
import type { Behavior, Rule } from './rule.ts'
import { citeRule } from './verdict.ts'
import type { Verdict } from './verdict.ts'

const CONDITIONS = ['agents', 'where', 'expires', 'except'] as const
export type Condition = (typeof CONDITIONS)[number]

/** At most this many rules with conditions are tried, since the call is decided again for each. */
const MOST_TRIED = 100
const MOST_TOLD = 2

export function withoutConditions(verdict: Verdict, compiled: CompiledPolicy, circumstances: Circumstances): Change[] {
  const changes: Change[] = []
  const mayTurn = (rule: Rule) => isOtherWay(rule.behavior, verdict.behavior) && conditionsOf(rule).length > 0
  for (const rule of compiled.policy.rules.filter(mayTurn).slice(0, MOST_TRIED)) {
    if (changes.length >= MOST_TOLD) break
    const given = conditionsOf(rule)
    const without = [...given.map((name) => [name]), given].find((names) => {
      const freed = { ...rule, ...Object.fromEntries(names.map((name) => [name, undefined])) } as Rule
      const plus = { as: 'rules', rules: [compileRule(freed, 0, compiled.world)] } as const
      return decide(verdict.reading, compiled, { ...circumstances, plus }).behavior === rule.behavior
    })
    if (without === undefined) continue
    const names = without.map((name) => named(name, rule)).join(' and ')
    changes.push({ what: `${citeRule(rule)} without its ${names}`, becomes: rule.behavior, without })
  }
  return changes
}

/** An allow rule would change any verdict but allow; a restriction would change any verdict that is less strict. */
function isOtherWay(rule: Behavior, verdict: Behavior): boolean {
  return rule === 'allow' ? verdict !== 'allow' : BEHAVIORS.indexOf(rule) > BEHAVIORS.indexOf(verdict)
}

function conditionsOf(rule: Rule): Condition[] {
  return CONDITIONS.filter((name) => rule[name] !== undefined)
}

function named(condition: Condition, { agents = [] }: Rule): string {
  return condition === 'agents' ? `\`agents\` (${agents.join(', ')})` : `\`${condition}\``
}
