/**
 * Part of reading policies: what is wrong with the `where` of a rule.
 *
 * INVARIANT: an argument that a specifier reads as words, paths or hosts is never compared as text: there is always
 * another spelling, and more commands fit on one line.
 */

import { isObject } from '../engine/call.ts'
import { compileWhere, isComparison } from '../engine/match/where.ts'
import { splitRule } from '../engine/rule.ts'
import type { Rule } from '../engine/rule.ts'
import { compileSubject } from '../engine/subject.ts'
import { lookedAt } from '../vocabulary/looked-at.ts'
import type { LookedAt } from '../vocabulary/looked-at.ts'
import type { Lexicon } from './lexicon.ts'
import { ANYWHERE, patternProblem } from './pattern-problem.ts'
import { below, quoted } from './problem.ts'
import type { RuleProblem } from './rule-problems.ts'

export function whereProblems(rule: Rule, where: NonNullable<Rule['where']>, lexicon: Lexicon): RuleProblem[] {
  const split = splitRule(rule.rule)
  const mistaken = split === undefined || lexicon.isCustom(split.tool) ? [] : specifiersIn(where, split.tool)
  if (mistaken.length > 0) return mistaken
  const message = compileProblem(rule, where, lexicon)
  return message === undefined ? oddities(where, 'where') : [{ severity: 'error', at: 'where', message }]
}

/** `>=1.2.3` is a version, and may well be the value of an argument. */
const LIKE_A_COMPARISON = /^\s*(?:[<>=!~]=?|<>|=[<>]|[≤≥≠])\s*[-+.]?\d(?!\S*\.\d+\.)/u
const LIKE_A_WAY = /^\w+(?:(?:\.\w+)|(?:\[\w*\]))+$/u

/** Values that are valid, but hardly say what was meant. */
function oddities(where: Readonly<Record<string, unknown>>, at: string): RuleProblem[] {
  return Object.entries(where).flatMap(([name, wanted]): RuleProblem[] => {
    const place = below(at, name)
    const inside = oddValues(wanted, place)
    if (!LIKE_A_WAY.test(name)) return inside
    const message = `${quoted(name)} is looked for as the name of one argument; an argument of an argument is written as a mapping: \`options: { force: true }\``
    return [{ severity: 'warning', at: place, message }, ...inside]
  })
}

function oddValues(wanted: unknown, at: string): RuleProblem[] {
  if (Array.isArray(wanted)) return wanted.flatMap((item, index) => oddValues(item, `${at}[${index}]`))
  if (isObject(wanted)) return oddities(wanted, at)
  if (typeof wanted !== 'string' || isComparison(wanted) || !LIKE_A_COMPARISON.test(wanted)) return []
  const message = `${quoted(wanted)} is taken for a text: numbers are compared by one of \`<\`, \`<=\`, \`>\` and \`>=\`, and written alone where they must be equal`
  return [{ severity: 'warning', at, message }]
}

const COMPARED: Readonly<Record<LookedAt, string>> = {
  command: 'a command is compared by its words',
  path: 'a path is compared by where it leads',
  url: 'a URL is compared by its parts',
}
const EXAMPLES: Readonly<Record<LookedAt, string>> = { command: 'npm run:*', path: 'src/**', url: 'domain:github.com' }

function specifiersIn(where: NonNullable<Rule['where']>, tool: string): RuleProblem[] {
  const fields = lookedAt(tool)
  return Object.entries(where).flatMap(([name, wanted]): RuleProblem[] => {
    const what = fields.get(name)
    // `*` alone only requires that the argument exists, and compares nothing.
    if (what === undefined || wanted === '*') return []
    const meant = asSpecifier(tool, what, wanted)
    const instead = `write it as the specifier: ${quoted(meant ?? `${tool}(${EXAMPLES[what]})`)}`
    const message = `\`where\` compares ${quoted(name)} as mere text, but ${COMPARED[what]}; ${instead}`
    return [{ severity: 'error', at: below('where', name), message }]
  })
}

/** The rule that was probably meant. */
function asSpecifier(tool: string, what: LookedAt, wanted: unknown): string | undefined {
  if (typeof wanted !== 'string' || wanted.trim() === '' || wanted.length > 200 || isRegex(wanted)) return undefined
  const text = wanted.trim()
  const specifier = what === 'command' && text.endsWith(' *') ? `${text.slice(0, -2)}:*` : text
  const meant = `${tool}(${specifier})`
  return patternProblem(() => compileSubject(meant, ANYWHERE)) === undefined ? meant : undefined
}

function isRegex(text: string): boolean {
  return /^\s*\/.*\/\s*$/u.test(text)
}

function compileProblem(rule: Rule, where: NonNullable<Rule['where']>, lexicon: Lexicon): string | undefined {
  const input = inputOf(splitRule(rule.rule)?.specifier)
  let contradicts = false
  const message = patternProblem(() => {
    const matches = compileWhere(where, { regex: lexicon.regex, permits: rule.behavior === 'allow' })
    contradicts = input !== undefined && matches(input) === 0
  })
  if (message !== undefined) return message
  return contradicts ? 'contradicts the input that the specifier demands; the rule can never match' : undefined
}

function inputOf(specifier: string | undefined): unknown {
  if (!specifier?.startsWith('{')) return undefined
  try {
    return JSON.parse(specifier)
  } catch {
    return undefined
  }
}
