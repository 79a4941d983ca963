/** Part of the rule index: rules by a name that a path must hold. */

import type { Filed, Search } from './bucket.ts'
import { putInto, take } from './bucket.ts'

/**
 * INVARIANT: `find` shows the rules of every key that is among the names; the two masks only spare looking for names that
 * differ from all keys in length or middle letter, since most names of a path do.
 */
export class NameTable<T extends Filed> {
  readonly #rules = new Map<string, T[]>()
  #lengths = 0
  #letters = 0

  add(key: string, rule: T): void {
    this.#lengths |= lengthBit(key)
    this.#letters |= letterBit(key)
    putInto(this.#rules, key, rule)
  }

  remove(key: string, rule: T): void {
    take(this.#rules.get(key), rule)
  }

  /** Those of the names from that place on. */
  find(names: readonly string[], from: number, search: Search<T>): void {
    for (let at = from; at < names.length; at++) {
      const name = names[at] as string
      if ((this.#lengths & lengthBit(name)) === 0 || (this.#letters & letterBit(name)) === 0) continue
      const bucket = this.#rules.get(name)
      if (bucket !== undefined) search.consider(bucket)
    }
  }
}

function lengthBit(name: string): number {
  return 1 << (name.length & 31)
}

/** Of the letter in the middle: names in one place often begin and end alike. */
function letterBit(name: string): number {
  return name === '' ? 1 : 1 << (name.charCodeAt(name.length >> 1) & 31)
}
