/** Part of the danger catalogue: the flags of one command, single letters as bits and whole words as a list. */

import { startsWith } from '../../code-at.ts'

const NEGATIVE = /^(?:false|f|no|n|none|never|off|0)$/iu

/** Above this many words, building a set pays off. */
const FEW = 12

/**
 * Plain fields instead of a set of strings, because one of these is filled for nearly every command that is looked at.
 */
export class Flags {
  /** Long names and whole single-dash words, each also with its `=value`. */
  readonly words: string[] = []
  /** Bits for the letters found, as characters 33 to 63, 64 to 95 and 96 to 127. */
  private signs = 0
  private capitals = 0
  private letters = 0
  private index: ReadonlySet<string> | undefined = undefined

  /** A whole word, which may be a single letter. */
  addWord(word: string): void {
    this.words.push(word)
    if (word.length === 2) this.addLetter(word.charCodeAt(1))
  }

  addLetter(code: number): void {
    const bit = 1 << (code & 31)
    if (code >= 128) return
    if (code >= 96) this.letters |= bit
    else if (code >= 64) this.capitals |= bit
    else this.signs |= bit
  }

  has(flag: string): boolean {
    if (flag.length === 2) return this.hasLetter(flag.charCodeAt(1))
    if (this.words.length <= FEW) return this.words.includes(flag)
    this.index ??= new Set(this.words)
    return this.index.has(flag)
  }

  /** The flag is there and is not taken back: only what is sure may count as "nothing happens". */
  excuses(flag: string): boolean {
    return this.has(flag) && !this.takesBack(flag)
  }

  /** `--dry-run=false`, `--no-dry-run`, and rsync's `--no-n`. If two flags contradict each other, either may win. */
  takesBack(flag: string): boolean {
    const [name = ''] = flag.split('=', 1)
    const bare = name.replace(/^-+/u, '')
    const tries = bare === 'n' || startsWith(bare, 'dry')
    return this.words.some(
      (word) =>
        (startsWith(word, '--no-') && (word.slice(5) === bare || (tries && startsWith(word, '--no-dr')))) ||
        (startsWith(word, name) && word[name.length] === '=' && NEGATIVE.test(word.slice(name.length + 1))),
    )
  }

  private hasLetter(code: number): boolean {
    const bits = code >= 128 ? 0 : code >= 96 ? this.letters : code >= 64 ? this.capitals : this.signs
    return (bits & (1 << (code & 31))) !== 0
  }
}
