/** Part of the gate: what goes on record of a decision. Secrets are taken out by the log, not here. */

import { citeRule } from '../engine/verdict.ts'
import type { Authorization } from './authorization.ts'
import type { Decided } from './decider.ts'
import { shownEffect, shownTrace } from './shown.ts'
import type { FullCall } from './snapshot.ts'

export function decisionBody(
  call: FullCall | undefined,
  authorization: Authorization,
  decided: Decided | undefined,
): Record<string, unknown> {
  const { behavior, reason, code, rule, id, approval, by, words, verdict } = authorization
  return {
    id,
    behavior,
    reason,
    code,
    ...(call === undefined ? {} : { call }),
    ...(rule === undefined ? {} : { rule: citeRule(rule) }),
    ...(approval === undefined ? {} : { approval }),
    ...(by === undefined ? {} : { by }),
    ...(words === undefined ? {} : { words }),
    ...(verdict === undefined
      ? {}
      : {
          verdict: verdict.behavior,
          mode: verdict.mode,
          enforced: verdict.enforced,
          effects: verdict.reading.effects.map(shownEffect),
          dangers: verdict.reading.dangers,
        }),
    ...(decided === undefined
      ? {}
      : { policy: decided.inForce.version, project: decided.inForce.root, trace: shownTrace(decided.trace) }),
  }
}
