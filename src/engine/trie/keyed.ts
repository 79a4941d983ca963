/** Part of the rule index: a table by names, asked mostly for names that are not in it. */

/**
 * INVARIANT: `get` answers as a map would. The two masks only spare looking for names that differ from all keys in length
 * or middle letter, since most do, and the marks of a large table, whose masks are full, those that differ in several letters:
 * a look into a map of a hundred thousand names is one all over the memory.
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

/** Keys for which the masks will do: a power of two. */
const SMALL = 64
/** Bits for each key of a larger table, at least. */
const ROOM = 8

function lengthBit(name: string): number {
  return 1 << (name.length & 31)
}

/** Of the letter in the middle: names in one place often begin and end alike. */
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

/** A number made of its length and a few of its letters. */
function codeOf(name: string): number {
  const { length } = name
  if (length < 2) return length
  const ends = (name.charCodeAt(0) * 31 + name.charCodeAt(length - 1)) * 31 + name.charCodeAt(length - 2)
  const spread = Math.imul((ends * 31 + name.charCodeAt(length >> 1)) * 31 + length, 0x9e37_79b1)
  return spread ^ (spread >>> 15)
}
