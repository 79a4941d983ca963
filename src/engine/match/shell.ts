/**
 * Matching of shell rules on parsed words, never on characters.
 *
 * INVARIANT: `permits` says yes only to words that are known; `restricts` says at least "maybe" to every word list
 * that could turn out to be what the rule names.
 */

import type { Form, Run, Word } from '../effect.ts'
import { withoutFlags } from './flags.ts'
import type { Match } from './match.ts'
import { PatternError } from './pattern-error.ts'
import { matchesPieces } from './pieces.ts'
import { mayStandFor, readingsOf } from './shell-segment.ts'
import { ANY, isPieces, matchesWord } from './token.ts'
import type { Token } from './token.ts'

export interface ShellPattern {
  /** The program the pattern begins with, folded as `programKey` does; undefined when it begins with a wildcard. */
  readonly key: string | undefined
  /** The fixed words that follow it. */
  readonly words: readonly string[]
  permits(run: Run): boolean
  restricts(run: Run): Match
  /** What is compared with the words, the program first. */
  tokens(as: 'permits' | 'restricts'): readonly Token[]
}

/** Restrictions go by the file name whatever folder or letter case it was called by; a release of a program is the program. */
export function programKey(word: string): string {
  if (isKey(word)) return word
  const name = word.slice(word.lastIndexOf('/') + 1).toLowerCase()
  const { length } = name
  const last = length === 0 ? 0 : name.charCodeAt(length - 1)
  if (last >= ZERO && last <= NINE) return name.replace(RELEASE, '$1')
  return length >= 4 && name.charCodeAt(length - 4) === DOT ? name.replace(/\.(?:exe|cmd|bat)$/u, '') : name
}

/** Nothing but small letters, as most names of programs are. */
function isKey(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    if (code < SMALL_A || code > SMALL_Z) return false
  }
  return true
}

const SMALL_A = 0x61
const SMALL_Z = 0x7a
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
/** `python3.11`, `php8.2`, `gcc-12`; `pip3` is `pip`, while who denies `python` may want `python3` used. */
const RELEASE = /^(python[23]|pip|ruby|php|perl|lua|node|java|gcc|g\+\+|clang(?:\+\+)?)[.-]?\d[\d.]*$/u

/**
 * The same for a name with stars in it. Where a star is all of the name, the folder it is called from is what counts, wherever that
 * lies: such pieces hold slashes.
 */
function programPieces(pieces: readonly string[]): readonly string[] {
  const folded = pieces.map((piece) => piece.toLowerCase())
  const slashed = folded.findLastIndex((piece) => piece.includes('/'))
  const name = slashed < 0 ? folded : [programKey(folded[slashed] as string), ...folded.slice(slashed + 1)]
  if (name.some((piece) => piece !== '')) return name
  const [head = '', ...rest] = folded
  return ['', head.replace(/^(?:\.?\/)*/u, '/'), ...rest]
}

function isCalled(pieces: readonly string[], word: string, program: string | null): boolean {
  if (pieces.some((piece) => piece.includes('/'))) return matchesPieces(pieces, `/${word.toLowerCase()}`)
  return matchesPieces(pieces, programKey(word)) || (program !== null && matchesPieces(pieces, program.toLowerCase()))
}

export function compileShell(specifier: string): ShellPattern {
  const { tokens, prefix } = tokenize(specifier)
  const first = tokens[0]
  if (first === undefined) throw new PatternError('it names no command; write one, as in `shell(npm run:*)`')
  const key = typeof first === 'string' ? programKey(first) : undefined
  const exact: readonly Token[] = prefix ? [...tokens, ANY] : tokens
  const last = tokens.at(-1)
  // A star glued to the last word (`rm*`) also covers what follows when it restricts: too wide is the safe side there.
  const open: readonly Token[] = !prefix && Array.isArray(last) && last.at(-1) === '' ? [...tokens, ANY] : exact
  const wide = isPieces(first) ? [programPieces(first), ...open.slice(1)] : open
  return new TokenPattern(key, exact, wide)
}

