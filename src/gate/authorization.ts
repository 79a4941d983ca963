/** Part of the gate's nouns: what an adapter gets to act on. */

import type { Input } from '../engine/call.ts'
import type { Rule } from '../engine/rule.ts'
import type { Code, Verdict } from '../engine/verdict.ts'
import type { Answer } from '../store/approval.ts'
import type { Shown } from './shown.ts'

/**
 * Reason codes besides the engine's: `answered` a person said so, `no-answer` nobody did in time, `no-channel` nobody could
 * be asked, `cancelled` the asking was called off, `stopping` we are being stopped and the question stays open, `bad-call` it was no call, `gate-failed` something of ours failed.
 */
export interface Authorization {
  readonly behavior: 'allow' | 'deny'
  /** For the model: what happened and what it can do now. */
  readonly reason: string
  readonly code: Code
  readonly rule?: Rule
  /** What to run: the call's own input, or as a person changed it. Never run anything else. */
  readonly input: Input
  /** The decision's id; `outcome` wants it back. */
  readonly id: string
  /** The approval it rests on. */
  readonly approval?: string
  /** Who answered, and through which face. */
  readonly by?: string
  /** What the person wrote. */
  readonly words?: string
  /** Absent when no decision came about. */
  readonly verdict?: Verdict
}

/** For those who ask in their own way: `ask` leaves it to them. */
export interface Judgement extends Omit<Authorization, 'behavior'> {
  readonly behavior: 'allow' | 'deny' | 'ask'
  /** When it asks: what to put before the person, and what may be remembered. */
  readonly shown?: Shown
}

/** Who said what, when a decision goes back to a person. */
export interface Said {
  readonly approval: string
  readonly answer: Answer
}

export type Credit = Pick<Authorization, 'approval' | 'by' | 'words'>

/** What is told of them. */
export function creditOf({ approval, answer: { by, words } }: Said): Credit {
  return { approval, by, ...(words === undefined ? {} : { words }) }
}
