/**
 * Part of the Gemini CLI dialect: one of our path patterns as a regular expression on the arguments, which are compared
 * as they are spelled.
 *
 * INVARIANT: no group is followed by a quantifier: Gemini CLI considers such an expression unsafe and drops the rule.
 * Paths that a permission then covers beyond ours (`..`, hidden names) are asked about through `ODD_PATHS`.
 */

import { literalRegex } from '../../policy/regex.ts'

/** The fields that may hold a path. */
const FIELDS = String.raw`"(?:file_path|absolute_path|dir_path|path|pattern|include)":`
/** Part of a plain name, without characters that JSON would escape. */
const NAME = String.raw`[\w@%+,. -]*`

/** Paths with a step up or a hidden name in them. */
export const ODD_PATHS = String.raw`${FIELDS}"[^"]*(?:\.\.|/\.)`

export function pathPattern(path: string, isAllow: boolean, root: string): string | undefined {
  if (/[\\!?[\]]/u.test(path)) return undefined
  return isAllow ? permission(path, root) : restriction(path)
}

/** Only folders with everything below them, plain files, and plain names with one star can be permitted. */
function permission(path: string, root: string): string | undefined {
  const bare = path.replace(/^\.\//u, '')
  if (/^[/~]|^\.\.|^\*\*\/|^[^/]*\/?$/u.test(bare)) return undefined
  const from = `(?:|\\./|${literalRegex(`${root}/`)})`
  const below = /^(.*\/)(?:\*\*)?$/u.exec(bare)?.[1]
  if (below !== undefined)
    return below.includes('*') ? undefined : `"file_path":"${from}${literalRegex(below)}[\\w@%+,-][\\w@%+,./ -]*"`
  if (bare.includes('**')) return undefined
  return `"file_path":"${from}${bare.split('*').map(literalRegex).join(NAME)}"`
}

function restriction(path: string): string | undefined {
  const trimmed = path.replace(/^(?:\.{1,2}\/|~\/|\/+|\*\*\/)+/u, '').replace(/\/(?:\*\*)?$/u, '')
  if (trimmed === '' || /^\*+$/u.test(trimmed)) return `${FIELDS}"`
  const body = trimmed.split(/\*+/u).map(literalRegex).join('[^"]*')
  return `${FIELDS}"(?:|[^"]*/)${body}(?:/|")`
}
