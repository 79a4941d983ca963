/**
 * Part of the command catalogue: where the commands of a sed script begin, as GNU sed reads it, because only GNU sed
 * can run other commands from there.
 *
 * `sed.ts` decides whether a script is harmless. Here more may be found than there is, but never less: if the script is
 * not understood, or versions of sed read it differently, the result says from where on.
 */

import { address, delimited } from './sed.ts'

export interface SedCommands {
  /** Index of the letter of each command. */
  readonly letters: readonly number[]
  /** From this index on the script is not understood; undefined if all of it was read. */
  readonly lostAt: number | undefined
}

const BETWEEN = /[\s;{}]*/uy
const ALONE = /[=dDgGhHnNpPxzF]/uy
const WITH_NUMBER = /[qQlL][ \t]*\d*/uy
/** In some versions a label ends only at the end of the line. That hides commands, but adds none. */
const WITH_WORD = /[:btTv][ \t]*[^\s;}]*/uy
const WITH_LINE = /[rRwW#][^\n]*/uy
/** A line that ends with a backslash goes on. */
const WITH_TEXT = /[aice](?:[^\n\\]|\\[^])*/uy
const FLAGS = /[gpiImMe\d]*(?:w[^\n]*)?/uy

export function sedCommands(script: string): SedCommands {
  const letters: number[] = []
  for (let at = 0; ;) {
    at = past(BETWEEN, script, at)
    if (at >= script.length) return { letters, lostAt: undefined }
    const letter = address(script, at)
    if (letter < 0) return { letters, lostAt: at }
    if (script[letter] === '{') {
      at = letter + 1
      continue
    }
    const end = pastCommand(script, letter)
    if (end < 0) return { letters, lostAt: at }
    letters.push(letter)
    at = end
  }
}

function pastCommand(script: string, at: number): number {
  const letter = script[at]
  if (letter === 's' || letter === 'y') {
    const end = delimited(script, at + 1, 2, undefined)
    return end < 0 || letter === 'y' ? end : past(FLAGS, script, end)
  }
  for (const shape of [ALONE, WITH_NUMBER, WITH_WORD, WITH_LINE, WITH_TEXT]) {
    const end = past(shape, script, at)
    if (end > at) return end
  }
  return -1
}

function past(pattern: RegExp, script: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(script) ? pattern.lastIndex : at
}
