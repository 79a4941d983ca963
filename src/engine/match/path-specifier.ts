/**
 * Part of matching: what a path specifier names, and from where.
 *
 * Without a slash: at any depth. With a slash: from the project root. `/abs` and `//abs`: absolute. `~/`: from the
 * home. `**` first, with a slash: anywhere. A trailing slash: everything below.
 */

import { PatternError } from './pattern-error.ts'
import { DEEP, compileSegment } from './segment.ts'
import type { Segment } from './segment.ts'

export interface PathSpecifier {
  /** `depths`: for a permission, at any depth below the project; for a restriction, anywhere at all. */
  readonly from: 'root' | 'home' | 'top' | 'anywhere' | 'depths'
  /** How many directories to climb from there first. */
  readonly up: number
  /** Fixed names that come next. */
  readonly names: readonly string[]
  /** The rest, beginning with the first wildcard. */
  readonly rest: readonly Segment[]
}

const LONGEST = 4096
const UNPRINTABLE = /[\0-\x1f\x7f]/u
const DRIVE = /^[A-Za-z]:[\\/]/u

/** Checks a whole specifier before its braces are expanded, and returns it with `/` as the only separator. */
export function tidySpecifier(specifier: string): string {
  if (specifier === '') throw new PatternError('the pattern is empty')
  if (specifier.length > LONGEST) throw new PatternError(`the pattern is longer than ${LONGEST} characters`)
  if (UNPRINTABLE.test(specifier)) throw new PatternError('the pattern contains a control character')
  if (specifier.startsWith('!')) {
    throw new PatternError(
      `"${specifier}": a pattern cannot be negated; use "except", or write \\! for the character itself`,
    )
  }
  return DRIVE.test(specifier) ? specifier.replaceAll('\\', '/') : specifier
}

/** Reads one specifier without braces. Throws `PatternError`. */
export function readSpecifier(text: string): PathSpecifier {
  const { from, path } = anchor(text)
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  let up = 0
  const names: string[] = []
  const rest: Segment[] = []
  for (const part of parts) {
    if (part === '..') {
      if (rest.length > 0) throw new PatternError(`"${text}": ".." cannot follow a wildcard`)
      if (names.pop() === undefined) up++
      continue
    }
    const segment = compileSegment(part)
    if (rest.length === 0 && typeof segment === 'string') names.push(segment)
    else rest.push(segment)
  }
  if (path.endsWith('/') && rest.at(-1) !== DEEP) rest.push(DEEP)
  return { from, up, names, rest }
}

function anchor(text: string): Pick<PathSpecifier, 'from'> & { path: string } {
  if (text.startsWith('/')) return { from: 'top', path: text }
  if (DRIVE.test(text)) return { from: 'top', path: text }
  if (text === '~' || text.startsWith('~/')) return { from: 'home', path: text.slice(1) }
  if (text.startsWith('~'))
    throw new PatternError(`"${text}": only ~/ is understood; write \\~ for the character itself`)
  if (/^\.\.?(?:\/|$)/u.test(text)) return { from: 'root', path: text }
  if (text.startsWith('**/')) return { from: 'anywhere', path: text }
  const slash = text.indexOf('/')
  return { from: slash < 0 || slash === text.length - 1 ? 'depths' : 'root', path: text }
}
