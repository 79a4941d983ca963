/**
 * What a person might answer besides "once": rules that would let this very call pass.
 *
 * INVARIANT: every suggestion is proven: the call is decided again with its rules and must come out allow. The texts
 * come from the effects' own closed tables, narrow to broad.
 */

import type { Circumstances, CompiledPolicy } from './compile.ts'
import { compileRule } from './compiled-rule.ts'
import { decide, judgePart } from './decide.ts'
import type { Effect, Offer, Reading } from './effect.ts'
import { Evidence } from './evidence.ts'
import { Lookup } from './lookup.ts'
import { partsOf } from './part.ts'
import type { Rule } from './rule.ts'
import type { Verdict } from './verdict.ts'

export type Lasting = 'session' | 'project' | 'always'

export interface Suggestion {
  /** Rule texts, one for each part of the call that needs one. */
  readonly rules: readonly string[]
  /**
   * How long such an answer may last. If an ask rule asked, only for the session, since no written allow rule beats an
   * ask rule.
   */
  readonly lasts: readonly Lasting[]
}

const MOST = 5
/**
 * A person cannot check more rules at one click; and proving each against every file of a long list would take longer
 * than a hook has.
 */
const MOST_RULES = 32

export function suggest(
  verdict: Verdict,
  compiled: CompiledPolicy,
  circumstances: Circumstances,
): readonly Suggestion[] {
  const needs = whatIsNeeded(verdict, compiled, circumstances)
  if (needs === undefined) return []
  const found: Suggestion[] = []
  const levels = Math.max(...needs.offers.map((offers) => offers.length))
  for (let level = 0; level < levels && found.length < MOST; level++) {
    const rules = [...new Set(needs.offers.flatMap((offers) => offers[Math.min(level, offers.length - 1)] as Offer))]
    if (rules.length > MOST_RULES) continue
    if (found.some((known) => known.rules.join('\n') === rules.join('\n'))) continue
    if (!proven(rules, needs.as, verdict.reading, compiled, circumstances)) continue
    found.push({ rules, lasts: needs.as === 'answers' ? ['session'] : ['session', 'project', 'always'] })
  }
  return found
}

/**
 * What the tables offer for each effect that needs a rule; undefined if some part has no offer, or does not accept one.
 */
function whatIsNeeded(verdict: Verdict, compiled: CompiledPolicy, circumstances: Circumstances) {
  const { reading } = verdict
  if (verdict.behavior !== 'ask' || verdict.safety) return undefined
  const evidence = new Evidence(reading, compiled.policy, new Lookup(reading, compiled, circumstances))
  const needed = new Set<number>()
  let as: 'rules' | 'answers' = 'rules'
  for (const part of partsOf(reading)) {
    const fact = judgePart(part, evidence)
    if (fact.says !== 'ask') continue
    if (fact.safety || fact.maybe || fact.rule?.source.layer === 'managed') return undefined
    if (fact.rule !== undefined) as = 'answers'
    for (const effect of outermost(evidence.toAnswer(part, fact.rule !== undefined), reading)) needed.add(effect)
  }
  if (isAnyFed(needed, reading)) return undefined
  const offers = [...needed].map((effect) => (reading.effects[effect] as Effect).offers?.() ?? [])
  return offers.length === 0 || offers.some((texts) => texts.length === 0) ? undefined : { offers, as }
}

/**
 * Whether one of them, or what it starts, runs what it reads: a rule for its words would cover any input it gets next
 * time.
 */
function isAnyFed(owners: ReadonlySet<number>, { effects }: Reading): boolean {
  const belongs = (index: number): boolean =>
    owners.has(index) || (index > 0 && belongs(Math.min((effects[index] as Effect).of, index - 1)))
  return effects.some((effect, index) => effect.type === 'run' && effect.fed === true && belongs(index))
}

/** A rule for an owner covers what belongs to it, except what must be named itself. */
function outermost(open: readonly number[], reading: Reading): number[] {
  const isOpen = new Set(open)
  return open.filter((index) => {
    const effect = reading.effects[index] as Effect
    return effect.finding?.nameable === true || effect.of === index || !isOpen.has(effect.of)
  })
}

function proven(
  texts: readonly string[],
  as: 'rules' | 'answers',
  reading: Reading,
  compiled: CompiledPolicy,
  circumstances: Circumstances,
): boolean {
  const written = texts.map((rule): Rule => ({ behavior: 'allow', rule, source: { layer: 'session' } }))
  try {
    const rules = written.map((rule, order) => compileRule(rule, order, compiled.world))
    return decide(reading, compiled, { ...circumstances, plus: { as, rules } }).behavior === 'allow'
  } catch {
    return false
  }
}