/** A class, since a policy may hold a hundred thousand of them. */
class TokenPattern implements ShellPattern {
  readonly key: string | undefined
  readonly #exact: readonly Token[]
  readonly #wide: readonly Token[]

  constructor(key: string | undefined, exact: readonly Token[], wide: readonly Token[]) {
    this.key = key
    this.#exact = exact
    this.#wide = wide
  }

  get words(): readonly string[] {
    if (this.key === undefined) return []
    const wild = this.#exact.findIndex((token) => typeof token !== 'string')
    return this.#exact.slice(1, wild < 0 ? undefined : wild) as string[]
  }

  tokens(as: 'permits' | 'restricts'): readonly Token[] {
    return as === 'permits' ? this.#exact : this.#wide
  }

  permits(run: Run): boolean {
    if (!permitsFirst(this.#exact[0] as Token, run)) return false
    const not = notBehindStars(this)
    if (matches(this.#exact, run.argv, 1, not) === 2) return true
    return run.meant !== undefined && matches(this.#exact, run.meant, 1, not) === 2
  }

  restricts(run: Run): Match {
    let best = restrictsWords(this.#wide, this.key, run.argv, run.program)
    if (best < 2 && run.meant !== undefined)
      best = Math.max(best, restrictsWords(this.#wide, this.key, run.meant, run.program)) as Match
    if (best === 2 || run.forms === undefined) return best
    for (const form of run.forms()) {
      best = Math.max(best, restrictsForm(this.#wide, this.key, form, run.program)) as Match
      if (best === 2) return 2
    }
    return best
  }
}

/**
 * What the star of a permission does not stand for, unless the word it is in spells it: `rm build/../src` lies outside of
 * `build/*`, and `git push origin feature/x:main` writes main.
 */
const NO_STEPS = /(?:^|\/)\.\.(?:\/|$)/u
const NO_TARGETS = /(?:^|\/)\.\.(?:\/|$)|:/u

export function notBehindStars({ key }: Pick<ShellPattern, 'key'>): RegExp {
  return key === 'git' ? NO_TARGETS : NO_STEPS
}

function permitsFirst(first: Token, run: Run): boolean {
  const word = run.argv[0]
  if (word === undefined || word === null) return false
  if (first === ANY) return run.trusted
  if (typeof first === 'string') return first === word || (run.trusted && first === run.program)
  return run.trusted && run.program !== null && matchesPieces(first, run.program)
}

function restrictsForm(
  tokens: readonly Token[],
  key: string | undefined,
  { words, doubtful, flags, patterns }: Form,
  program: string | null,
): Match {
  if (flags === undefined) return restrictsWords(tokens, key, words, program)
  const rest = withoutFlags(tokens, flags)
  if (rest === undefined) return 0
  const match = restrictsWords(rest.tokens, key, words, program, doubtful, patterns)
  return rest.sure ? match : (Math.min(match, 1) as Match)
}

function restrictsWords(
  tokens: readonly Token[],
  key: string | undefined,
  words: readonly Word[],
  program: string | null,
  doubtful: readonly number[] = NOWHERE,
  patterns?: Form['patterns'],
): Match {
  const word = words[0]
  if (word === undefined) return 0
  if (word === null) return 1
  const name = programKey(word)
  const first = tokens[0]
  if (key !== undefined) {
    if (key !== name && (program === null || key !== programKey(program))) return 0
  } else if (first !== ANY && !isCalled(first as readonly string[], word, program)) return 0
  const start = first === ANY ? 0 : 1
  if (doubtful.length === 0 && patterns === undefined) return matches(tokens, words, start)
  return matchesUnknown(tokens, words, start, undefined, doubtful, patterns)
}

const NOWHERE: readonly number[] = []

/** Compares from word `start` on; the tokens before it were compared by the caller. Linear in words times wildcards. */
function matches(tokens: readonly Token[], words: readonly Word[], start: number, not?: RegExp): Match {
  if (words.includes(null)) return matchesUnknown(tokens, words, start, not)
  let t = start
  let w = start
  let starToken = -1
  let starWord = -1
  if (start === 1 && tokens[0] === ANY) t = 0
  while (w < words.length) {
    const token = tokens[t]
    if (token === ANY) {
      starToken = ++t
      starWord = w
    } else if (token !== undefined && matchesWord(token, words[w] as string, not)) {
      t++
      w++
    } else if (starToken >= 0) {
      t = starToken
      w = ++starWord
    } else return 0
  }
  while (tokens[t] === ANY) t++
  return t === tokens.length ? 2 : 0
}

/**
 * The same with words nobody knows, each of which may become any words at all, and with those at `doubtful`, which may not be there:
 * the best that could come of it.
 */
function matchesUnknown(
  tokens: readonly Token[],
  words: readonly Word[],
  start: number,
  not?: RegExp,
  doubtful: readonly number[] = NOWHERE,
  patterns?: Form['patterns'],
): Match {
  const loose = new Set(doubtful)
  const readings = patterns === undefined ? undefined : readingsOf(patterns)
  // row[w]: how well tokens from t on match words from w on
  let below: Match[] = words.map(() => 0)
  below.push(2)
  for (let w = words.length - 1; w >= start && (words[w] === null || loose.has(w)); w--)
    below[w] = words[w] === null ? 1 : (below[w + 1] as Match)
  const from = start === 1 && tokens[0] === ANY ? 0 : start
  for (let t = tokens.length - 1; t >= from; t--) {
    const token = tokens[t] as Token
    const row: Match[] = below.map(() => 0)
    if (token === ANY) row[words.length] = below[words.length] as Match
    for (let w = words.length - 1; w >= start; w--) {
      const word = words[w] as Word
      if (token === ANY) row[w] = Math.max(below[w] as Match, row[w + 1] as Match) as Match
      else if (word === null && typeof token === 'string' && !mayStandFor(readings?.[w], token)) row[w] = 0
      else if (word === null)
        row[w] = Math.min(1, Math.max(below[w] as Match, below[w + 1] as Match, row[w + 1] as Match)) as Match
      else row[w] = matchesWord(token, word, not) ? (below[w + 1] as Match) : 0
      if (loose.has(w)) row[w] = Math.max(row[w] as Match, row[w + 1] as Match) as Match
    }
    below = row
  }
  return below[start] as Match
}

function tokenize(specifier: string): { tokens: readonly Token[]; prefix: boolean } {
  const colon = specifier.endsWith(':*')
  const words = splitWords(colon ? specifier.slice(0, -2) : specifier)
  const prefix = colon || words.at(-1) === ANY
  if (prefix && !colon) words.pop()
  return { tokens: words, prefix }
}

/** What stands for something else than itself in a word. */
const SPECIAL = /["'*\\]/u
const BLANKS = /[ \t\n]/u

/** Words as a shell would split them, quotes removed; an unquoted `*` is a wildcard. */
function splitWords(text: string): Token[] {
  if (!SPECIAL.test(text)) return text.split(BLANKS).filter((word) => word !== '')
  const words: Token[] = []
  let pieces: string[] | undefined
  let quote = ''
  const close = () => {
    if (pieces === undefined) return
    if (pieces.length === 1) words.push(pieces[0] as string)
    else words.push(pieces.every((piece) => piece === '') ? ANY : pieces)
    pieces = undefined
  }
  const add = (char: string) => {
    pieces ??= ['']
    pieces[pieces.length - 1] += char
  }
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string
    if (quote !== '') {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"' && i + 1 < text.length) add(text[++i] as string)
      else add(char)
    } else if (char === "'" || char === '"') {
      quote = char
      pieces ??= ['']
    } else if (char === '\\' && i + 1 < text.length) add(text[++i] as string)
    else if (char === ' ' || char === '\t' || char === '\n') close()
    else if (char === '*') (pieces ??= ['']).push('')
    else add(char)
  }
  if (quote !== '') throw new PatternError(`the quote ${quote} is not closed`)
  close()
  return words
}
