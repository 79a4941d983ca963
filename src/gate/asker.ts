/**
 * The port to people: a channel through which a question can be put before somebody.
 *
 * INVARIANT: an asker never decides. No reply, a reply that does not fit the question, a throw: the call stays denied.
 */

import type { Asked, Answer } from '../store/approval.ts'
import type { Shown } from './shown.ts'

/** One ask as it is put before a person. Plain JSON: it may cross a wire. */
export interface Question extends Omit<Asked, 'shown'> {
  readonly shown: Shown
}

/**
 * The reply. Only `behavior` is required: without `lasts` it holds once, without `rules` it means the narrowest
 * suggestion that is offered for that duration, and without `digest` it is about exactly the question that was passed.
 */
export type Reply = Pick<Answer, 'behavior'> & Partial<Answer>

export interface Asker {
  /** Short and plain (`terminal`, `inbox`): it is recorded with the answer. */
  readonly name: string
  /**
   * Asks, and resolves with the person's answer; undefined if nobody can be reached this way. Called again while an
   * earlier question is still open: an asker that can show only one at a time keeps the others waiting.
   *
   * `signal` aborts when the question has ended elsewhere (answered through another face, expired, cancelled); its
   * reason says how. The asker then removes the question and resolves with any value.
   */
  ask(question: Question, signal: AbortSignal): Promise<Reply | undefined>
}

export type { Answer }
