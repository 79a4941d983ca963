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
import { WILD } from './segment.ts'
import { isCalled, programKey, programPieces } from './program-name.ts'
import { mayStandFor, readShellSegment, readingsOf } from './shell-segment.ts'
import { tokenize } from './shell-specifier.ts'
import { ANY, isPieces, matchesWord } from './token.ts'
import type { Token } from './token.ts'

export interface ShellPattern {
  /** The program the pattern begins with, folded as `programKey` does; undefined when it begins with a wildcard. */
  readonly key: string | undefined
  /** The fixed words that come after it. */
  readonly words: readonly string[]
  permits(run: Run): boolean
  restricts(run: Run): Match
  /** What is compared with the words, the program first. */
  tokens(as: 'permits' | 'restricts'): readonly Token[]
}

export function compileShell(specifier: string): ShellPattern {
  const { tokens, prefix } = tokenize(specifier)
  const first = tokens[0]
  if (first === undefined) throw new PatternError('it names no command; write one, as in `shell(npm run:*)`')
  const key = typeof first === 'string' ? programKey(first) : undefined
  const exact: readonly Token[] = prefix ? [...tokens, ANY] : tokens
  const last = tokens.at(-1)
  // As a restriction, a star glued to the last word (`rm*`) also covers the words that follow: too wide is the safe
  // side.
  const open: readonly Token[] = !prefix && Array.isArray(last) && last.at(-1) === '' ? [...tokens, ANY] : exact
  const wide = isPieces(first) ? [programPieces(first), ...open.slice(1)] : open
  return new TokenPattern(key, exact, wide)
}

/** Programs whose first word is the script that does the work. */
const INTERPRETER =
  /^(?:python[23]?|pypy3?|node(?:js)?|bun|deno|tsx|ts-node|j?ruby|perl|php|lua|rscript|groovy|pwsh|(?:ba|z|da|k)?sh|source)$/u
const SCRIPT = /\/[\w.-]*\w$|\w\.\w+$/u

/**
 * `python manage.py flush` is about the script: as a restriction it also holds for whatever else runs a script of that
 * name.
 */
export function scriptNamed(pattern: ShellPattern): ShellPattern | undefined {
  const { key } = pattern
  if (key === undefined || !INTERPRETER.test(key)) return undefined
  const [, file, ...rest] = pattern.tokens('restricts')
  if (typeof file !== 'string' || file.startsWith('-') || (!SCRIPT.test(file) && (key !== 'php' || file !== 'artisan')))
    return undefined
  const script = programKey(file)
  return new TokenPattern(script, [script, ...rest], [script, ...rest])
}

/** A class, because a policy may hold a hundred thousand of them. */
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
    if (run.away !== undefined && !run.away.every((word) => isSpelled(word, this.#exact, not))) return false
    if (matches(this.#exact, run.argv, 1, not) === 2) return true
    return run.meant !== undefined && matches(this.#exact, run.meant, 1, not) === 2
  }

  restricts(run: Run): Match {
    if (run.named !== undefined) return this.#mayName(run.named) ? might(matches(this.#wide, run.argv, 1)) : 0
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

  /** Whether a script whose path fits that pattern may be the one that this names. */
  #mayName(pattern: string): boolean {
    const { key } = this
    const from = pattern.lastIndexOf('/') + 1
    if (key !== undefined)
      return key.includes('.') && mayStandFor(readShellSegment(pattern.slice(from).toLowerCase()), key)
    const first = this.#wide[0] as Token
    if (!isPieces(first)) return false
    if (!first.some((piece) => piece.includes('/'))) return first.some((piece) => piece.includes('.'))
    const folder = pattern.slice(0, from)
    return pattern === '*' || WILD.test(folder) || isCalled(first, `${folder}x`, null)
  }
}

function might(match: Match): Match {
  return Math.min(match, 1) as Match
}

/**
 * What the star of a permission does not match, unless the word spells it: `rm build/../src` lies outside of `build/*`,
 * and `git push origin feature/x:main` writes main.
 */
const NO_STEPS = /(?:^|\/)\.\.(?:\/|$)/u
const NO_TARGETS = /(?:^|\/)\.\.(?:\/|$)|:/u

export function notBehindStars({ key }: Pick<ShellPattern, 'key'>): RegExp {
  return key === 'git' ? NO_TARGETS : NO_STEPS
}

/** Whether a word of the rule, other than a star for any run of words, stands for it. */
function isSpelled(word: Word, tokens: readonly Token[], not: RegExp): boolean {
  return word !== null && tokens.some((token) => token !== ANY && matchesWord(token, word, not))
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
  return rest.sure ? match : might(match)
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

/**
 * Compares from word `start` on; the caller has compared the tokens before it. Takes time linear in words times
 * wildcards.
 */
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
 * The same with unknown words, each of which may become any number of words, and with words at `doubtful`, which may
 * not be there. The result is the best match that is possible.
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
