/**
 * Part of the gateways: the lifetime of a gateway between two sides.
 *
 * INVARIANT: if either side is gone, both are closed, once, and everyone who still waits is answered before.
 */

import type { Side } from './side.ts'

export interface Guarded {
  /** Resolves when one side is gone and both are closed. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

export interface Life {
  /** The side that is guarded, which is started first; and what the other side is told when this one is gone. */
  readonly inner: Side
  readonly innerGone: string
  readonly outer: Side
  readonly outerGone: string
  /** Ends what belongs to this gateway only. */
  readonly ending: (why: string) => void
}

export class Between implements Guarded {
  readonly closed: Promise<void>
  readonly #life: Life
  #closing: Promise<void> | undefined
  #over: () => void = () => undefined

  constructor(life: Life) {
    this.#life = life
    this.closed = new Promise((resolve) => (this.#over = resolve))
  }

  get isClosing(): boolean {
    return this.#closing !== undefined
  }

  async start(): Promise<void> {
    const { inner, innerGone, outer, outerGone } = this.#life
    inner.listen(() => void this.#close(innerGone))
    outer.listen(() => void this.#close(outerGone))
    await inner.start()
    await outer.start()
  }

  close(): Promise<void> {
    return this.#close('the gateway was closed')
  }

  #close(why: string): Promise<void> {
    this.#closing ??= this.#finish(why)
    return this.#closing
  }

  async #finish(why: string): Promise<void> {
    const { inner, outer, ending } = this.#life
    inner.requests.fail(why)
    ending(why)
    outer.requests.fail(why)
    await Promise.allSettled([outer.way.close(), inner.way.close()])
    this.#over()
  }
}
