/**
 * Part of the store: a limit on how much work is done at once, first come, first served. A pool of connections keeps a
 * queue too, but gives up on whoever has waited there for as long as making a connection may take.
 */

export class Lanes {
  readonly #line: (() => void)[] = []
  #free: number

  constructor(count: number) {
    this.#free = count
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter()
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  async enter(): Promise<void> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#line.push(resolve))
  }

  leave(): void {
    const next = this.#line.shift()
    if (next === undefined) this.#free++
    else next()
  }
}
