/** Part of reading policies: rules of one document that make each other pointless. */

import type { Behavior, Rule } from '../engine/rule.ts'
import { quoted } from './problem.ts'

export interface SetProblem {
  /** The index of the rule. */
  readonly at: number
  readonly message: string
}

/** The strictest, which beats the others, first. */
const STRICTEST_FIRST: readonly Behavior[] = ['deny', 'ask', 'allow']

/** Rules that are written twice, or always beaten by a stricter rule with the same text. */
export function setProblems(rules: readonly Rule[]): SetProblem[] {
  const problems: SetProblem[] = []
  /** For each text, the first of the strictest plain rules with that text. */
  const plain = new Map<string, Rule>()
  for (const behavior of STRICTEST_FIRST) {
    const others = new Map<string, Rule>()
    for (const [at, rule] of rules.entries()) {
      if (rule.behavior !== behavior) continue
      const first = plain.get(rule.rule)
      if (first === undefined && isPlain(rule)) plain.set(rule.rule, rule)
      else {
        const message = pointless(rule, first, others)
        if (message !== undefined) problems.push({ at, message })
      }
    }
  }
  return problems
}

/**
 * `first`: the plain rule with that text. `others`: rules of the same behaviour that are not plain, or not the first.
 */
function pointless(rule: Rule, first: Rule | undefined, others: Map<string, Rule>): string | undefined {
  const isSame = first?.behavior === rule.behavior
  if (isSame && isPlain(rule)) return twice(rule, first)
  const key = keyOf(rule)
  const other = others.get(key)
  if (other !== undefined) return twice(rule, other)
  others.set(key, rule)
  return first === undefined || isSame ? undefined : beaten(first)
}

function twice({ rule }: Rule, first: Rule): string {
  return `${quoted(rule)} is written twice${placeOf(first)}`
}

function keyOf({ rule, except, expires, agents, where }: Rule): string {
  return JSON.stringify([rule, except, expires, agents, where])
}

function beaten(by: Rule): string {
  return `never takes effect: the same rule is under ${quoted(by.behavior)}${placeOf(by)}`
}

/** Whether the rule has no conditions, so that its text is all of it. */
function isPlain(rule: Rule): boolean {
  return (
    rule.except === undefined && rule.expires === undefined && rule.agents === undefined && rule.where === undefined
  )
}

function placeOf(rule: Rule): string {
  return rule.source.line === undefined ? '' : `, on line ${rule.source.line}`
}
