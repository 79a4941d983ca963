/**
 * Part of the command catalogue: which of the files below its starting point a find expression hands on, and which
 * folders it goes through.
 *
 * INVARIANT: a file counts as left out only if it surely is; of a test that is not followed here, nobody knows how it
 * turns out.
 */

import type { Entry } from '../../paths/file-system.ts'
import type { Word } from '../../../engine/effect.ts'
import { FOLLOWS, isExpression, parseFind, PRINT } from './find-expression.ts'
import type { Alternatives, Term } from './find-expression.ts'

export interface FindTests {
  /** As it is spelled, without a slash at the end. */
  readonly root: string
  /** The words of find up to its action. */
  readonly argv: readonly string[]
  /** Whether the action is spelled: then it belongs to the last alternative. */
  readonly acts: boolean
  /** Whether all words are known to stand as they are: the shell may put one name where a star was. */
  readonly written: boolean
}

type Truth = 'yes' | 'no' | 'maybe'

interface Tried {
  readonly name: string
  /** As find sees it. */
  readonly path: string
  readonly kind: Entry['kind']
  readonly written: boolean
  pruned: boolean
}

/**
 * One for each of the folders in which it begins; undefined if links are followed, or a folder is not spelled plainly.
 * `acts`: the words end where another action than printing is.
 */
export function testsOf(argv: readonly Word[], acts: boolean, written = true): readonly FindTests[] | undefined {
  const words = argv.filter((word) => word !== null)
  if (words.length < argv.length || words.some((word) => FOLLOWS.has(word))) return undefined
  const end = words.findIndex((word, at) => at > 0 && isExpression(word))
  const named = words.slice(1, end < 0 ? undefined : end)
  const roots = named.length === 0 ? ['.'] : named
  if (!roots.every((root) => ROOT.test(root))) return undefined
  const isSpelled = acts || PRINT.has(words.at(-1) ?? null)
  return roots.map((root) => ({ root: root.replace(/\/$/, ''), argv: words, acts: isSpelled, written }))
}

/** With one slash at the end at most: find prints it as it is. */
const ROOT = /^(?:\/?[\w.@+-]+)(?:\/[\w.@+-]+)*\/?$/

export class FindFilter {
  readonly #root: string
  readonly #tests: Alternatives
  readonly #acts: boolean
  readonly #written: boolean
  readonly #prunes: boolean
  /** Levels below the starting point. */
  readonly #from: number
  readonly #to: number

  constructor({ root, argv, acts, written }: FindTests) {
    this.#written = written
    this.#root = root
    this.#tests = parseFind(argv)
    this.#acts = acts
    const isKnown = this.#tests.length > 0
    // Above that depth nothing is tested, so nothing is pruned.
    this.#prunes = argv.indexOf('-mindepth') === argv.lastIndexOf('-mindepth')
    this.#from = (isKnown ? depthIn(argv, '-mindepth') : undefined) ?? 0
    this.#to = (isKnown ? depthIn(argv, '-maxdepth') : undefined) ?? Infinity
  }

