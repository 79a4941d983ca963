/** Part of the vocabularies: where a file pattern can reach, so that a search is judged by what it searches. */

import { expandBraces } from '../engine/match/braces.ts'

export interface GlobReach {
  /** A path below which (or, without wildcards, at which) everything lies that the pattern can match. */
  readonly root: string
  readonly exact: boolean
  /** False if the pattern may reach elsewhere, too. */
  readonly bounded: boolean
}

const SPECIAL = /[*?[\]{}()|\\]/u
/** Lets the wildcard part of a pattern leave its root: parent steps, and alternatives that start at another root. */
const LEAVES = /\.\.|[{,(|][/~]|\\/u
const STARTS_ANEW = /^(?:[!~/]|[A-Za-z]:)/u
const MOST_BRACES = 64

/** The reach of `pattern` under `base` (`.` for the working directory). */
export function globReach(pattern: string, base: string): GlobReach {
  const segments = pattern.split('/')
  const wild = segments.findIndex((segment) => SPECIAL.test(segment))
  const literal = wild === -1 ? pattern : segments.slice(0, wild).join('/')
  const rest = wild === -1 ? '' : segments.slice(wild).join('/')
  const rooted = pattern.startsWith('/') ? literal || '/' : join(base, literal)
  const bounded = !/^[!~]/u.test(pattern) && !/^[A-Za-z]:/u.test(pattern) && staysBelow(rest)
  return { root: rooted, exact: wild === -1, bounded }
}

export function join(base: string, path: string): string {
  if (path === '') return base
  if (base === '.') return path
  return base.endsWith('/') ? base + path : `${base}/${path}`
}

/**
 * The alternatives in a pattern's braces, or the pattern itself without braces; undefined if they cannot be determined.
 */
export function alternativesOf(pattern: string): readonly string[] | undefined {
  if (!pattern.includes('{')) return [pattern]
  if (pattern.split('{').length > MOST_BRACES) return undefined
  try {
    return expandBraces(pattern)
  } catch {
    return undefined
  }
}

/** Braces are expanded before a path is walked, so each alternative is checked by itself. */
function staysBelow(rest: string): boolean {
  if (LEAVES.test(rest)) return false
  if (!rest.includes('{')) return !rest.split('/').some(mayBeParent)
  const alternatives = alternativesOf(rest) ?? ['..']
  return alternatives.every((one) => !LEAVES.test(one) && !STARTS_ANEW.test(one) && !one.split('/').some(mayBeParent))
}

/** Whether classes and groups (`[.].`, `@(.|x).`) leave room for a segment to be read as `..`. */
function mayBeParent(segment: string): boolean {
  if (!/[[(]/u.test(segment) || !segment.includes('.')) return false
  let depth = 0
  for (const char of segment) {
    if (char === '[' || char === '(') depth++
    else if (char === ']' || char === ')') depth--
    else if (depth === 0 && !'.*?+@!'.includes(char)) return false
  }
  return true
}
