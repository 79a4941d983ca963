/** Part of the gate: an asker that is a function in the same program. */

import type { Asker, Question, Reply } from '../asker.ts'

export type AskCallback = (question: Question, signal: AbortSignal) => Reply | undefined | Promise<Reply | undefined>

/**
 * @example
 * openGate({ cwd, asker: askBy(async (question) => ({ behavior: await confirm(question.shown.reason) ? 'allow' : 'deny' })) })
 */
export function askBy(ask: AskCallback, name = 'callback'): Asker {
  if (typeof ask !== 'function') throw new TypeError('askBy wants a function that asks')
  return {
    name,
    ask: (question, signal) =>
      // A function that ignores the signal may never resolve; the end of the question must not wait for it.
      new Promise((resolve, reject) => {
        const over = () => resolve(undefined)
        if (signal.aborted) return over()
        signal.addEventListener('abort', over, { once: true })
        Promise.resolve()
          .then(() => ask(question, signal))
          .then(resolve, reject)
          .finally(() => signal.removeEventListener('abort', over))
      }),
  }
}
