/**
 * Part of matching shell rules: a flag that a restriction names is found wherever the command has it, in any order and
 * spelling, alone or among other flags: `git push --force` also matches `git push -q origin -f`.
 */

import type { GivenFlag } from '../effect.ts'
import { matchesPieces } from './pieces.ts'
import { ANY, isFlag, isPieces, matchesWord } from './token.ts'
import type { Token } from './token.ts'

/** What is left of a rule when its flags have been found. */
export interface Rest {
  readonly tokens: readonly Token[]
  /** Whether the flags were found for certain. */
  readonly sure: boolean
}

/** Undefined if the command lacks a flag of the rule, or has one that the rule does not provide for. */
export function withoutFlags(tokens: readonly Token[], flags: readonly GivenFlag[]): Rest | undefined {
  const rest: Token[] = []
  // A rule without a star is about exactly these flags, so none may be left over.
  const left = tokens.includes(ANY) ? undefined : new Set(flags.filter((flag) => !mayBeAny(flag)))
  let sure = true
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (at === 0 || !isFlag(token)) {
      rest.push(token)
      continue
    }
    const place = rest.includes(ANY) ? undefined : rest.length > 1 ? 'behind' : 'before'
    const there = flags.filter((flag) => mayStand(flag, place))
    const met = meet(token, tokens[at + 1], there)
    if (met === undefined && !there.some(mayBeAny)) return undefined
    sure &&= met?.sure === true
    if (met?.valued === true) at++
    if (left !== undefined && met !== undefined) drop(met.flags, left)
  }
  return left === undefined || left.size === 0 ? { tokens: rest, sure } : undefined
}

function drop(met: readonly GivenFlag[], left: Set<GivenFlag>): void {
  for (const one of left) if (met.some((other) => isSame(one, other))) left.delete(one)
}

interface Met {
  readonly flags: readonly GivenFlag[]
  /** Whether the next token of the rule was used up as its value. */
  readonly valued: boolean
  readonly sure: boolean
}

function mayBeAny({ names }: GivenFlag): boolean {
  return names.length === 0
}

function mayStand(flag: GivenFlag, place: GivenFlag['place']): boolean {
  return place === undefined || flag.place === undefined || flag.place === place
}

function isSame(one: GivenFlag, other: GivenFlag): boolean {
  return one === other || (one.names[0] === other.names[0] && one.value === other.value)
}

function meet(
  token: string | readonly string[],
  next: Token | undefined,
  flags: readonly GivenFlag[],
): Met | undefined {
  if (isPieces(token)) {
    const [head = '', tail] = token
    // `-rf*` matches `-rf`, also with more characters behind it.
    const open = token.length === 2 && tail === '' && head.length > 1 && !head.endsWith('=')
    return byPieces(token, flags) ?? (open ? meet(head, undefined, flags) : undefined)
  }
  return byName(token, next, flags) ?? byLetters(token, next, flags) ?? byGuess(token, next, flags)
}

function byPieces(pieces: readonly string[], flags: readonly GivenFlag[]): Met | undefined {
  const found = flags.find(({ names, value }) =>
    names.some((name) => matchesPieces(pieces, name) || (value != null && matchesPieces(pieces, `${name}=${value}`))),
  )
  return found && { flags: [found], valued: false, sure: true }
}

function byName(token: string, next: Token | undefined, flags: readonly GivenFlag[]): Met | undefined {
  const mark = token.indexOf('=')
  const name = mark < 0 ? token : token.slice(0, mark)
  const glued = mark < 0 ? undefined : token.slice(mark + 1)
  const wanted = glued === undefined && isPlain(next)
  let best: Met | undefined
  // If a flag is given more than once, only one of them may have the value.
  for (const flag of flags) {
    if (!isCalled(flag, name)) continue
    const met = glued === undefined ? withNext(flag, next) : withGlued(flag, glued)
    if (met?.sure === true && met.valued === wanted) return met
    if (best === undefined || met?.valued === true) best = met ?? best
  }
  return best
}

