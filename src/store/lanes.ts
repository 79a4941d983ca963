/**
 * Part of the store: at most so much work at once, first come, first served. A pool of connections has a line as well, but
 * whoever stands in it for as long as a connection may take to be made is sent away.
 */

export class Lanes {
  readonly #line: (() => void)[] = []
  #free: number

  constructor(count: number) {
    this.#free = count
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#line.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#line.shift()
      if (next === undefined) this.#free++
      else next()
    }
  }
}
