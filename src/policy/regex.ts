/**
 * Regular expressions that people write in policies, run by RE2: linear time, neither lookaround nor backreferences.
 *
 * INVARIANT: the package is loaded when the first expression is compiled, not before: most policies have none, and the
 * command line starts for every call. A policy may be a stranger's text, so its expressions are limited in length, in
 * the size of what they compile to, and in number.
 */

import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'
import { PatternError } from '../engine/match/pattern-error.ts'
import type { RegexCompiler } from '../engine/match/regex.ts'
import { quoted } from './problem.ts'

const LONGEST = 500
const LARGEST_PROGRAM = 500
const BEYOND_LINEAR = /\(\?<?[=!]|\\[1-9]/u

/** A compiler that accepts at most `most` expressions. */
export function regexCompiler(most = Number.POSITIVE_INFINITY): RegexCompiler {
  let compiled = 0
  return (source, flags) => {
    if (source.length > LONGEST) throw new PatternError(`a regular expression has at most ${LONGEST} characters`)
    if (++compiled > most) throw new PatternError(`a policy has at most ${most} regular expressions`)
    const expression = compile(source, flags)
    if (expression.programSize() > LARGEST_PROGRAM)
      throw new PatternError(`the regular expression ${quoted(source)} is too large; use smaller repetitions`)
    return (text) => expression.test(text)
  }
}

function compile(source: string, flags: string): RE2JS {
  const { RE2JS } = load()
  try {
    return RE2JS.compile(source, flags === 'i' ? RE2JS.CASE_INSENSITIVE : 0)
  } catch (error) {
    const said = error instanceof Error ? error.message.replace(/^error parsing regexp: /u, '') : 'it is malformed'
    const why = BEYOND_LINEAR.test(source)
      ? 'lookaround and backreferences are not supported, since they can take for ever'
      : said
    throw new PatternError(`the regular expression ${quoted(source)} cannot be used: ${why}`)
  }
}

type Package = typeof import('re2js')
let loaded: Package | undefined

function load(): Package {
  try {
    return (loaded ??= createRequire(import.meta.url)('re2js') as Package)
  } catch {
    throw new PatternError('regular expressions need the package re2js, which cannot be loaded')
  }
}

/** A pattern that matches this text and no other. */
export function literalRegex(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, '\\$&')
}
