/** Part of the rule index: a table by names, asked mostly for names that are not in it. */

/**
 * INVARIANT: `get` answers as a map would; the two masks only spare looking for names that differ from all keys in
 * length or middle letter, since most do.
 */
export class Keyed<V> {
  readonly #values = new Map<string, V>()
  #lengths = 0
  #letters = 0

  get(key: string): V | undefined {
    if ((this.#lengths & lengthBit(key)) === 0 || (this.#letters & letterBit(key)) === 0) return undefined
    return this.#values.get(key)
  }

  set(key: string, value: V): void {
    this.#lengths |= lengthBit(key)
    this.#letters |= letterBit(key)
    this.#values.set(key, value)
  }

  entries(): Iterable<readonly [string, V]> {
    return this.#values
  }

  values(): Iterable<V> {
    return this.#values.values()
  }
}

function lengthBit(name: string): number {
  return 1 << (name.length & 31)
}

/** Of the letter in the middle: names in one place often begin and end alike. */
function letterBit(name: string): number {
  return name === '' ? 1 : 1 << (name.charCodeAt(name.length >> 1) & 31)
}
