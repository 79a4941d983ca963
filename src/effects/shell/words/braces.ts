/** Part of reading shell lines: the words that brace lists become, as bash makes them of `{a,b{c,d}}` and `{1..3}` before anything else. */

import type { ShellWord } from '../syntax/script.ts'

const MOST = 512
const LONGEST = 4096

/** The words that brace lists become: `{rm,x}` is `rm x`. Undefined if quoting changes that. */
export function bracedWords(word: ShellWord): readonly string[] | undefined {
  if (word.dynamic || word.hides || (word.tilde && !word.value.startsWith('~'))) return undefined
  const texts = expandBraces(word.value)
  // `{a,""}` leaves an empty word, `{a,}` does not; `{,""}~` is a home, and a name.
  if (word.quoted && texts?.some((text) => text === '' || text.startsWith('~'))) return undefined
  return texts?.filter((text) => text !== '')
}

/** Whether braces turn it into more words than are looked at. */
export function isTooMany({ brace, dynamic, value }: ShellWord): boolean {
  return brace && !dynamic && isEndless(value)
}

/** Whether it is a list, and not one with few words. */
function isEndless(text: string): boolean {
  return LIST.test(text) && expandBraces(text) === undefined
}

const LIST = /\{[^{}]*,|,[^{}]*\}/

/**
 * The first list with each of its choices, and what follows it; undefined if the braces are not such a list, or are too
 * many.
 */
export function expandBraces(text: string): readonly string[] | undefined {
  const open = text.indexOf('{')
  if (open < 0) return text.includes('}') ? undefined : [text]
  const choices: string[] = []
  let depth = 0
  let from = open + 1
  let at = open
  for (; at < Math.min(text.length, LONGEST); at++) {
    const char = text[at]
    if (char === '{') depth++
    else if (char === '}') depth--
    if (depth > 1 || (depth === 1 && char !== ',')) continue
    choices.push(text.slice(from, at))
    from = at + 1
    if (depth === 0) break
  }
  if (depth > 0) return undefined
  if (choices.length < 2) choices.push(...rangeOf(choices.pop() ?? ''))
  if (choices.length === 0) return undefined
  const tails = expandBraces(text.slice(at + 1))
  if (tails === undefined) return undefined
  const words: string[] = []
  for (const choice of choices) {
    const inner = expandBraces(choice)
    if (inner === undefined || words.length + inner.length * tails.length > MOST) return undefined
    for (const one of inner) for (const tail of tails) words.push(text.slice(0, open) + one + tail)
  }
  return words
}

/** Without leading zeros, which bash would keep. */
const RANGE = /^(0|[1-9]\d{0,6})\.\.(0|[1-9]\d{0,6})$/

/**
 * Both letters have the same case: `{A..z}` would include the characters between the two cases, which bash treats
 * differently.
 */
const LETTERS = /^(?:[a-z]\.\.[a-z]|[A-Z]\.\.[A-Z])$/

/** The numbers of `1..3` and the letters of `a..c`, up or down; none for another text, or if they are too many. */
function rangeOf(text: string): readonly string[] {
  const numbers = RANGE.exec(text)
  if (numbers !== null) return counted(Number(numbers[1]), Number(numbers[2])).map(String)
  if (!LETTERS.test(text)) return []
  return counted(text.charCodeAt(0), text.charCodeAt(3)).map((code) => String.fromCharCode(code))
}

function counted(from: number, to: number): readonly number[] {
  if (Math.abs(to - from) >= MOST) return []
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, step) => (from < to ? from + step : from - step))
}
