/** Part of the catalogue: looks for a few known words among all the words of a command. */

import { codeAt } from '../code-at.ts'

/**
 * A set with a fast answer for most words: they differ in length or first letter from the words in the set, while a
 * plain set would have to read the whole word to hash it.
 */
export class WordSet {
  readonly #words: ReadonlySet<string>
  /** One bit per length; lengths from 31 on share one. */
  #lengths = 0
  /** One bit per first letter; letters whose codes differ by 32 or 64 share one. */
  #letters = 0

  constructor(words: Iterable<string>) {
    this.#words = new Set(words)
    for (const word of this.#words) {
      if (word === '') continue
      this.#lengths |= lengthBit(word)
      this.#letters |= letterBit(word)
    }
  }

  /** The empty word never counts as in the set. */
  has(word: string): boolean {
    if (word.length === 0 || (lengthBit(word) & this.#lengths) === 0 || (letterBit(word) & this.#letters) === 0)
      return false
    return this.#words.has(word)
  }

  /** Whether any word of a command, besides the program, is in the set. */
  meets(argv: readonly (string | null)[]): boolean {
    for (let at = 1; at < argv.length; at++) {
      const word = argv[at]
      if (word != null && this.has(word)) return true
    }
    return false
  }
}

function lengthBit(word: string): number {
  return 1 << Math.min(word.length, 31)
}

function letterBit(word: string): number {
  return 1 << (codeAt(word, 0) & 31)
}