/** Go's programs treat `-name` and `--name` as the same flag. */
function isCalled({ names, known }: GivenFlag, name: string): boolean {
  return names.includes(name) || (known && name.startsWith('--') && name.length > 3 && names.includes(name.slice(1)))
}

function withGlued(flag: GivenFlag, value: string): Met | undefined {
  if (flag.value === undefined || (flag.value !== null && !isGiven(flag.value, value))) return undefined
  return { flags: [flag], valued: false, sure: flag.value !== null }
}

/** A rule need not give a value; if it does, the flag must have that value. */
function withNext(flag: GivenFlag, next: Token | undefined): Met | undefined {
  if (!isPlain(next) || flag.value === undefined) return { flags: [flag], valued: false, sure: true }
  if (flag.value === null) return { flags: [flag], valued: true, sure: false }
  if (isGiven(flag.value, next)) return { flags: [flag], valued: true, sure: true }
  return flag.known ? undefined : { flags: [flag], valued: false, sure: true }
}

function isPlain(next: Token | undefined): next is string | readonly string[] {
  return next !== undefined && next !== ANY && !isFlag(next)
}

/** After a letter, some programs take `=` for part of the value (`-n=prod`). */
function isGiven(value: string, wanted: string | readonly string[]): boolean {
  return matchesWord(wanted, value) || (value.startsWith('=') && matchesWord(wanted, value.slice(1)))
}

/** `-rf`, `-XPOST`: each letter is a flag, up to the first that is given the rest. */
function byLetters(token: string, next: Token | undefined, flags: readonly GivenFlag[]): Met | undefined {
  if (token.startsWith('--') || token.length < 3) return undefined
  const met: GivenFlag[] = []
  let sure = true
  for (let at = 1; at < token.length; at++) {
    const name = `-${token.charAt(at)}`
    const rest = token.slice(at + 1)
    const one =
      byName(name, rest === '' ? next : rest, flags) ??
      byName(name, undefined, flags) ??
      byGuess(name, undefined, flags)
    if (one === undefined) return undefined
    met.push(...one.flags)
    sure &&= one.sure
    if (one.valued) return { flags: met, valued: rest === '', sure }
  }
  return { flags: met, valued: false, sure }
}

/**
 * For a flag that the program is not known to have: it may be a cluster of letters, an abbreviation, or a long name
 * with one dash.
 */
function byGuess(token: string, next: Token | undefined, flags: readonly GivenFlag[]): Met | undefined {
  const mark = token.indexOf('=')
  const said = mark < 0 ? token : token.slice(0, mark)
  const glued = mark < 0 ? undefined : token.slice(mark + 1)
  let best: Met | undefined
  for (const flag of flags) {
    const [name = ''] = flag.names
    if (flag.known || !isLike(name, said)) continue
    if (glued !== undefined && withGlued(flag, glued) === undefined) continue
    const valued = isPlain(next) && (next === name.slice(2) || (flag.value != null && isGiven(flag.value, next)))
    best = { flags: [flag], valued, sure: false }
    if (valued) return best
  }
  return best
}

function isLike(name: string, token: string): boolean {
  const long = name.startsWith('--')
  const said = token.startsWith('--')
  if (!said && token.length === 2) return long ? isInitial(token, name) : name.includes(token.charAt(1), 1)
  if (said && !long && name.length <= MOST_LETTERS && hasInitial(name, token)) return true
  const given = name.slice(long ? 2 : 1)
  const wanted = token.slice(said ? 2 : 1)
  return given === wanted || (long && given.length > 1 && wanted.startsWith(given))
}

/** A dash and at most this many characters in all may be a cluster of flags; anything longer is a name. */
const MOST_LETTERS = 4

/** `-f` is often short for `--force`. */
function isInitial(letter: string, name: string): boolean {
  return name.charAt(2).toLowerCase() === letter.slice(-1).toLowerCase()
}

function hasInitial(letters: string, name: string): boolean {
  return letters.toLowerCase().includes(name.charAt(2).toLowerCase(), 1)
}
