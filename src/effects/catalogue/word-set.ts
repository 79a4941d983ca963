/** Part of the catalogue: a few known words, looked for among all the words of a command. */

import { codeAt } from '../code-at.ts'

/**
 * A set that says no at a glance: most words have another length or another first letter than those that are looked for,
 * and a set would have to read a word whole to hash it.
 */
export class WordSet {
  readonly #words: ReadonlySet<string>
  /** Bit per length; those from 31 on share one. */
  #lengths = 0
  /** Bit per first letter; 32 and 64 letters apart share one. */
  #letters = 0

  constructor(words: Iterable<string>) {
    this.#words = new Set(words)
    for (const word of this.#words) {
      if (word === '') continue
      this.#lengths |= lengthBit(word)
      this.#letters |= letterBit(word)
    }
  }

  /** The empty word is in no such set. */
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
