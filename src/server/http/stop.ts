/**
 * Part of the server: a way to give a call up. Nearly none is given up, and an `AbortController` costs more than the rest of
 * a request's way: one is made when somebody listens.
 */

type Listening = AbortSignal['addEventListener']

export class Stop {
  #controller: AbortController | undefined
  #aborted = false
  /** What the gate wants of a signal: whether it was aborted, and being told. */
  readonly signal: AbortSignal

  constructor() {
    const isAborted = () => this.#aborted
    const real = () => (this.#controller ??= new AbortController()).signal
    const signal: Pick<AbortSignal, 'aborted' | 'addEventListener' | 'removeEventListener'> = {
      get aborted() {
        return isAborted()
      },
      addEventListener: (...given: Parameters<Listening>) => real().addEventListener(...given),
      removeEventListener: (...given: Parameters<Listening>) => real().removeEventListener(...given),
    }
    this.signal = signal as AbortSignal
  }

  abort(): void {
    this.#aborted = true
    this.#controller?.abort()
  }
}
