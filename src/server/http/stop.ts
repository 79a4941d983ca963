/**
 * Part of the server: a way to give a call up. Hardly any call is given up, and an `AbortController` costs more than
 * all other handling of a request, so one is made only when somebody listens.
 */

type Signal = Pick<AbortSignal, 'aborted' | 'addEventListener' | 'removeEventListener'>
type Listening = Parameters<AbortSignal['addEventListener']>

export class Stop implements Signal {
  #controller: AbortController | undefined
  #aborted = false

  /**
   * Serves as the signal itself and has the parts of one that the gate needs: whether it was aborted, and an event when
   * it is.
   */
  get signal(): AbortSignal {
    return this as Signal as AbortSignal
  }

  get aborted(): boolean {
    return this.#aborted
  }

  addEventListener(...given: Listening): void {
    this.#listened().addEventListener(...given)
  }

  removeEventListener(...given: Listening): void {
    this.#listened().removeEventListener(...given)
  }

  abort(): void {
    this.#aborted = true
    this.#controller?.abort()
  }

  #listened(): AbortSignal {
    return (this.#controller ??= new AbortController()).signal
  }
}
