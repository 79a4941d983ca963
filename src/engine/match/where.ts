/**
 * Constraints on the named arguments of any tool: `where: { target: "staging-*", replicas: "<= 3" }`.
 *
 * A text may hold `*`; a text of the form `< 5`, `>= 2` compares numbers; a list means any of; a mapping goes into a
 * nested field; everything else is equality. No user code, linear time.
 */

import { PatternError } from './pattern-error.ts'
import { matchesPieces } from './pieces.ts'
import type { Match } from './shell.ts'

export type Constraint = (value: unknown) => Match

const COMPARISON = /^(<=|>=|<|>)\s*(-?\d+(?:\.\d+)?)$/
const MAX_DEPTH = 8

export function compileWhere(where: Readonly<Record<string, unknown>>, depth = 0): Constraint {
  if (depth > MAX_DEPTH) throw new PatternError(`where is nested more than ${MAX_DEPTH} levels deep`)
  const fields = Object.entries(where).map(([name, wanted]) => [name, compileField(wanted, depth)] as const)
  if (fields.length === 0) throw new PatternError('where names no argument')
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 0
    let worst: Match = 2
    for (const [name, constraint] of fields) {
      const found = Object.hasOwn(value, name) ? constraint((value as Record<string, unknown>)[name]) : 0
      if (found === 0) return 0
      if (found < worst) worst = found
    }
    return worst
  }
}

function compileField(wanted: unknown, depth: number): Constraint {
  if (typeof wanted === 'string') return compileText(wanted)
  if (Array.isArray(wanted)) {
    if (wanted.length === 0) throw new PatternError('an empty list in where matches nothing')
    const any = wanted.map((item) => compileField(item, depth + 1))
    return (value) => any.reduce<Match>((best, constraint) => Math.max(best, constraint(value)) as Match, 0)
  }
  if (typeof wanted === 'object' && wanted !== null) return compileWhere(wanted as Record<string, unknown>, depth + 1)
  return (value) => (value === wanted ? 2 : sameText(value, wanted))
}

function compileText(wanted: string): Constraint {
  const comparison = COMPARISON.exec(wanted)
  if (comparison !== null) return compileComparison(comparison[1] as string, Number(comparison[2]))
  const pieces = wanted.split('*')
  return (value) => {
    if (typeof value === 'string') return matchesPieces(pieces, value) ? 2 : 0
    // Another type may still be read as this text by the tool.
    return sameText(value, wanted)
  }
}

function compileComparison(operator: string, limit: number): Constraint {
  return (value) => {
    const number = typeof value === 'number' ? value : Number.NaN
    // A number sent as text, or no number at all, might be taken for one by the tool.
    if (Number.isNaN(number)) return value === null || value === undefined ? 0 : 1
    if (operator === '<') return number < limit ? 2 : 0
    if (operator === '<=') return number <= limit ? 2 : 0
    if (operator === '>') return number > limit ? 2 : 0
    return number >= limit ? 2 : 0
  }
}

function sameText(value: unknown, wanted: unknown): Match {
  const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return plain && String(value) === String(wanted) ? 1 : 0
}
