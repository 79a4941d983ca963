/** Part of reading policies: rules of one document that make each other pointless. */

import type { Behavior, Rule } from '../engine/rule.ts'
import { quoted } from './problem.ts'

export interface SetProblem {
  readonly rule: Rule
  readonly message: string
}

/** From the strictest, which beats the others, to the mildest. */
const STRICTEST_FIRST: readonly Behavior[] = ['deny', 'ask', 'allow']

/** Written twice, or beaten in every case by a stricter rule of the same text. */
export function setProblems(rules: readonly Rule[]): SetProblem[] {
  const problems: SetProblem[] = []
  const written = new Map<string, Rule>()
  const unconditional = new Map<string, Rule>()
  for (const behavior of STRICTEST_FIRST) {
    for (const rule of rules) {
      if (rule.behavior !== behavior) continue
      const message = repeated(written, rule) ?? beaten(unconditional.get(rule.rule), rule)
      if (message !== undefined) problems.push({ rule, message })
    }
    for (const rule of rules) {
      if (rule.behavior !== behavior || !isUnconditional(rule) || unconditional.has(rule.rule)) continue
      unconditional.set(rule.rule, rule)
    }
  }
  return problems
}

function repeated(written: Map<string, Rule>, rule: Rule): string | undefined {
  const { behavior, rule: text, except, expires, agents, where } = rule
  const key = JSON.stringify([behavior, text, except, expires, agents, where])
  const first = written.get(key)
  if (first === undefined) return void written.set(key, rule)
  return `${quoted(text)} is written twice${placeOf(first)}`
}

function beaten(by: Rule | undefined, rule: Rule): string | undefined {
  if (by === undefined || by.behavior === rule.behavior) return undefined
  return `never takes effect: the same rule is under ${quoted(by.behavior)}${placeOf(by)}`
}

function isUnconditional(rule: Rule): boolean {
  return (
    rule.except === undefined && rule.expires === undefined && rule.agents === undefined && rule.where === undefined
  )
}

function placeOf(rule: Rule): string {
  return rule.source.line === undefined ? '' : `, on line ${rule.source.line}`
}
