/** Part of the server: one call under a policy that is not saved yet. */

import type { Call } from '../engine/call.ts'
import type { Offer } from '../engine/effect.ts'
import { citeRule } from '../engine/verdict.ts'
import { shownEffect, shownTrace } from '../gate/shown.ts'
import type { PlaygroundResponse } from './api/policy.ts'
import type { Candidate } from './candidate.ts'
import type { Deps } from './deps.ts'
import { textOf } from './views/approval.ts'
import { problemView } from './views/problems.ts'
import { traceView } from './views/record.ts'

const MOST_OFFERS = 12

export function play({ whatIf }: Deps, candidate: Candidate, call: Call): PlaygroundResponse {
  const { verdict, trace, suggestions, changes } = whatIf.engine(candidate, candidate.cwd).explain(call)
  const { behavior, reason, code, safety, mode, enforced, rule, reading } = verdict
  return {
    behavior,
    reason,
    code,
    safety,
    mode,
    enforced,
    rule: rule === undefined ? null : citeRule(rule),
    tool: reading.tool,
    kind: reading.kind,
    readOnly: reading.readOnly,
    effects: reading.effects.map(shownEffect),
    dangers: reading.dangers,
    trace: shownTrace(trace).map(traceView),
    suggestions,
    changes,
    offers: offersOf(reading.effects),
    text: textOf(call),
    problems: candidate.problems.map(problemView),
  }
}

/** The offers from the effects' own tables; those of the tool itself come last. */
function offersOf([use, ...effects]: readonly {
  readonly offers?: (() => readonly Offer[]) | undefined
}[]): readonly string[] {
  const offers = [...effects, use].flatMap((effect) => effect?.offers?.().flat() ?? [])
  return [...new Set(offers)].slice(0, MOST_OFFERS)
}
