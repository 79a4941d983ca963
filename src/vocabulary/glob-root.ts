/** Part of the vocabularies: where a file pattern can reach, so that a search is judged by what it searches. */

export interface GlobReach {
  /** A path below which (or, without wildcards, at which) everything lies that the pattern can match. */
  readonly root: string
  readonly exact: boolean
  /** False when the pattern may reach elsewhere, too. */
  readonly bounded: boolean
}

const SPECIAL = /[*?[\]{}()|\\]/u
/** What lets the wildcard part of a pattern leave its root: parent steps, and alternatives that start anew. */
const LEAVES = /\.\.|[{,(|][/~]|\\/u

/** The reach of `pattern` under `base` (`.` for the working directory). */
export function globReach(pattern: string, base: string): GlobReach {
  const segments = pattern.split('/')
  const wild = segments.findIndex((segment) => SPECIAL.test(segment))
  const literal = wild === -1 ? pattern : segments.slice(0, wild).join('/')
  const rest = wild === -1 ? '' : segments.slice(wild).join('/')
  const rooted = pattern.startsWith('/') ? literal || '/' : join(base, literal)
  const bounded = !LEAVES.test(rest) && !/^[!~]/u.test(pattern) && !/^[A-Za-z]:/u.test(pattern)
  return { root: rooted, exact: wild === -1, bounded }
}

function join(base: string, path: string): string {
  if (path === '') return base
  if (base === '.') return path
  return base.endsWith('/') ? base + path : `${base}/${path}`
}
