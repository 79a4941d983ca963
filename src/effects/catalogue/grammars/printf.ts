/**
 * Part of the command catalogue: `printf`. `-v name` evaluates the name's subscript, `%n` sets the variable it is
 * given, and zsh evaluates the words that are printed as numbers.
 */

import type { Word } from '../../../engine/effect.ts'
import { addOperand, type Draft, isMany, type WordTraits, spoil } from '../draft.ts'
import { envEffect, isKeptList } from '../environment.ts'
import { EVALUATED_NUMBER, isPlainNumber } from './numbers.ts'
import { OWN_NAME } from './shell-state.ts'

export function printfWords(draft: Draft, from: number): void {
  for (let i = from; i < draft.argv.length; i++) addOperand(draft, i)
  printed(draft, from)
}

function printed(draft: Draft, from: number): void {
  const first = draft.argv[from]
  if (first === undefined) return
  if (first === '-v' && isOwnName(draft, from + 1) && isFormat(draft, from + 2)) return printed(draft, from + 2)
  // A pattern may first match a file named `-v`, or match nothing, so that the next word becomes the first.
  if (isMany(draft, from) || first?.startsWith('-v')) return spoil(draft, 'printf -v sets a variable')
  const why = evaluatedByFormat(draft.argv, from, draft.words)
  if (why !== undefined) spoil(draft, why)
}

/** The format must not begin with a dash: another `-v` would count in place of the first. */
function isFormat(draft: Draft, at: number): boolean {
  const format = draft.argv[at]
  return format != null && !isMany(draft, at) && !format.startsWith('-')
}

/** Whether this is a variable of the line itself. */
function isOwnName(draft: Draft, at: number): boolean {
  const name = draft.argv[at]
  return (
    name != null &&
    !isMany(draft, at) &&
    OWN_NAME.test(name) &&
    !isKeptList(name) &&
    envEffect(name, null, null) !== 'dangerous'
  )
}

/**
 * Why a word after the format might be evaluated, or name a variable that is set; undefined if it certainly does not.
 */
export function evaluatedByFormat(
  argv: readonly Word[],
  from: number,
  words: readonly WordTraits[] = [],
): string | undefined {
  const at = argv[from] === '--' ? from + 1 : from
  if (argv.length <= at + 1) return undefined
  const format = argv[at] ?? words[at]?.digits
  if (format === undefined || isSeveral(words[at])) return 'a dynamic format could be -v, or set a variable'
  const wanted = wantedBy(format)
  if (wanted.includes('name')) return 'printf %n sets a variable'
  if (!wanted.includes('number')) return undefined
  let isAligned = true
  for (let i = at + 1; i < argv.length; i++) {
    // After a word that may become several, or none, any word may end up where a number is expected.
    isAligned &&= !isSeveral(words[i])
    const kind = isAligned ? wanted[(i - at - 1) % wanted.length] : 'number'
    if (kind === 'number' && !isPlainNumber(argv, i, words)) return EVALUATED_NUMBER
  }
  return undefined
}

function isSeveral(word: WordTraits | undefined): boolean {
  return word !== undefined && (word.splits || ((word.glob || word.brace) && word.single !== true))
}

/** What happens to a word of the format: it is shown, or read as a number, or as the name of a variable. */
type Wanted = 'text' | 'number' | 'name'

/** In zsh, an escape may spell the percent sign itself. */
const SIGN = /\\[uU]0*25/gu
/**
 * Flags, width and precision; the size; the kind of output. For most shells `q` is no size, and what follows it is
 * text.
 */
const CONVERSION = /%([^%A-Za-z(]*)(?:\([^)]*\))?([hlLqjzt]*)([A-Za-z%]?)/gu
const NUMBERS = 'diouxXeEfFgGaA'

/**
 * In the order of the words. If the format refers to a word by its number, each word may be used in all the ways that
 * occur.
 */
function wantedBy(format: string): readonly Wanted[] {
  const wanted: Wanted[] = []
  let byPlace = false
  for (const [, flags = '', size = '', letter = ''] of format.replace(SIGN, '%').matchAll(CONVERSION)) {
    byPlace ||= flags.includes('$')
    for (const _ of flags.matchAll(/\*/gu)) wanted.push('number')
    if (letter === 'n') wanted.push('name')
    else if (letter !== '' && NUMBERS.includes(letter)) wanted.push('number')
    else if (letter !== '%' && size + letter !== '') wanted.push('text')
  }
  return byPlace && wanted.includes('number') ? wanted.filter((kind) => kind !== 'text') : wanted
}
