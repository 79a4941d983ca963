/**
 * Regular expressions in `where`: a text of the form `/…/` or `/…/i`. The first and the last slash delimit it.
 *
 * The engine has no matcher of its own for them; the program that uses the engine passes one that takes linear time.
 * INVARIANT: in a permission, the expression must match the whole text: it is anchored at both ends, or refused.
 */

import { PatternError } from './pattern-error.ts'
import type { Match } from './match.ts'

/** Compiles an expression; throws `PatternError` for one that is malformed or cannot be matched in linear time. */
export type RegexCompiler = (source: string, flags: string) => (text: string) => boolean

export interface RegexOptions {
  readonly regex?: RegexCompiler | undefined
  /** The expression is part of a permission. */
  readonly permits?: boolean
}

/** Longer texts are not examined: a restriction may match them, a permission does not. */
export const LONGEST_TEXT = 16_384
const DELIMITED = /^\/(.+)\/([a-z]*)$/su
const FLAGS_ELSEWHERE = /^[dgimsuvy]+$/u

/** Undefined if the text is not a regular expression. */
export function compileRegex(
  written: string,
  { regex, permits = false }: RegexOptions,
): ((text: string) => Match) | undefined {
  const [, source = '', flags = ''] = (written.startsWith('/') ? DELIMITED.exec(written) : undefined) ?? []
  if (source === '') return undefined
  if (flags !== '' && flags !== 'i') {
    if (!FLAGS_ELSEWHERE.test(flags) || !(source.startsWith('^') || source.endsWith('$'))) return undefined
    throw new PatternError(`the only flag of a regular expression is \`i\`, not \`${flags}\``)
  }
  if (permits && !coversWholeText(source)) {
    throw new PatternError(
      'a permission must describe the whole text: begin the regular expression with `^` and end it with `$`, alternatives in parentheses',
    )
  }
  if (regex === undefined) throw new PatternError('regular expressions are not available here')
  const test = regex(source, flags)
  return (text) => (text.length > LONGEST_TEXT ? 1 : test(text) ? 2 : 0)
}

/** `^…$` without alternatives outside parentheses, and without a mode in which these two match at lines. */
function coversWholeText(source: string): boolean {
  if (!source.startsWith('^') || !source.endsWith('$')) return false
  // To understand quoting and named classes would need a parser of our own.
  if (source.includes('\\Q') || source.includes('[:')) return false
  let depth = 0
  let inClass = -1
  let escaped = -1
  for (let at = 0; at < source.length; at++) {
    const char = source[at]
    if (char === '\\') escaped = ++at
    else if (inClass >= 0) {
      if (char === ']' && at > inClass) inClass = -1
    } else if (char === '[') inClass = at + (source[at + 1] === '^' ? 2 : 1)
    else if (char === '|' && depth === 0) return false
    else if (char === ')') depth--
    else if (char === '(') {
      depth++
      if (/^\?[a-zA-Z]*m/u.test(source.slice(at + 1, at + 9))) return false
    }
  }
  return depth === 0 && inClass < 0 && escaped !== source.length - 1
}
