/** Part of the gate: what is recorded about a decision. Secrets are taken out by the log, not here. */

import { citeRule } from '../engine/verdict.ts'
import type { Judgement } from './authorization.ts'
import type { Decided } from './decider.ts'
import { shownEffect, shownTrace } from './shown.ts'
import type { FullCall } from './snapshot.ts'

export interface Decision {
  /** Absent if what came in was not a valid call. */
  readonly call: FullCall | undefined
  readonly authorization: Judgement
  /** Absent if deciding failed. */
  readonly decided: Decided | undefined
}

/** Its fields are in the order in which they are written down. */
export function decisionBody({ call, authorization, decided }: Decision): Record<string, unknown> {
  const { behavior, reason, code, rule, id, approval, by, words, verdict } = authorization
  return {
    approval,
    behavior,
    by,
    call,
    code,
    dangers: verdict?.reading.dangers,
    effects: verdict?.reading.effects.map(shownEffect),
    enforced: verdict?.enforced,
    id,
    mode: verdict?.mode,
    policy: decided?.inForce.version,
    project: decided?.inForce.root,
    reason,
    rule: rule && citeRule(rule),
    trace: decided && shownTrace(decided.trace),
    verdict: verdict?.behavior,
    words,
  }
}
