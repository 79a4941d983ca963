/**
 * Part of the wrapper catalogue: the reader of commands that stand before another command (`timeout 5 ls`).
 *
 * INVARIANT: a result is `strict` only if every word before the inner command is known and was understood. Otherwise
 * every later word that could be the command is tried as well, for restrictions.
 */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import { envEffect } from '../environment.ts'
import { optionTable, readOption } from './options.ts'
import type { OptionTable, OptionWord } from './options.ts'
import { asWritten, innerArgv, innerCut, innerScript, innerStdin, joined, NOTHING } from './unwrapped.ts'
import type { Traits, Unwrapped } from './unwrapped.ts'

/** How a prefix command is written; see `options.ts` for the option line. */
export interface Prefix {
  readonly options?: string
  /** Words between the options and the command (a duration, a host, an image). */
  readonly operands?: number
  /** The first of these may be left out. */
  readonly unnamed?: boolean
  /** Words that may stand there as well (`setarch x86_64 ls`). */
  readonly optional?: readonly string[]
  /** Seen through for permission. */
  readonly strict?: boolean
  /** `NAME=value` words may stand before the command. */
  readonly assigns?: boolean
  /** Options may follow the operands. */
  readonly late?: boolean
  /** The command follows the first `--`, if there is one. */
  readonly after?: boolean
  /** `-19` is a number, not options. */
  readonly numeric?: boolean
  /** A lone `-` is an option. */
  readonly dash?: boolean
  /** The remaining words are joined, and a shell reads them. */
  readonly script?: boolean
  /** Without a command, it starts a shell that reads standard input. */
  readonly shell?: boolean
  /** Without a command, it runs this one, with words that come from elsewhere. */
  readonly otherwise?: readonly string[]
  /**
   * Words that come from elsewhere are appended; or, if one of these options names a placeholder, they are put in its
   * place.
   */
  readonly appends?: readonly string[]
  /** Options that make it append the words after all. */
  readonly unplaces?: readonly string[]
  readonly elsewhere?: 'container' | 'remote'
  /** The command is the name of a package: a version after `@` is not part of it. */
  readonly packaged?: boolean
  /** The program's own, and no other command, although its siblings are. */
  readonly own?: boolean
}

const MOST_GUESSES = 100

/** What is known on the way to the command. */
interface Walk {
  at: number
  /** Every word so far is known and was understood. */
  strict: boolean
  /** How many words were not understood. */
  unsure: number
  /** The placeholder for words from elsewhere; undefined if they are appended. */
  placeholder: string | undefined
  appended: boolean
  readonly out: Unwrapped[]
}

/** Reads the words from `from` on as the arguments of a prefix command. */
export function readPrefix(spec: Prefix, argv: readonly Word[], from: number): readonly Unwrapped[] {
  if (spec.unnamed === true) {
    const named = { ...spec, unnamed: false }
    const other = readPrefix({ ...named, operands: (spec.operands ?? 1) - 1 }, argv, from)
    return [...readPrefix(named, argv, from), ...other.map((one) => ({ ...one, guess: true }))]
  }
  const walk: Walk = {
    at: from,
    strict: spec.strict === true,
    unsure: 0,
    placeholder: undefined,
    appended: spec.appends !== undefined,
    out: [],
  }
  const table = optionTable(spec.options ?? '')
  let ended = false
  let operands = spec.operands ?? 0
  /** Index of the command if the `--` after it belongs to that command. */
  let early: number | undefined
  for (; walk.at < argv.length; walk.at++) {
    const word = argv[walk.at]
    if (word === undefined) break
    if (word === null) {
      walk.strict = false
      walk.unsure++
      if (operands === 0) break
      operands--
      if (spec.late !== true) ended = true
      continue
    }
    // No command has this name: `rustup run nightly -- rm x`.
    if (word === '--' && (!ended || operands === 0)) {
      if (ended) walk.strict = false
      ended = true
      if (spec.after === true) operands = 0
      continue
    }
    if (!ended && isOption(word, spec)) {
      const all = takeOption(word, argv, table, spec, walk)
      if (all !== undefined) return all
      continue
    }
    if (spec.assigns === true && word.indexOf('=') > 0) {
      if (!harmlessAssignment(word)) walk.strict = false
      continue
    }
    if (spec.optional?.includes(word) === true) continue
    if (operands === 0) {
      if (!(spec.after === true && !ended && argv.includes('--', walk.at))) break
      early ??= walk.at
    }
    if (operands > 0) operands--
    if (spec.late !== true && spec.after !== true) ended = true
  }
  return whatIsRun(spec, argv, from, early, walk)
}

/** Everything that the words may run, whether or not a command was found. */
function whatIsRun(
  spec: Prefix,
  argv: readonly Word[],
  from: number,
  early: number | undefined,
  { at, strict, unsure, placeholder, appended, out }: Walk,
): readonly Unwrapped[] {
  if (at < argv.length) {
    out.push(command(spec, argv, at, strict, appended, placeholder))
    // `xargs -I -o -n2 sort -o x`: in some versions the later option takes the placeholder back.
    if (placeholder !== undefined && appended) out.push(command(spec, argv, at, strict, true, undefined))
    if (placeholder !== undefined) out.push(...asWritten(argv.slice(at), placeholder))
  } else if (out.length === 0) out.push(...alone(spec, strict, at))
  if (early !== undefined) out.push(innerArgv(argv.slice(early), { elsewhere: spec.elsewhere, guess: true, at: early }))
  if (unsure > 0) out.push(...guesses(spec, argv, from, at, unsure))
  return out
}

