/** Part of deciding: the record of one step, kept only when somebody asks for the trace. */

import type { Fact } from './fact.ts'
import type { Outcome } from './mode.ts'
import type { Part } from './part.ts'
import type { Rule } from './rule.ts'
import type { TraceStep } from './verdict.ts'

export function traced(
  question: TraceStep['question'],
  fact: Fact | undefined,
  outcome: Outcome,
  part: Part,
): TraceStep {
  return {
    effect: fact?.effect ?? part.root,
    question,
    answer: fact === undefined ? 'no' : fact.maybe ? 'maybe' : 'yes',
    ...(outcome === 'pass' ? {} : { behavior: outcome === 'as said' ? (fact?.says ?? 'ask') : outcome }),
    ...ruleOf(fact),
  }
}

export function ruleOf(fact: Fact | undefined): { readonly rule?: Rule } {
  return fact?.rule === undefined ? {} : { rule: fact.rule }
}
