/** Part of changing policy files: one rule to be added or found again, and its form in the file. */

import type { Behavior, Rule } from '../engine/rule.ts'
import { canonicalAgent } from '../vocabulary/tables.ts'
import { isMapping } from './shape.ts'
import { readTime } from './time.ts'

/** Undefined fields are not written, and match anything. */
export interface RuleEntry {
  readonly behavior: Behavior
  readonly rule: string
  /** Milliseconds since the epoch. */
  readonly expires?: number | undefined
  readonly agents?: readonly string[] | undefined
  /** Only written, unless `exactly` this rule is meant. */
  readonly except?: readonly string[] | undefined
  readonly where?: Readonly<Record<string, unknown>> | undefined
  /** Only written: to find a rule again, its reason and its tests do not matter. */
  readonly reason?: string | undefined
  readonly match?: readonly string[] | undefined
  readonly notMatch?: readonly string[] | undefined
}

/** As much of a rule in a file as it takes to find it again. */
export type Told = Pick<Rule, 'rule' | 'expires' | 'agents'>

export function writtenForm(entry: RuleEntry): string | Record<string, unknown> {
  const { rule, except, where, reason, agents, expires, match, notMatch } = entry
  const until = expires === undefined ? undefined : new Date(expires).toISOString()
  const more = { except, where, reason, agents, expires: until, match, 'not-match': notMatch }
  const said = Object.entries(more).filter(([, value]) => value !== undefined)
  return said.length === 0 ? rule : { rule, ...Object.fromEntries(said) }
}

export function toldBy(item: unknown): Told {
  if (!isMapping(item)) return { rule: String(item).trim() }
  const { rule, expires, agents } = item
  const time = readTime(expires)
  const given = typeof agents === 'string' ? [agents] : Array.isArray(agents) ? (agents as string[]) : undefined
  const names = given?.map(canonicalAgent)
  return {
    rule: String(rule).trim(),
    ...(time === undefined ? {} : { expires: time }),
    ...(names === undefined ? {} : { agents: names }),
  }
}

/** The rule as it is read back: under the canonical name of the agent. */
export function byItsName(entry: RuleEntry): RuleEntry {
  return entry.agents === undefined ? entry : { ...entry, agents: entry.agents.map(canonicalAgent) }
}

/** Whether the entry means that rule: what it does not say may be anything. */
export function says(entry: RuleEntry, behavior: Behavior, rule: Told): boolean {
  if (entry.behavior !== behavior || entry.rule !== rule.rule) return false
  if (entry.expires !== undefined && entry.expires !== rule.expires) return false
  return entry.agents === undefined || JSON.stringify(entry.agents) === JSON.stringify(rule.agents)
}
