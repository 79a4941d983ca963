/** Part of the gate: how long an answer would really hold. */

import type { Suggestion } from '../engine/suggest.ts'

/** Which of a person's own policy files can allow anything here. */
export interface Holding {
  readonly project: boolean
  readonly always: boolean
}

/** The suggestion, limited to the durations for which it would hold; nothing if it would not hold at all. */
export function lasting({ rules, lasts }: Suggestion, holding: Holding): Suggestion[] {
  // A rule on a path of this project would apply to every project if it stood in the user's own file.
  const isLocal = rules.some((rule) => rule.includes('(./'))
  const holds = { session: true, project: holding.project, always: holding.always && !isLocal }
  const left = lasts.filter((one) => holds[one])
  return left.length === 0 ? [] : [{ rules, lasts: left }]
}
