/**
 * Part of the command catalogue: what the names that a find expression lets through look like, and which folders it
 * leaves out.
 *
 * INVARIANT: every name that passes the whole expression fits one of the patterns, and none is in a folder that is left
 * out. Anything unknown (a word in no table, an action) ends the proof.
 */

import type { Word } from '../../../engine/effect.ts'

/** Tests that exclude names, and take one word. */
const VALUED = new Set('-type -maxdepth -mindepth -size -mtime -mmin -newer -newermt -name -iname -path'.split(' '))
const BARE = new Set(['-empty', '-prune'])
const NOT = new Set(['-not', '!'])
const OR = new Set(['-o', '-or'])
const AND = new Set(['-a', '-and'])
/** As the last word, these print what has passed. */
const PRINT: ReadonlySet<Word> = new Set(['-print', '-print0'])
const FOLLOWS: ReadonlySet<Word> = new Set(['-L', '-follow'])

/** Any name. */
const ANY: readonly string[] = ['*']
const NONE: readonly never[] = []
const MOST_PATTERNS = 16
const MOST_DEPTH = 16

/**
 * `find src -type f \( -name '*.ts' -o -name '*.js' \)`: `*.ts` and `*.js`. Undefined if links are followed, or a word
 * is not known.
 */
export function namesFound(argv: readonly Word[]): readonly string[] | undefined {
  if (argv.some((word) => word === null || FOLLOWS.has(word))) return undefined
  const names = namesOf(parse(argv as readonly string[]))
  return names.length <= MOST_PATTERNS ? names : ANY
}

/**
 * The names of folders that are not entered; those at the starting point begin with `./`. Examples:
 * `-not -path '*\/dist/*'` among tests that all must pass, `-path ./dist -prune -o …`,
 * `-type d \( -name a -o -name b \) -prune -o …`.
 */
export function foldersLeftOut(argv: readonly string[]): readonly string[] {
  const alternatives = parse(argv)
  const [only, ...others] = alternatives
  if (only === undefined) return NONE
  if (others.length === 0) return only.flatMap((term) => ('not' in term ? namedBy(term.not, INSIDE) : NONE))
  const first = alternatives.findIndex((all) => prunedBy(all).length === 0)
  // Above that depth nothing is tested, so nothing is pruned.
  return argv.includes('-mindepth') ? NONE : alternatives.slice(0, Math.max(first, 0)).flatMap(prunedBy)
}

/** Whether it finds nothing but files and folders: a link that is not followed is neither. */
export function findsNoLinks(argv: readonly string[]): boolean {
  if (argv.some((word) => FOLLOWS.has(word))) return false
  const [only, ...others] = parse(argv)
  // What is pruned is found as well, unless an action says otherwise.
  const acts = argv.some((word) => PRINT.has(word) || word.startsWith('-exec'))
  const isFile = (term: Term): boolean =>
    'any' in term ? term.any.every((all) => all.some(isFile)) : 'test' in term && isTypeOfFile(term)
  const isPruned = (term: Term) => acts && 'test' in term && term.test === '-prune'
  return only !== undefined && [only, ...others].every((all) => all.some((term) => isFile(term) || isPruned(term)))
}

function isTypeOfFile({ test, value }: { readonly test: string; readonly value: string }): boolean {
  return test === '-type' && /^[fd](?:,[fd])*$/.test(value)
}

export function isExpression(word: string): boolean {
  return word.startsWith('-') || word === '(' || word === '!' || word === ','
}

/** One alternative must pass, and for that all its terms must. */
type Alternatives = readonly (readonly Term[])[]
type Term = { readonly test: string; readonly value: string } | { readonly not: Term } | { readonly any: Alternatives }

/** The last name, if it is no pattern: the star of a path may stand for several names. */
const LAST = /\/([^/*?[\]\\]+)$/

function namesOf(alternatives: Alternatives): readonly string[] {
  const names = alternatives.map((all) => all.map(namesOfTerm).find((one) => one !== ANY) ?? ANY)
  return names.length === 0 || names.includes(ANY) ? ANY : names.flat()
}

function namesOfTerm(term: Term): readonly string[] {
  if ('not' in term) return ANY
  if ('any' in term) return namesOf(term.any)
  const { test, value } = term
  if (test === '-path') return LAST.exec(value)?.slice(1) ?? ANY
  return test === '-name' ? [value] : test === '-iname' ? [inAnyCase(value)] : ANY
}

/** `*.md` as `*.[mM][dD]`. A class may already hold both cases, and letters beyond ASCII may have more than two. */
function inAnyCase(pattern: string): string {
  if (!/^[ -Z^-~]*$/.test(pattern)) return '*'
  return pattern.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
}

const INSIDE = /^(?:\*\/|(?=\.\/))((?:\.\/)?[\w.@-]+)\/\*$/
const ITSELF = /^(?:\*\/|(?=\.\/))((?:\.\/)?[\w.@-]+)$/
const BY_NAME = /^([\w.@-]+)$/

function namedBy(term: Term, path: RegExp, name?: RegExp): readonly string[] {
  if (!('test' in term)) return NONE
  const form = term.test === '-path' ? path : term.test === '-name' ? name : undefined
  return form?.exec(term.value)?.slice(1) ?? NONE
}

/** The folders that are pruned if all of these pass, provided that nothing else has to. */
function prunedBy(all: readonly Term[]): readonly string[] {
  const isFolder = (term: Term) => 'test' in term && term.test === '-type' && term.value === 'd'
  const [named, prune, ...others] = all.filter((term) => !isFolder(term))
  if (named === undefined || prune === undefined || others.length > 0) return NONE
  if (!('test' in prune) || prune.test !== '-prune') return NONE
  if (!('any' in named)) return namedBy(named, ITSELF, BY_NAME)
  const each = named.any.map(([term, ...more]) =>
    term === undefined || more.length > 0 ? NONE : namedBy(term, ITSELF, BY_NAME),
  )
  return each.every((names) => names.length > 0) ? each.flat() : NONE
}

/** Empty if there is no expression, or not all of it is understood. */
function parse(argv: readonly string[]): Alternatives {
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
    while (this.#takes(OR)) alternatives.push(this.#all(depth))
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
    if (test !== '-path' && test.endsWith('name') && /[/\\]/.test(value)) return this.#fail()
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
