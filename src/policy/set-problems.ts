/** Part of reading policies: rules of one document that make each other pointless. */

import type { Behavior, Rule } from '../engine/rule.ts'
import { quoted } from './problem.ts'

export interface SetProblem {
  /** Which of the rules. */
  readonly at: number
  readonly message: string
}

/** From the strictest, which beats the others, to the mildest. */
const STRICTEST_FIRST: readonly Behavior[] = ['deny', 'ask', 'allow']

/** Written twice, or beaten in every case by a stricter rule of the same text. */
export function setProblems(rules: readonly Rule[]): SetProblem[] {
  const problems: SetProblem[] = []
  /** By text: of the plain rules with that text, the first of the strictest. */
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

/** `first`: the plain rule of that text. `others`: those of the same behaviour that are not plain, or not the first. */
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

/** Without conditions: its text is all there is to it. */
function isPlain(rule: Rule): boolean {
  return (
    rule.except === undefined && rule.expires === undefined && rule.agents === undefined && rule.where === undefined
  )
}

function placeOf(rule: Rule): string {
  return rule.source.line === undefined ? '' : `, on line ${rule.source.line}`
}
