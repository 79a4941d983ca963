/** Part of deciding: what a judgement rests on. */

import type { Finding, Reading } from './effect.ts'
import type { Policy } from './policy.ts'
import type { Behavior, Rule } from './rule.ts'
import type { Code } from './verdict.ts'

export interface Fact {
  readonly code: Code
  /** Index of the effect it is about. */
  readonly effect: number
  /** One sentence for a person; only told of the fact that decides. */
  readonly sentence: Sentence
  /** The behaviour the fact itself calls for, where the step says `as said`. */
  readonly says: Behavior | undefined
  readonly rule: Rule | undefined
  readonly finding: Finding | undefined
  readonly safety: boolean
  /** A restriction that might match once the call runs. */
  readonly maybe: boolean
}

export type Sentence = (fact: Fact, reading: Reading, policy: Policy) => string

export function factOf(code: Code, effect: number, sentence: Sentence, says?: Behavior, rule?: Rule): Fact {
  return { code, effect, sentence, says, rule, finding: undefined, safety: false, maybe: false }
}
