/**
 * Constraints on the named arguments of any tool: `where: { target: "staging-*", replicas: "<= 3" }`.
 *
 * A text may hold `*`; a text of the form `< 5`, `>= 2` compares numbers; one of the form `/…/` is a regular
 * expression; a list means any of; a mapping goes into a nested field; everything else is equality. No user code runs,
 * and the time is linear.
 *
 * INVARIANT: a value in another type or wrapping, which a tool may take for the wanted one, is plausible, not certain.
 */

import { isObject } from '../call.ts'
import { PatternError } from './pattern-error.ts'
import { matchesPieces } from './pieces.ts'
import { compileRegex, LONGEST_TEXT } from './regex.ts'
import type { RegexOptions } from './regex.ts'
import type { Match } from './match.ts'

export type Constraint = (value: unknown) => Match

const COMPARISON = /^\s*(<=|>=|<|>)\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)\s*$/i
const MAX_DEPTH = 8
/** How many items of a list or mapping are examined that stands where one value is expected. */
const MOST_ITEMS = 100

/** A constraint on the whole input of a call. Throws `PatternError`. */
export function compileWhere(where: Readonly<Record<string, unknown>>, options: RegexOptions = {}): Constraint {
  const fields = compileFields(where, options, 0)
  // An input that is not a mapping names no arguments; nobody knows what the tool makes of it.
  return (input) => (isObject(input) ? fields(input) : input === undefined || input === null ? 0 : 1)
}

function compileFields(where: Readonly<Record<string, unknown>>, options: RegexOptions, depth: number): Constraint {
  if (depth > MAX_DEPTH) throw new PatternError(`where is nested more than ${MAX_DEPTH} levels deep`)
  const fields = Object.entries(where).map(([name, wanted]) => [name, compileField(wanted, options, depth)] as const)
  if (fields.length === 0) throw new PatternError('where names no argument')
  return (value) => {
    if (value === undefined || value === null)
      return fields.every(([, constraint]) => constraint(undefined) > 0) ? 1 : 0
    if (!isObject(value)) return mayBeMapping(value) ? 1 : 0
    let worst: Match = 2
    for (const [name, constraint] of fields) {
      const found = held(value, name, constraint, options.permits === true)
      if (found === 0) return 0
      if (found < worst) worst = found
    }
    return worst
  }
}

/**
 * Lenient readers ignore case and separators in keys, and if two keys are then the same, they take either. So such a
 * key makes a permission uncertain, and a restriction may be about either key.
 */
function held(value: Readonly<Record<string, unknown>>, name: string, constraint: Constraint, permits: boolean): Match {
  let found = constraint(Object.hasOwn(value, name) ? value[name] : undefined)
  const wanted = bareKey(name)
  for (const key of Object.keys(value)) {
    if (key === name || bareKey(key) !== wanted) continue
    if (permits) found = Math.min(found, 1) as Match
    else if (found === 0 && constraint(value[key]) > 0) found = 1
  }
  return found
}

function bareKey(key: string): string {
  return key.replaceAll(/[\s_-]/gu, '').toLowerCase()
}

function compileField(wanted: unknown, options: RegexOptions, depth: number): Constraint {
  if (Array.isArray(wanted)) {
    if (wanted.length === 0) throw new PatternError('an empty list in where matches nothing')
    const any = wanted.map((item) => compileField(item, options, depth + 1))
    return (value) => any.reduce<Match>((best, constraint) => Math.max(best, constraint(value)) as Match, 0)
  }
  if (typeof wanted === 'string') return orWithin(compileText(wanted, options))
  if (isObject(wanted)) return orListed(compileFields(wanted, options, depth + 1))
  return orWithin((value) => (value === wanted ? 2 : isTakenFor(value, wanted) ? 1 : 0))
}

/** A text that compares numbers, not texts. */
export function isComparison(wanted: string): boolean {
  return COMPARISON.test(wanted)
}

function compileText(wanted: string, options: RegexOptions): Constraint {
  const comparison = COMPARISON.exec(wanted)
  if (comparison !== null) return compileComparison(comparison[1] as string, Number(comparison[2]))
  const asWritten = compileWritten(wanted, options)
  return (value) => {
    const found = asWritten(value)
    if (typeof value !== 'string' || value === wanted || !UNTIDY.test(value)) return found
    if (value.length > LONGEST_BARE) return Math.min(found, 1) as Match
    const there = asWritten(tidied(value))
    return options.permits === true ? (Math.min(found, there) as Match) : found > 0 || there === 0 ? found : 1
  }
}

/** A path or an address that leads elsewhere than it seems to, or that has a shorter spelling. */
const UNTIDY = /(?:^|[\\/])(?:\.|%2e){1,2}(?:[\\/]|$)|(?:^|[^:])\/\//i
const SITE = /^[a-z][a-z\d+.-]*:\/\/[^/]*/i

