/**
 * Part of the gateways: lets the gate ask the person at the client.
 *
 * While a gateway waits for the decision on a call, it registers how the person behind that call can be asked; the gate
 * asks here if it must. INVARIANT: a question about a call that no gateway waits for, or whose client cannot ask, goes
 * to the other asker or to nobody.
 */

import type { Asker, Question, Reply } from '../../gate/asker.ts'

export type AskHere = (question: Question, signal: AbortSignal) => Promise<Reply | undefined>

export interface ClientAsker extends Asker {
  /** While `work` goes on, questions about the call with this id are asked by `ask`. */
  during<T>(callId: string, ask: AskHere, work: () => Promise<T>): Promise<T>
}

/** @param otherwise the asker for what the client cannot ask: the inbox, or nobody */
export function createClientAsker(name: string, otherwise: Asker): ClientAsker {
  const waiting = new Map<string, AskHere>()
  return {
    name,
    async ask(question, signal) {
      const here = question.call.id === undefined ? undefined : waiting.get(question.call.id)
      const reply = await here?.(question, signal).catch(() => undefined)
      if (reply !== undefined || signal.aborted) return reply
      return otherwise.ask(question, signal)
    },
    async during(callId, ask, work) {
      waiting.set(callId, ask)
      try {
        return await work()
      } finally {
        waiting.delete(callId)
      }
    },
  }
}

/** What an answer for the session would allow; undefined if none is on offer. */
export function sessionRulesOf({ shown }: Question): readonly string[] | undefined {
  return shown.suggestions.find(({ lasts }) => lasts.includes('session'))?.rules
}
