/** Part of the gate: values that are remembered for a while. */

/** Sets the entry as the latest one; if there are then too many, the oldest is removed. */
export function keepLatest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.size > most ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
}

/**
 * For values that come with every call. At least this many of the latest values are kept, and at most twice as many.
 * Old values are dropped all at once, without a search, so the cost is the same however many values have come.
 */
export class Recent<V> {
  readonly #least: number
  #new = new Map<string, V>()
  #old = new Map<string, V>()

  constructor(least: number) {
    this.#least = least
  }

  get(key: string): V | undefined {
    return this.#new.get(key) ?? this.#old.get(key)
  }

  set(key: string, value: V): void {
    if (this.#new.size >= this.#least) {
      this.#old = this.#new
      this.#new = new Map()
    }
    this.#new.set(key, value)
  }

  delete(key: string): void {
    this.#new.delete(key)
    this.#old.delete(key)
  }
}
