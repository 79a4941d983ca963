/** Part of the server's metrics: how many values are at most how large. */

import type { Sample } from './text.ts'

export class Histogram {
  readonly #bounds: readonly number[]
  /** For each bound the values up to it and above the bound before; the last entry counts larger ones. */
  readonly #counts: number[]
  #sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  add(value: number): void {
    const found = this.#bounds.findIndex((bound) => value <= bound)
    const at = found < 0 ? this.#bounds.length : found
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
    this.#sum += value
  }

  samples(labels: Readonly<Record<string, string>> = {}): readonly Sample[] {
    let total = 0
    const buckets = this.#counts.map((count, at) => {
      total += count
      const le = this.#bounds[at] === undefined ? '+Inf' : String(this.#bounds[at])
      return { suffix: '_bucket', labels: { ...labels, le }, value: total }
    })
    return [...buckets, { suffix: '_sum', labels, value: this.#sum }, { suffix: '_count', labels, value: total }]
  }
}
