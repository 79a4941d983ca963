/**
 * Part of what the command line prints: verdicts for programs. Scripts rely on the names of the fields, so they must
 * not change.
 */

import { SEVERITIES } from '../../engine/effect.ts'
import type { Danger, Effect } from '../../engine/effect.ts'
import type { Explanation } from '../../engine/explain.ts'
import type { Rule } from '../../engine/rule.ts'
import type { Suggestion } from '../../engine/suggest.ts'
import type { Verdict } from '../../engine/verdict.ts'

export function verdictJson(verdict: Verdict, suggestions: readonly Suggestion[]) {
  const { reading } = verdict
  return {
    behavior: verdict.behavior,
    reason: verdict.reason,
    code: verdict.code,
    safety: verdict.safety,
    rule: verdict.rule === undefined ? null : ruleJson(verdict.rule),
    effects: reading.effects.map(effectJson),
    readOnly: reading.readOnly,
    danger: worst(reading.dangers),
    suggestions: suggestions.map(({ rules, lasts }) => ({ rules, lasts })),
  }
}

export function explanationJson({ verdict, suggestions, trace, changes }: Explanation) {
  const steps = trace.map((step) => (step.rule === undefined ? step : { ...step, rule: ruleJson(step.rule) }))
  return { ...verdictJson(verdict, suggestions), mode: verdict.mode, enforced: verdict.enforced, trace: steps, changes }
}

function ruleJson({ rule, behavior, source }: Rule) {
  const { layer, file, line } = source
  return { rule, behavior, ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }), layer }
}

/** Without what only the engine needs: other forms of the words, offers, the tool's own matcher. */
function effectJson(effect: Effect): object {
  const { offers: _offers, finding, ...rest } = effect
  const said = finding === undefined ? {} : { finding: { says: finding.says, code: finding.code, why: finding.why } }
  if (rest.type === 'run') {
    const { forms: _forms, ...run } = rest
    return { ...run, ...said }
  }
  if (rest.type === 'use') {
    const { match: _match, ...use } = rest
    return { ...use, ...said }
  }
  return { ...rest, ...said }
}

function worst(dangers: readonly Danger[]) {
  let found: Danger | undefined
  for (const danger of dangers) if (found === undefined || rank(danger) > rank(found)) found = danger
  return found === undefined ? null : { category: found.category, severity: found.severity, why: found.why }
}

function rank({ severity }: Danger): number {
  return SEVERITIES.indexOf(severity)
}
