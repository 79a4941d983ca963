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
  const stricter = new Map<string, Rule>()
  for (const behavior of STRICTEST_FIRST) {
    const plain = new Map<string, Rule>()
    const conditional = new Map<string, Rule>()
    for (const rule of rules) {
      if (rule.behavior !== behavior) continue
      const message =
        (isPlain(rule) ? repeated(plain, rule.rule, rule) : repeated(conditional, keyOf(rule), rule)) ??
        beaten(stricter.get(rule.rule))
      if (message !== undefined) problems.push({ rule, message })
    }
    for (const [text, rule] of plain) if (!stricter.has(text)) stricter.set(text, rule)
  }
  return problems
}

function repeated(written: Map<string, Rule>, key: string, rule: Rule): string | undefined {
  const first = written.get(key)
  if (first === undefined) return void written.set(key, rule)
  return `${quoted(rule.rule)} is written twice${placeOf(first)}`
}

function keyOf({ rule, except, expires, agents, where }: Rule): string {
  return JSON.stringify([rule, except, expires, agents, where])
}

function beaten(by: Rule | undefined): string | undefined {
  if (by === undefined) return undefined
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
