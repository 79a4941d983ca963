/** Part of the rule index: a table by names that is mostly asked for names that are not in it. */

/**
 * INVARIANT: `get` answers as a map would. Two masks save the lookup of names whose length or middle letter no key has,
 * as is the case for most names. In a large table the masks are full, so marks save the lookup of names that differ in
 * several letters: a lookup in a map of a hundred thousand names misses the processor's cache.
 */
export class Keyed<V> {
  readonly #values = new Map<string, V>()
  #lengths = 0
  #letters = 0
  #marks: Uint32Array | undefined = undefined

  get(key: string): V | undefined {
    if ((this.#lengths & lengthBit(key)) === 0 || (this.#letters & letterBit(key)) === 0) return undefined
    if (this.#marks !== undefined && !isMarked(this.#marks, key)) return undefined
    return this.#values.get(key)
  }

  set(key: string, value: V): void {
    this.#lengths |= lengthBit(key)
    this.#letters |= letterBit(key)
    this.#values.set(key, value)
    const { size } = this.#values
    if (size <= SMALL) return
    if (this.#marks !== undefined && size * ROOM <= this.#marks.length * 32) return mark(this.#marks, key)
    this.#marks = new Uint32Array(this.#marks === undefined ? SMALL : this.#marks.length * 4)
    for (const each of this.#values.keys()) mark(this.#marks, each)
  }

  keys(): Iterable<string> {
    return this.#values.keys()
  }

  entries(): Iterable<readonly [string, V]> {
    return this.#values
  }

  values(): Iterable<V> {
    return this.#values.values()
  }
}

/** The number of keys up to which the masks are enough; a power of two. */
const SMALL = 64
/** At least this many bits per key in a larger table. */
const ROOM = 8

function lengthBit(name: string): number {
  return 1 << (name.length & 31)
}

/** Uses the middle letter, since names in one place often begin and end alike. */
function letterBit(name: string): number {
  return name === '' ? 1 : 1 << (name.charCodeAt(name.length >> 1) & 31)
}

function isMarked(marks: Uint32Array, name: string): boolean {
  const code = codeOf(name)
  return ((marks[(code >>> 5) & (marks.length - 1)] as number) & (1 << (code & 31))) !== 0
}

function mark(marks: Uint32Array, name: string): void {
  const code = codeOf(name)
  const at = (code >>> 5) & (marks.length - 1)
  marks[at] = (marks[at] as number) | (1 << (code & 31))
}

/** A number made from its length and a few of its letters. */
function codeOf(name: string): number {
  const { length } = name
  if (length < 2) return length
  const ends = (name.charCodeAt(0) * 31 + name.charCodeAt(length - 1)) * 31 + name.charCodeAt(length - 2)
  const spread = Math.imul((ends * 31 + name.charCodeAt(length >> 1)) * 31 + length, 0x9e37_79b1)
  return spread ^ (spread >>> 15)
}