/** The text as a tool reads it that takes it for a path or an address. */
function tidied(text: string): string {
  const site = SITE.exec(text)?.[0] ?? ''
  const rest = text.slice(site.length)
  const names: string[] = []
  for (const written of rest.split(/[\\/]/)) {
    const name = written.replaceAll(/%2e/gi, '.')
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop()
    else if (name !== '' && name !== '.' && !(name === '..' && /^[\\/]/.test(rest))) names.push(written)
  }
  return `${site}${/^[\\/]/.test(rest) ? '/' : ''}${names.join('/')}`
}

function compileWritten(wanted: string, options: RegexOptions): Constraint {
  const regex = compileRegex(wanted, options)
  if (regex !== undefined) {
    return (value) => (typeof value === 'string' ? regex(value) : isScalar(value) && regex(String(value)) > 0 ? 1 : 0)
  }
  const pieces = wanted.split('*')
  const barePieces = pieces.map((piece) => piece.normalize('NFKC').toLowerCase())
  return (value) => {
    if (typeof value === 'string' && matchesPieces(pieces, value)) return 2
    if (typeof value === 'string')
      return value.length > LONGEST_BARE || matchesPieces(barePieces, bareText(value)) ? 1 : 0
    // The tool may still read a value of another type as this text.
    return isScalar(value) && matchesPieces(pieces, String(value)) ? 1 : 0
  }
}

/** Takes a millisecond or two. A longer text is not examined so closely and may match. */
const LONGEST_BARE = 1_048_576

/** The text as a tool reads it that ignores letter case and surrounding blanks. */
function bareText(value: string): string {
  return value.trim().normalize('NFKC').toLowerCase()
}

function compileComparison(operator: string, limit: number): Constraint {
  return (value) => {
    const number = typeof value === 'number' ? value : Number.NaN
    // The tool might take a number sent as text, or something that is not a number, for a number.
    if (Number.isNaN(number)) return value === null || value === undefined ? 0 : 1
    if (operator === '<') return number < limit ? 2 : 0
    if (operator === '<=') return number <= limit ? 2 : 0
    if (operator === '>') return number > limit ? 2 : 0
    return number >= limit ? 2 : 0
  }
}

/** If a list stands where one value is expected, the tool may use any of its items. */
function orListed(constraint: Constraint): Constraint {
  return (value) =>
    Array.isArray(value) ? (isAmong(value, constraint, false, { left: MOST_ITEMS }) ? 1 : 0) : constraint(value)
}

/** The same; and if a mapping stands where a text, a number or a boolean is expected, the value may be inside it. */
function orWithin(constraint: Constraint): Constraint {
  return (value) => {
    const found = Array.isArray(value) ? 0 : constraint(value)
    if (found > 0 || typeof value !== 'object' || value === null) return found
    return isAmong(value, constraint, true, { left: MOST_ITEMS }) ? 1 : 0
  }
}

function isAmong(whole: object, constraint: Constraint, deeper: boolean, budget: { left: number }): boolean {
  let length = 0
  for (const item of Array.isArray(whole) ? (whole as readonly unknown[]) : Object.values(whole)) {
    length += typeof item === 'string' ? item.length : 1
    if (--budget.left < 0 || length > LONGEST_TEXT) return true
    // Many languages turn a list within the list into one text of its items.
    if (Array.isArray(item) && Array.isArray(whole)) return true
    if (
      deeper && typeof item === 'object' && item !== null
        ? isAmong(item, constraint, deeper, budget)
        : constraint(item) > 0
    )
      return true
  }
  return false
}

/** Whether the value may be a mapping written as JSON text. */
function mayBeMapping(value: unknown): boolean {
  return typeof value === 'string' && value.trimStart().startsWith('{')
}

/** What lenient readers of settings take for false. Many languages take everything else for true. */
const FALSE: ReadonlySet<string> = new Set('false 0 no n off f'.split(' ').concat(''))

/** The same value in another type or spelling. A missing value mostly counts as false. */
function isTakenFor(value: unknown, wanted: unknown): boolean {
  if (value === undefined || value === null) return wanted === false || wanted === null
  if (typeof value !== 'string' && !isScalar(value)) return false
  const text = String(value)
  if (text.length > LONGEST_BARE) return true
  const bare = bareText(text)
  if (typeof wanted === 'boolean') return FALSE.has(bare) !== wanted
  if (bare === String(wanted)) return true
  if (typeof wanted !== 'number' || bare === '') return false
  const digits = typeof value === 'string' ? bare.replaceAll('_', '') : value
  // Some tools read a number up to the first character that is not a digit.
  return Number(digits) === wanted || (typeof digits === 'string' && Number.parseFloat(digits) === wanted)
}

function isScalar(value: unknown): value is number | boolean | bigint {
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
}
