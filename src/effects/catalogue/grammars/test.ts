/**
 * Part of the command catalogue: `test` and `[`. `-v` and `-R` evaluate a subscript, including a `$( )` in it, even if
 * it is quoted. So a word that could become one of them spoils the proof if a subscript may follow. Agents run the
 * user's shell: ksh evaluates what is compared as expressions, and zsh every number that a builtin is given.
 */

import type { Word } from '../../../engine/effect.ts'
import { addOperand, type Draft, type WordTraits, spoil } from '../draft.ts'
import { EVALUATED_NUMBER, isPlainNumber } from './numbers.ts'

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
    if (word === '-t' && !isPlainNumber(argv, i + 1, words)) return EVALUATED_NUMBER
    if (words[i]?.splits === true && !isOnlyNumbers(argv, from, words))
      return 'an unquoted expansion could become an operator'
    if (mayMultiplyIntoOperator(word, words[i]) && !isOnlyOperand(argv, from, i, words))
      return 'a pattern could become an operator'
    const operator = word === null || word === '-v' || word === '-R'
    if (!operator || i + 1 >= argv.length || !mayHoldSubscript(argv[i + 1], words[i + 1])) continue
    return word === null ? 'a dynamic word could be an operator that evaluates' : `test ${word} evaluates its operand`
  }
  return undefined
}

/** `a[$(id)]`: a shell that reads this as an expression runs the command in the subscript. */
export function runsInSubscript(word: string): boolean {
  const open = word.indexOf('[')
  return open >= 0 && (word.includes('$(', open) || word.includes('${', open) || word.includes('`', open))
}

/**
 * `[ $n -gt 5 ]`: a number is no operator, and if it is empty, the word that moves up is no operator that evaluates.
 */
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

const ABOUT_ONE = /^-[bcdefghknprsuwxzLOSGN]$/u
const COMPARES = /^(?:=|==|!=)$/u

/**
 * `[ -f "$f" ]`, `[ ! -d "$f" ]`, `[ "$f" = x ]`: the word is one of the names that a loop goes through. With so few
 * words it must be the operand, whatever the name is.
 */
function isOnlyOperand(argv: readonly Word[], from: number, at: number, words: readonly WordTraits[]): boolean {
  const seen = words[at]
  if (seen?.single !== true || seen.splits) return false
  const end = argv.at(-1) === ']' && argv[0] === '[' ? argv.length - 1 : argv.length
  if (at === from) return end === from + 3 && COMPARES.test(argv[at + 1] ?? '') && isText(argv[at + 2], words[at + 2])
  const begin = argv[from] === '!' ? from + 1 : from
  return at === begin + 1 && end === at + 1 && ABOUT_ONE.test(argv[begin] ?? '')
}

function isText(word: Word | undefined, seen: WordTraits | undefined): boolean {
  return word != null && !word.includes('[') && seen?.splits !== true && seen?.glob !== true && seen?.brace !== true
}

/** A pattern stands for names of files, and a file may be named `-v`. */
function mayMultiplyIntoOperator(word: Word | undefined, seen: WordTraits | undefined): boolean {
  if (word == null || (seen?.glob !== true && seen?.brace !== true)) return false
  return /^-?[*?[{]/u.test(word) && /[*?\]}vR]$/u.test(word)
}
