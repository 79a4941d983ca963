/** Part of the store's nouns: a question put before people, and how it ended. */

import type { Call, Input } from '../engine/call.ts'
import type { Along } from './record.ts'

export const APPROVAL_STATES = ['pending', 'answered', 'expired', 'cancelled', 'superseded'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** How long an answer holds. */
export const LASTING = ['once', 'session', 'project', 'always'] as const
export type Lasting = (typeof LASTING)[number]

export interface Asked {
  /** A uuid v7, so ids sort by time. */
  readonly id: string
  readonly session: string
  readonly agent: string | null
  /** The project's root. */
  readonly project: string
  /** Stands for exactly what was shown: tool, input, cwd, resolved paths, policy version. An answer repeats it. */
  readonly digest: string
  readonly call: Call
  /**
   * Everything that a page or terminal shows: reason, code, rule, effects, danger, suggestions. JSON, written by the
   * gate.
   */
  readonly shown: Readonly<Record<string, unknown>>
  /** Milliseconds since the epoch. */
  readonly askedAt: number
  readonly expiresAt: number
}

export interface Answer {
  readonly behavior: 'allow' | 'deny'
  readonly lasts: Lasting
  /** The digest of what the person was shown. */
  readonly digest: string
  /** Who answered, and through which page or terminal. */
  readonly by: string
  /** Rule texts that are remembered; empty for `once`. */
  readonly rules: readonly string[]
  readonly until?: number
  readonly uses?: number
  /** What the person wrote; it reaches the model. */
  readonly words?: string
  /** The input as the person changed it: it is decided again, never run unchecked. */
  readonly input?: Input
}

export interface Approval extends Asked {
  readonly state: ApprovalState
  readonly answer: Answer | null
  readonly endedAt: number | null
  /** Why it was expired, cancelled or superseded. */
  readonly note: string | null
  /**
   * What is damaged in the store, if something is. Then the call and what is shown may be missing, it has no answer that
   * allows, and only denying it or another end is possible. A time that cannot be read is 0.
   */
  readonly broken?: string
}

export interface AnsweredApproval extends Approval {
  readonly answer: Answer
}

export type Ending =
  | { readonly state: 'answered'; readonly answer: Answer }
  | { readonly state: 'cancelled' | 'superseded'; readonly note: string }
  /** `due`: the end that was waited for. If the end has been put off since, the approval does not expire. */
  | { readonly state: 'expired'; readonly note: string; readonly due?: number }

export interface ApprovalFilter {
  readonly session?: string
  /** Asked at this time or later, and before. */
  readonly since?: number
  readonly before?: number
  readonly limit: number
}

export interface PendingFilter {
  readonly session?: string
  readonly project?: string
  readonly digest?: string
}

export interface ApprovalStore {
  ask(asked: Asked): Promise<void>
  get(id: string): Promise<Approval | undefined>
  /** Newest first, in any state. */
  history(filter: ApprovalFilter): Promise<readonly Approval[]>
  /** Oldest first. */
  pending(filter?: PendingFilter): Promise<readonly Approval[]>
  /** How many are pending and not overdue. */
  count(now: number): Promise<number>
  /**
   * Ends it if it is still pending: the first ending wins. Undefined for an unknown id. An answer with another digest
   * is an error (`stale`) and ends nothing, and so is an answer that allows what is damaged (`corrupt`); an answer at or
   * after `expiresAt` ends it as expired and has not won. The record that goes along is written together with the ending
   * that wins.
   */
  end(
    id: string,
    ending: Ending,
    now: number,
    along?: Along,
  ): Promise<{ readonly won: boolean; readonly approval: Approval } | undefined>
  /**
   * Puts its end off, if it is still open and would end earlier. Undefined for an unknown id. The record that goes
   * along is written together with the change.
   */
  extend(
    id: string,
    expiresAt: number,
    now: number,
    along?: Along,
  ): Promise<{ readonly won: boolean; readonly approval: Approval } | undefined>
  /** Expires all that are overdue, and returns them. */
  expire(now: number): Promise<readonly Approval[]>
  /** Removes those that ended earlier than this. */
  prune(before: number): Promise<number>
}
