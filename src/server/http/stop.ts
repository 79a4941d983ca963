/**
 * Part of the server: a way to give a call up. Nearly none is given up, and an `AbortController` costs more than the rest of
 * a request's way: one is made when somebody listens.
 */

type Signal = Pick<AbortSignal, 'aborted' | 'addEventListener' | 'removeEventListener'>
type Listening = Parameters<AbortSignal['addEventListener']>

export class Stop implements Signal {
  #controller: AbortController | undefined
  #aborted = false

  /** Serves as the signal itself, with what the gate needs of one: whether it was aborted, and an event when it is. */
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
