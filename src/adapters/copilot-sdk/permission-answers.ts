/** Part of the Copilot SDK adapter: the same request for permission is answered once, and twice in the same way. */

import { Recall } from '../recall.ts'
import type { Invocation, PermissionRequest } from './protocol.ts'

export class PermissionAnswers<Result> {
  readonly #answer: (request: PermissionRequest, invocation: Invocation) => Promise<Result>
  /** By session, and only until one of its calls has ended: the ids come from the model and may be used again. */
  readonly #given = new Recall<Recall<Promise<Result>>>()

  constructor(answer: (request: PermissionRequest, invocation: Invocation) => Promise<Result>) {
    this.#answer = answer
  }

  to(request: PermissionRequest, invocation: Invocation): Promise<Result> {
    if (typeof request.toolCallId !== 'string') return this.#answer(request, invocation)
    const given = this.#given.get(invocation.sessionId) ?? new Recall()
    const key = JSON.stringify(request)
    const result = given.get(key) ?? this.#answer(request, invocation)
    given.set(key, result)
    this.#given.set(invocation.sessionId, given)
    return result
  }

  forget(session: string): void {
    this.#given.take(session)
  }
}
