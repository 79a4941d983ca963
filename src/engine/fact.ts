/** Part of deciding: what one step found out about a part of the call, and what it means for the verdict. */

import type { Finding, Reading } from './effect.ts'
import type { Policy } from './policy.ts'
import type { Behavior, Rule } from './rule.ts'
import type { Code } from './verdict.ts'

export interface Fact {
  readonly code: Code
  /** Index of the effect it is about. */
  readonly effect: number
  readonly says: Behavior
  /** One sentence for a person; shown only for the fact that decides. */
  readonly sentence: Sentence
  readonly rule: Rule | undefined
  readonly finding: Finding | undefined
  readonly safety: boolean
  /** A restriction that might match once the call runs. */
  readonly maybe: boolean
}

export type Sentence = (fact: Fact, reading: Reading, policy: Policy) => string

export function factOf(code: Code, effect: number, says: Behavior, sentence: Sentence, rule?: Rule): Fact {
  return { code, effect, says, sentence, rule, finding: undefined, safety: false, maybe: false }
}
