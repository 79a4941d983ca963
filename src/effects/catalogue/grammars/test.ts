/**
 * Part of the command catalogue: `test` and `[`. `-v` and `-R` evaluate a subscript, `$( )` in it included, even when
 * quoted, so a word that could become one of them spoils the proof where a subscript may follow. Agents run the shell of the
 * user: to ksh what is compared is an expression, to zsh every number that a builtin is given.
 */

import type { Word } from '../../../engine/effect.ts'
import { addOperand, type Draft, isMany, type WordTraits, spoil } from '../draft.ts'
import { envEffect, isKeptList } from '../environment.ts'
import { OWN_NAME } from './shell-state.ts'

export function testWords(draft: Draft, from: number): void {
  for (let i = from; i < draft.argv.length; i++) addOperand(draft, i)
  const why = evaluatedByTest(draft.argv, from, draft.words)
  if (why !== undefined) spoil(draft, why)
  else if (draft.argv.includes('-v', from) || draft.argv.includes('-R', from))
    spoil(draft, 'test -v looks at a variable by its name')
}

/** Why `test` might evaluate one of its words; undefined when it certainly does not. */
export function evaluatedByTest(
  argv: readonly Word[],
  from: number,
  words: readonly WordTraits[] = [],
): string | undefined {
  for (let i = from; i < argv.length; i++) {
    const word = argv[i]
    if (word != null && runsInSubscript(word)) return 'a shell may evaluate a subscript'
    if (words[i]?.splits === true && !isOnlyNumbers(argv, from, words))
      return 'an unquoted expansion could become an operator'
    if (mayMultiplyIntoOperator(word, words[i])) return 'a pattern could become an operator'
    const operator = word === null || word === '-v' || word === '-R'
    if (!operator || i + 1 >= argv.length || !mayHoldSubscript(argv[i + 1], words[i + 1])) continue
    return word === null ? 'a dynamic word could be an operator that evaluates' : `test ${word} evaluates its operand`
  }
  return undefined
}

/** `a[$(id)]`: whoever takes it for an expression runs what the subscript holds. */
export function runsInSubscript(word: string): boolean {
  const open = word.indexOf('[')
  return open >= 0 && (word.includes('$(', open) || word.includes('${', open) || word.includes('`', open))
}

/** `[ $n -gt 5 ]`: a number is no operator, and where it is none at all, what moves up is none that evaluates. */
function isOnlyNumbers(argv: readonly Word[], from: number, words: readonly WordTraits[]): boolean {
  for (let i = from; i < argv.length; i++) {
    const word = argv[i] ?? words[i]?.digits
    if (word == null || word === '-v' || word === '-R' || words[i]?.glob === true || words[i]?.brace === true)
      return false
    if (word.includes('[')) return false
  }
  return true
}

function mayHoldSubscript(word: Word | undefined, seen: WordTraits | undefined): boolean {
  return word == null || word.includes('[') || seen?.glob === true || seen?.brace === true
}

/** A pattern stands for file names, and one may be called `-v`. */
function mayMultiplyIntoOperator(word: Word | undefined, seen: WordTraits | undefined): boolean {
  if (word == null || (seen?.glob !== true && seen?.brace !== true)) return false
  return /^-?[*?[{]/u.test(word) && /[*?\]}vR]$/u.test(word)
}

/** What a width or precision, and the conversions of numbers, are told to print. */
const NUMBERS = /%[^%A-Za-z]*(?:\*|[hlLqjzt]*[diouxXeEfFgGaA])/u

/** `printf -v name` evaluates the name's subscript, and zsh what is printed as a number. */
export function printfWords(draft: Draft, from: number): void {
  const first = draft.argv[from]
  for (let i = from; i < draft.argv.length; i++) addOperand(draft, i)
  if (first === undefined) return
  if (first === '-v' && isOwnName(draft, from + 1) && isFormat(draft, from + 2)) return printfWords(draft, from + 2)
  // Of what a pattern stands for the first may be called `-v`, or where it stands for nothing the next word is.
  if (isMany(draft, from) || first?.startsWith('-v')) return spoil(draft, 'printf -v sets a variable')
  const lead = draft.words[from]?.prefix ?? ''
  if (first === null && draft.argv.length > from + 1 && (lead === '' || lead.startsWith('-')))
    spoil(draft, 'a dynamic format could be -v')
  if (first !== null && NUMBERS.test(first)) onlyNumbers(draft)
}

/** No other `-v`, which would count in its place. */
function isFormat(draft: Draft, at: number): boolean {
  const format = draft.argv[at]
  return format != null && !isMany(draft, at) && !format.startsWith('-')
}

/** A variable of the line's own. */
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

/** `exit 1`, `shift 2`. */
export function onlyNumbers(draft: Draft): void {
  if (draft.operands.some((index) => runsInSubscript(draft.argv[index] ?? '')))
    spoil(draft, 'a shell may evaluate a number')
}
