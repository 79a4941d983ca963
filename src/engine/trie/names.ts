/** Part of the rule index: a table by names that can also be asked for all names with a given beginning and end. */

import { Keyed } from './keyed.ts'

export class NameTable<V> extends Keyed<V> {
  /**
   * All names sorted, and sorted by their reversed spelling. Made when first needed, since most tables are never asked
   * for this.
   */
  #lists: { readonly forth: string[]; readonly back: string[] } | undefined = undefined

  override set(key: string, value: V): void {
    if (this.#lists !== undefined && this.get(key) === undefined) {
      insert(this.#lists.forth, key)
      insert(this.#lists.back, reversed(key))
    }
    super.set(key, value)
  }

  /** Shows the value of each name with that beginning and end. */
  within(start: string, end: string, show: (value: V) => void): void {
    const { forth, back } = (this.#lists ??= listsOf(this.keys()))
    const tail = reversed(end)
    const [from, to] = rangeOf(forth, start)
    const [first, last] = rangeOf(back, tail)
    const isForth = to - from <= last - first
    const names = isForth ? forth.slice(from, to) : back.slice(first, last).map(reversed)
    for (const name of names) if (isForth ? name.endsWith(end) : name.startsWith(start)) show(this.get(name) as V)
  }
}

function listsOf(names: Iterable<string>): { readonly forth: string[]; readonly back: string[] } {
  const forth = [...names].toSorted(compare)
  return { forth, back: forth.map(reversed).toSorted(compare) }
}

/** By code units, as the search below compares. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function reversed(name: string): string {
  let out = ''
  for (let at = name.length - 1; at >= 0; at--) out += name[at]
  return out
}

function insert(list: string[], name: string): void {
  list.splice(
    firstThat(list, 0, (other) => other >= name),
    0,
    name,
  )
}

/** Names with the same beginning are next to each other. */
function rangeOf(list: readonly string[], start: string): readonly [from: number, to: number] {
  const from = firstThat(list, 0, (name) => name >= start)
  return [from, firstThat(list, from, (name) => !name.startsWith(start))]
}

/** The first index, not before `from`, from which on the condition holds for all names. */
function firstThat(list: readonly string[], from: number, holds: (name: string) => boolean): number {
  let low = from
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(list[middle] as string)) high = middle
    else low = middle + 1
  }
  return low
}
