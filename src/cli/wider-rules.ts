/**
 * Part of `explain`: rules that would decide the call if they had been written a little wider. The author of such a rule
 * may have meant this call, and wonders why it is asked about, or why it is not denied.
 */

import type { Call } from '../engine/call.ts'
import type { Explanation } from '../engine/explain.ts'
import { splitRule } from '../engine/rule.ts'
import type { Rule } from '../engine/rule.ts'
import { citeRule, isStricter } from '../engine/verdict.ts'
import type { Engine } from '../gate/engine.ts'

const MOST = 3

/** Each of them is proven. */
export function widerRules(engine: Engine, call: Call): Explanation['changes'] {
  const { behavior, code } = engine.decide(call)
  const found: Explanation['changes'][number][] = []
  for (const rule of engine.policy.rules) {
    if (found.length === MOST) break
    const isOf = rule.behavior === 'allow' ? code === 'no-rule' : isStricter(rule.behavior, behavior)
    const wider = isOf ? widerThan(rule.rule) : []
    const text = wider.find((other) => decides(engine, { ...rule, rule: other }, call))
    if (text !== undefined) found.push({ what: `${citeRule(rule)} as \`${text}\``, becomes: rule.behavior })
  }
  return found
}

function decides(engine: Engine, rule: Rule, call: Call): boolean {
  try {
    engine.add(rule)
    return engine.decide(call).behavior === rule.behavior
  } catch {
    // It is about something that cannot be written like this.
    return false
  } finally {
    engine.remove(rule)
  }
}

/** Wider by what people mostly forget: the words after a command, the folders in a folder. */
function widerThan(text: string): string[] {
  const { tool = '', specifier } = splitRule(text) ?? {}
  if (specifier === undefined || /:\*$|\*\*$/u.test(specifier)) return []
  return [`${tool}(${specifier}:*)`, `${tool}(${specifier.replace(/\/?\*?$/u, '')}/**)`]
}
