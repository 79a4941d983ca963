/** Part of the gate: for how long an answer would really hold. */

import type { Suggestion } from '../engine/suggest.ts'

/** Which of a person's own files can allow anything here. */
export interface Holding {
  readonly project: boolean
  readonly always: boolean
}

/** The suggestion for as long as it would hold; nothing when it would not at all. */
export function lasting({ rules, lasts }: Suggestion, holding: Holding): Suggestion[] {
  // A rule on a path of this project would, among the user's own, be about every project.
  const isLocal = rules.some((rule) => rule.includes('(./'))
  const holds = { session: true, project: holding.project, always: holding.always && !isLocal }
  const left = lasts.filter((one) => holds[one])
  return left.length === 0 ? [] : [{ rules, lasts: left }]
}
