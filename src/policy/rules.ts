/** Part of reading policies: its rules, written as texts, as mappings, and as decisions for a whole kind. */

import { BEHAVIORS } from '../engine/rule.ts'
import type { Behavior, Rule, Source } from '../engine/rule.ts'
import { canonicalAgent } from '../vocabulary/tables.ts'
import type { Page } from './page.ts'
import { below } from './problem.ts'
import { ruleProblems } from './rule-problems.ts'
import { setProblems } from './set-problems.ts'
import { isMapping } from './shape.ts'
import { readTime } from './time.ts'
import type { Lexicon } from './lexicon.ts'

/** The valid rules of `allow`, `ask` and `deny`. */
export function readRules(value: Readonly<Record<string, unknown>>, page: Page, lexicon: Lexicon): Rule[] {
  const rules: Rule[] = []
  /** The index of each rule in its list. */
  const places: number[] = []
  for (const behavior of BEHAVIORS) {
    const list = Object.hasOwn(value, behavior) ? value[behavior] : undefined
    if (!Array.isArray(list)) continue
    list.forEach((item: unknown, index) => {
      const path = below(behavior, index)
      if (page.isHopeless || !page.isSound(path)) return
      const rule = readRule(item, behavior, page.source(path))
      for (const { severity, at, ...complaint } of ruleProblems(rule, lexicon)) {
        const place = isMapping(item) ? placeOf(at, path, item) : path
        if (severity === 'error') page.error(place, complaint)
        else page.warn(place, complaint)
      }
      if (!page.isSound(path)) return
      rules.push(rule)
      places.push(index)
    })
  }
  for (const { at, message } of setProblems(rules))
    page.warn(below((rules[at] as Rule).behavior, places[at] as number), { message })
  return rules
}

/** A decision for a kind becomes a rule on the bare kind, at its own line. */
export function readKinds(value: unknown, page: Page): Rule[] {
  if (!isMapping(value)) return []
  return Object.entries(value).flatMap(([kind, behavior]) => {
    const path = below('kinds', kind)
    if (behavior === undefined || !page.isSound(path)) return []
    return [{ behavior: behavior as Behavior, rule: kind, source: page.source(path) }]
  })
}

function readRule(item: unknown, behavior: Behavior, source: Source): Rule {
  if (!isMapping(item)) return { behavior, rule: (item as string).trim(), source }
  const expires = readTime(item['expires'])
  return {
    behavior,
    rule: (item['rule'] as string).trim(),
    ...given('except', oneOrMany(item['except'])),
    ...given('reason', item['reason']),
    ...given('expires', expires),
    ...given('agents', agentsOf(item['agents'])),
    ...given('where', item['where']),
    ...given('match', oneOrMany(item['match'])),
    ...given('notMatch', oneOrMany(item['not-match'])),
    source,
  }
}

function given(name: string, value: unknown): object {
  return value === undefined || value === null ? {} : { [name]: value }
}

function agentsOf(value: unknown): unknown {
  const names = oneOrMany(value)
  return Array.isArray(names) ? names.map((name: string) => canonicalAgent(name)) : names
}

function oneOrMany(value: unknown): unknown {
  return typeof value === 'string' ? [value] : value
}

/** If `except` is one text and not a list, its `except[0]` is shown as `except`. */
function placeOf(at: string, path: string, item: Readonly<Record<string, unknown>>): string {
  const list = at.slice(0, Math.max(0, at.indexOf('[')))
  return `${path}.${list !== '' && !Array.isArray(item[list]) ? list : at}`
}
