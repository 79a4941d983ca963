/** Part of the command catalogue: the expression of find, as far as it only tests names and files. */

import type { Word } from '../../../engine/effect.ts'

/** Tests that exclude names, and take one word. */
const VALUED = new Set(
  `-type -maxdepth -mindepth -size -name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -newer -newermt
   -mtime -mmin -atime -amin -ctime -cmin -perm -user -group -links`.split(/\s+/),
)
const BARE = new Set('-empty -prune -readable -writable -executable -xdev -mount'.split(' '))
const NOT = new Set(['-not', '!'])
const OR = new Set(['-o', '-or'])
const AND = new Set(['-a', '-and'])
/** As the last word, these print what has passed. */
export const PRINT: ReadonlySet<Word> = new Set(['-print', '-print0'])
export const FOLLOWS: ReadonlySet<Word> = new Set(['-L', '-follow'])
const MOST_DEPTH = 16
const NONE: readonly never[] = []

/** One alternative must pass, and for that all its terms must. */
export type Alternatives = readonly (readonly Term[])[]
export type Term =
  | { readonly test: string; readonly value: string }
  | { readonly not: Term }
  | { readonly any: Alternatives }

export function isExpression(word: string): boolean {
  return word.startsWith('-') || word === '(' || word === '!' || word === ','
}

/** Empty if there is no expression, or not all of it is understood. */
export function parseFind(argv: readonly string[]): Alternatives {
  let from = 1
  while (from < argv.length && !isExpression(argv[from] ?? '')) from++
  const end = PRINT.has(argv.at(-1) ?? null) ? argv.length - 1 : argv.length
  const parser = new Parser(argv.slice(from, end))
  const alternatives = parser.either(0)
  return parser.isDone ? alternatives : NONE
}

/** Each method continues where the last one ended. */
class Parser {
  readonly #words: readonly string[]
  #at = 0
  #isKnown = true

  constructor(words: readonly string[]) {
    this.#words = words
  }

  /** Whether the whole expression was understood. */
  get isDone(): boolean {
    return this.#isKnown && this.#at === this.#words.length
  }

  either(depth: number): Alternatives {
    const alternatives = [this.#all(depth)]
    while (this.#takes(OR)) {
      // `-prune -o -print`: only the action stands behind it.
      const isEnd = depth === 0 && this.#at === this.#words.length
      alternatives.push(isEnd ? NONE : this.#all(depth))
    }
    return alternatives
  }

  #all(depth: number): readonly Term[] {
    const terms = [this.#one(depth)]
    while (this.#isKnown && this.#at < this.#words.length && !this.#isAt(OR) && this.#words[this.#at] !== ')') {
      this.#takes(AND)
      terms.push(this.#one(depth))
    }
    return terms
  }

  #one(depth: number): Term {
    if (depth > MOST_DEPTH) return this.#fail()
    if (this.#takes(NOT)) return { not: this.#one(depth + 1) }
    const test = this.#words[this.#at++]
    if (test === undefined) return this.#fail()
    if (test === '(') {
      const any = this.either(depth + 1)
      return this.#words[this.#at++] === ')' ? { any } : this.#fail()
    }
    if (BARE.has(test)) return { test, value: '' }
    const value = this.#words[this.#at++]
    if (value === undefined || !VALUED.has(test)) return this.#fail()
    if ((test === '-name' || test === '-iname') && /[/\\]/.test(value)) return this.#fail()
    return { test, value }
  }

  #isAt(words: ReadonlySet<string>): boolean {
    return words.has(this.#words[this.#at] ?? '')
  }

  #takes(words: ReadonlySet<string>): boolean {
    const taken = this.#isAt(words)
    if (taken) this.#at++
    return taken
  }

  #fail(): Term {
    this.#isKnown = false
    return { test: '', value: '' }
  }
}
