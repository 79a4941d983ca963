/** Part of the gate: what is remembered for a while. */

/** Sets the entry as the latest one; if there are then too many, the oldest goes. */
export function keepLatest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.size > most ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
}

/**
 * For what comes by with every call. At least so many of the latest are kept, at most twice as many; nothing is ever looked for among
 * those that went, so it costs the same however much has come by.
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
