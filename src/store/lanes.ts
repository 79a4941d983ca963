/**
 * Part of the store: limits how much work is done at once, first come, first served. A pool of connections has a queue,
 * too, but its limit for making a connection also applies to waiting in that queue.
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
