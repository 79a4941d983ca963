/**
 * Part of the server: tells the person who runs it that calls are denied because a part of Countersign failed, for
 * example through a full disk. The agent is told as well, but perhaps nobody reads that.
 */

import type { Gate } from '../gate/gate.ts'

/** The same message is repeated only after this many milliseconds: every call of every agent may fail. */
const AGAIN = 60_000

export class Troubles {
  readonly #tell: (text: string) => void
  readonly #now: () => number
  #last: { readonly reason: string; readonly at: number } | undefined
  #failedAt = 0

  constructor(tell: (text: string) => void, now: () => number) {
    this.#tell = tell
    this.#now = now
  }

  /** Whether calls failed lately, and none was decided since. */
  get isFailing(): boolean {
    return this.#last !== undefined && this.#now() - this.#failedAt < AGAIN
  }

  /** Returns a function that stops watching. */
  watch(gate: Pick<Gate, 'on'>): () => void {
    return gate.on('decided', ({ authorization: { code, reason } }) => {
      if (code === 'gate-failed') this.#failed(reason)
      // An invalid call is denied whether or not that could be recorded, so it does not prove that recording works.
      else if (code !== 'bad-call') this.#worked()
    })
  }

  #failed(reason: string): void {
    const at = this.#now()
    this.#failedAt = at
    if (this.#last?.reason === reason && at - this.#last.at < AGAIN) return
    this.#last = { reason, at }
    this.#tell(`calls are denied, in these words: ${reason}`)
  }

  #worked(): void {
    if (this.#last === undefined) return
    this.#last = undefined
    this.#tell('calls are decided again')
  }
}
