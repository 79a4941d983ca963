/** Part of the gate's nouns: what an adapter gets to act on. */

import type { Input } from '../engine/call.ts'
import type { Rule } from '../engine/rule.ts'
import type { Code, Verdict } from '../engine/verdict.ts'
import type { Answer } from '../store/approval.ts'
import type { Shown } from './shown.ts'

/**
 * Reason codes besides the engine's: `answered` a person answered, `no-answer` nobody answered in time, `no-channel`
 * nobody could be asked, `cancelled` the question was called off, `stopping` Countersign is being stopped and the
 * question stays open, `bad-call` the value was not a call, `gate-failed` a part of Countersign failed.
 */
export interface Authorization {
  readonly behavior: 'allow' | 'deny'
  /** For the model: what happened and what it can do now. */
  readonly reason: string
  readonly code: Code
  readonly rule?: Rule
  /** What to run: the call's own input, or as a person changed it. Never run anything else. */
  readonly input: Input
  /** The decision's id; pass it to `outcome`. */
  readonly id: string
  /** The id of the approval that the decision rests on. */
  readonly approval?: string
  /** Who answered, and through which face. */
  readonly by?: string
  /** What the person wrote. */
  readonly words?: string
  /** Absent if no decision was made. */
  readonly verdict?: Verdict
}

/** For clients that ask a person in their own way: `ask` leaves the decision to them. */
export interface Judgement extends Omit<Authorization, 'behavior'> {
  readonly behavior: 'allow' | 'deny' | 'ask'
  /** If it is `ask`: what to show the person, and what may be remembered. */
  readonly shown?: Shown
}

/** Who answered what, if a person was asked about the decision. */
export interface Said {
  readonly approval: string
  readonly answer: Answer
}

export type Credit = Pick<Authorization, 'approval' | 'by' | 'words'>

/** What a decision reports about the person who answered. */
export function creditOf({ approval, answer: { by, words } }: Said): Credit {
  return { approval, by, ...(words === undefined ? {} : { words }) }
}