/** Takes the option, and the next word if that is its value. Returns the result if nothing more has to be read. */
function takeOption(
  word: string,
  argv: readonly Word[],
  table: OptionTable,
  spec: Prefix,
  walk: Walk,
): readonly Unwrapped[] | undefined {
  const { elsewhere } = spec
  const read = option(word, table, spec)
  if (!read.exact || read.unknown) walk.strict = false
  if (read.unknown) walk.unsure++
  for (const { option: met, glued } of read.met) {
    if (met.lookup) return NOTHING
    if (met.wide) walk.strict = false
    if (met.kind === 'rest') {
      walk.out.push(innerArgv(rest(argv, walk.at, glued), { elsewhere, at: walk.at + 1 }))
      // `watch -x -- ls`.
      if (argv[walk.at + 1] === '--') walk.out.push(innerArgv(argv.slice(walk.at + 2), { elsewhere, at: walk.at + 2 }))
      return walk.out
    }
    if (met.kind === 'flag' && glued === undefined) continue
    const value: Word = glued ?? (met.kind === 'value' || met.kind === 'script' ? (argv[++walk.at] ?? null) : '')
    if (value === null) walk.strict = false
    if (met.kind === 'script') walk.out.push(innerScript(value, 'sh', { elsewhere }))
    if (spec.appends?.includes(met.name) === true) {
      walk.placeholder = value === null || value === '' ? '{}' : value
      walk.appended = false
    }
    if (spec.unplaces?.includes(met.name) === true) walk.appended = true
  }
  return undefined
}

function isOption(word: string, spec: Prefix): boolean {
  return startsWith(word, '-') ? word.length > 1 || spec.dash === true : false
}

function option(word: string, table: OptionTable, spec: Prefix): OptionWord {
  if (word === '-') return { met: [], exact: false, unknown: false }
  if (spec.numeric === true && isNumber(word)) return { met: [], exact: true, unknown: false }
  return readOption(word, table)
}

function isNumber(word: string): boolean {
  for (let at = startsWith(word, '--') ? 2 : 1; at < word.length; at++) {
    const digit = word.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return false
  }
  return true
}

function harmlessAssignment(word: string): boolean {
  const equals = word.indexOf('=')
  return envEffect(word.slice(0, equals), word.slice(equals + 1), null) === 'harmless'
}

function command(
  spec: Prefix,
  argv: readonly Word[],
  at: number,
  strict: boolean,
  appended: boolean,
  placeholder: string | undefined,
): Unwrapped {
  const words = argv.slice(at)
  const { elsewhere } = spec
  if (spec.script === true) return innerScript(joined(words), 'sh', { elsewhere })
  const named = spec.packaged === true ? withoutVersion(words) : words
  const placed = placeholder === undefined ? named : named.map((word) => filled(word, placeholder))
  const inner = appended ? [...placed, null] : placed
  const shapes = placeholder === undefined ? undefined : named.map((word) => shapeOf(word, placeholder))
  const many = appended ? true : undefined
  return { ...innerArgv(inner, { elsewhere, strict: strict && inner[0] !== null, at, many }), shapes }
}

/** `src/{}` becomes `src/*`: it begins with `src/`. */
function shapeOf(word: Word, placeholder: string): string | undefined {
  if (word === null || word === placeholder || !word.includes(placeholder)) return undefined
  return word.replaceAll(placeholder, () => '*')
}

function filled(word: Word, placeholder: string): Word {
  return word?.includes(placeholder) === true ? null : word
}

/** `prisma@5`, `@scope/tool@latest` and `npm:prisma` as the command that they provide. */
function withoutVersion(words: readonly Word[]): readonly Word[] {
  const [spelled, ...others] = words
  if (typeof spelled !== 'string') return words
  const name = spelled.replace(/^(?:npm|jsr):\/?/, '')
  const version = name.indexOf('@', 1)
  return [version < 0 ? name : name.slice(0, version), ...others]
}

/** No word names a command: `xargs` prints what it reads. */
function alone({ otherwise, shell, elsewhere }: Prefix, strict: boolean, at: number): readonly Unwrapped[] {
  if (otherwise !== undefined) return [innerArgv([...otherwise, null], { elsewhere, strict, at, many: true })]
  return shell === true ? [innerStdin('sh', { elsewhere })] : NOTHING
}

/** Each word that was not understood may take the next one as its value, which moves the command by one. */
function guesses(
  spec: Prefix,
  argv: readonly Word[],
  from: number,
  taken: number,
  unsure: number,
): readonly Unwrapped[] {
  const out: Unwrapped[] = []
  // Each word may be an option, and the next word its value.
  const end = Math.min(argv.length, taken + 2 * unsure + 1)
  for (let at = from; at < end; at++) {
    const word = argv[at]
    if (typeof word !== 'string' || at === taken || word === '' || startsWith(word, '-')) continue
    if (out.length === MOST_GUESSES) {
      out.push(innerCut('words that may be the command'))
      break
    }
    const words = argv.slice(at)
    const traits: Traits = { elsewhere: spec.elsewhere, guess: true, at }
    out.push(spec.script === true ? innerScript(joined(words), 'sh', traits) : innerArgv(words, traits))
  }
  return out
}

function rest(argv: readonly Word[], at: number, glued: string | undefined): readonly Word[] {
  const words = argv.slice(at + 1)
  return glued === undefined || glued === '' ? words : [glued, ...words]
}