  /** `names`: from the starting point. */
  mayPass(names: readonly string[], kind: Entry['kind']): boolean {
    if (names.length < this.#from || names.length > this.#to) return false
    const tests = this.#tests
    const tried = this.#tried(names, kind)
    if (!this.#acts) return tests.length === 0 || either(tests, tried, true) !== 'no'
    const last = tests.at(-1)
    if (last === undefined) return true
    return either(tests.slice(0, -1), tried, true) !== 'yes' && all(last, tried, true) !== 'no'
  }

  mayEnter(names: readonly string[]): boolean {
    if (names.length >= this.#to) return false
    if (names.length < this.#from || !this.#prunes) return true
    const tried = this.#tried(names, 'folder')
    either(this.#tests, tried, true)
    return !tried.pruned
  }

  #tried(names: readonly string[], kind: Entry['kind']): Tried {
    return {
      name: names.at(-1) ?? '',
      path: `${this.#root}/${names.join('/')}`,
      kind,
      written: this.#written,
      pruned: false,
    }
  }
}

/** It counts for the whole search, wherever it stands; undefined if it is said more than once. */
function depthIn(argv: readonly string[], option: string): number | undefined {
  const at = argv.indexOf(option)
  const value = argv[at + 1] ?? ''
  return at < 0 || argv.lastIndexOf(option) !== at || !/^\d{1,4}$/.test(value) ? undefined : Number(value)
}

/** `sure`: find comes to these tests whatever the others before them say. */
function either(tests: Alternatives, tried: Tried, sure: boolean): Truth {
  let found: Truth = 'no'
  for (const terms of tests) {
    const one = all(terms, tried, sure && found === 'no')
    if (one === 'yes') return one
    if (one === 'maybe') found = one
  }
  return found
}

/** find may try names first, wherever they stand: what comes before them is reached only if all of them fit. */
function all(terms: readonly Term[], tried: Tried, sure: boolean): Truth {
  const truths = terms.map((term) => truthOf(term, tried, false))
  const found = truths.includes('no') ? 'no' : truths.includes('maybe') ? 'maybe' : 'yes'
  if (sure && found === 'yes') for (const term of terms) truthOf(term, tried, true)
  return found
}

const OPPOSITE = { yes: 'no', no: 'yes', maybe: 'maybe' } as const

function truthOf(term: Term, tried: Tried, sure: boolean): Truth {
  if ('not' in term) return OPPOSITE[truthOf(term.not, tried, sure)]
  if ('any' in term) return either(term.any, tried, sure)
  const { test, value } = term
  const { name, path, kind, written } = tried
  const fit = (pattern: string | undefined, text: string) => {
    const truth = fits(pattern, text)
    return truth === 'yes' && !written && pattern?.includes('*') ? 'maybe' : truth
  }
  switch (test) {
    case '-prune':
      tried.pruned ||= sure
      return 'yes'
    case '-maxdepth':
    case '-mindepth':
      return 'yes'
    case '-name':
      return fit(value, name)
    case '-path':
    case '-wholename':
      return fit(value, path)
    case '-iname':
      return inAnyCase(name) ? fit(value.toLowerCase(), name.toLowerCase()) : 'maybe'
    case '-ipath':
    case '-iwholename':
      return inAnyCase(path) ? fit(value.toLowerCase(), path.toLowerCase()) : 'maybe'
    case '-regex':
      return path.includes('\n') ? 'maybe' : fit(starsFor(value), path)
    case '-type':
      return isType(value, kind)
    default:
      return 'maybe'
  }
}

/** A pattern in which only the star has a meaning; it stands for slashes and leading dots, too. */
const SIMPLE = /^[\w.*/@+,=% ~-]+$/

function fits(pattern: string | undefined, text: string): Truth {
  if (pattern === undefined || !SIMPLE.test(pattern)) return 'maybe'
  const [begins = '', ...others] = pattern.split('*')
  const ends = others.pop()
  if (ends === undefined) return text === begins ? 'yes' : 'no'
  if (text.length < begins.length + ends.length || !text.startsWith(begins) || !text.endsWith(ends)) return 'no'
  let at = begins.length
  const end = text.length - ends.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found < 0 || found + part.length > end) return 'no'
    at = found + part.length
  }
  return 'yes'
}

/** What letters beyond ASCII become is not the same everywhere. */
function inAnyCase(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

/** `.*\.ts` as `*.ts`; undefined for an expression that says more. It must fit the whole path. */
function starsFor(expression: string): string | undefined {
  const text = expression.replaceAll(/\.\*|\\\.|[\w/-]/g, (sign) => (sign === '.*' ? '*' : sign === '\\.' ? '.' : sign))
  return /^(?:\.\*|\\\.|[\w/-])*$/.test(expression) ? text : undefined
}

/** Of what is neither a folder nor a link, nobody knows whether it is a plain file. */
function isType(value: string, kind: Entry['kind']): Truth {
  if (!/^[a-zA-Z]$/.test(value)) return 'maybe'
  if (kind === 'other' || kind === 'pipe') return value === 'd' || value === 'l' ? 'no' : 'maybe'
  return value === (kind === 'folder' ? 'd' : 'l') ? 'yes' : 'no'
}
