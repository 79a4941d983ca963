/**
 * Part of the command catalogue: what the names are like that a find expression leaves.
 *
 * INVARIANT: every name that passes the whole expression fits one of the patterns. What is not known (a word of no table, an
 * action) ends the proof.
 */

import type { Word } from '../../../engine/effect.ts'

/** Tests that leave names out, and take one word. */
const VALUED: ReadonlySet<Word> = new Set('-type -maxdepth -mindepth -size -mtime -mmin -newer'.split(' '))
const BARE: ReadonlySet<Word> = new Set(['-empty', '-prune'])
const NOT: ReadonlySet<Word> = new Set(['-not', '!'])
const OR: ReadonlySet<Word> = new Set(['-o', '-or'])
const AND: ReadonlySet<Word> = new Set(['-a', '-and'])
/** As the last word: what has passed is printed. */
const PRINT: ReadonlySet<Word> = new Set(['-print', '-print0'])
const FOLLOWS: ReadonlySet<Word> = new Set(['-L', '-follow'])

/** Whatever it is called. */
const ANY: readonly string[] = ['*']
const MOST_PATTERNS = 16
const MOST_DEPTH = 16

/** `find src -type f \( -name '*.ts' -o -name '*.js' \)`: `*.ts` and `*.js`. Undefined where links are followed, or a word is not known. */
export function namesFound(argv: readonly Word[]): readonly string[] | undefined {
  if (argv.some((word) => word === null || FOLLOWS.has(word))) return undefined
  let from = 1
  while (from < argv.length && !isExpression(argv[from] ?? '')) from++
  const end = PRINT.has(argv.at(-1) ?? null) ? argv.length - 1 : argv.length
  if (from >= end) return ANY
  const expression = new Expression(argv.slice(from, end))
  const names = expression.either(0)
  return expression.isDone && names.length <= MOST_PATTERNS ? names : ANY
}

export function isExpression(word: string): boolean {
  return word.startsWith('-') || word === '(' || word === '!' || word === ','
}

/** The name itself, where no pattern is in it: a star of a path may stand for several names. */
const LAST = /\/([^/*?[\]\\]+)$/

/** Each method reads on, and says what fits all that passes what it has read. */
class Expression {
  readonly #words: readonly Word[]
  #at = 0
  #isKnown = true

  constructor(words: readonly Word[]) {
    this.#words = words
  }

  /** Whether all of it was understood. */
  get isDone(): boolean {
    return this.#isKnown && this.#at === this.#words.length
  }

  either(depth: number): readonly string[] {
    let names = this.#all(depth)
    while (this.#takes(OR)) {
      const others = this.#all(depth)
      names = names === ANY || others === ANY ? ANY : [...names, ...others]
    }
    return names
  }

  #all(depth: number): readonly string[] {
    let names = this.#one(depth)
    while (this.#isKnown && this.#at < this.#words.length && !this.#isAt(OR) && this.#words[this.#at] !== ')') {
      this.#takes(AND)
      const others = this.#one(depth)
      if (names === ANY) names = others
    }
    return names
  }

  #one(depth: number): readonly string[] {
    if (depth > MOST_DEPTH) return this.#fail()
    if (this.#takes(NOT)) {
      this.#one(depth + 1)
      return ANY
    }
    const word = this.#words[this.#at++]
    if (word === '(') {
      const names = this.either(depth + 1)
      return this.#words[this.#at++] === ')' ? names : this.#fail()
    }
    if (BARE.has(word ?? null)) return ANY
    const value = this.#words[this.#at++]
    if (value == null) return this.#fail()
    if (VALUED.has(word ?? null)) return ANY
    if (word === '-path') return LAST.exec(value)?.slice(1) ?? ANY
    if ((word !== '-name' && word !== '-iname') || value.includes('/') || value.includes('\\')) return this.#fail()
    return [word === '-name' ? value : inAnyCase(value)]
  }

  #isAt(words: ReadonlySet<Word>): boolean {
    return words.has(this.#words[this.#at] ?? null)
  }

  #takes(words: ReadonlySet<Word>): boolean {
    const taken = this.#isAt(words)
    if (taken) this.#at++
    return taken
  }

  #fail(): readonly string[] {
    this.#isKnown = false
    return ANY
  }
}

/** `*.md` as `*.[mM][dD]`. A class may hold either already, and what is no letter of ours has other cases than two. */
function inAnyCase(pattern: string): string {
  if (!/^[ -Z^-~]*$/.test(pattern)) return '*'
  return pattern.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
}
