/**
 * Part of deciding: compares the rules that an index shows with an effect, and keeps the one that counts.
 *
 * A bucket holds denials first, and each behaviour in the order of writing. So once a rule in it cannot count more than
 * what was found, no later one can.
 */

import type { Circumstances } from './compile.ts'
import { counts, permits, restricts } from './compiled-rule.ts'
import type { CompiledRule } from './compiled-rule.ts'
import type { Effect, Reading } from './effect.ts'
import type { Match } from './match/match.ts'
import type { Bucket, Search } from './trie/bucket.ts'

export interface Hit {
  readonly rule: CompiledRule
  /** Index of the effect it matched. */
  readonly effect: number
  readonly match: Match
}

/** What is searched for: a restriction, a permission, or a permission that names the effect itself. */
type Role = 'restricts' | 'permits' | 'names'

/**
 * Keeps the rule that counts most: one that surely denies, then one that surely asks, then one that might deny, then
 * one that might ask; among equal ones the first written. One object serves a whole decision.
 */
export class Best implements Search<CompiledRule> {
  /** The effect that the rules are held against. */
  at = 0
  /** A permission is held against this in place of that effect. */
  instead: Effect | undefined = undefined
  readonly #reading: Reading
  readonly #circumstances: Circumstances
  #role: Role = 'restricts'
  #found: Hit | undefined = undefined
  #weight = 0

  constructor(reading: Reading, circumstances: Circumstances) {
    this.#reading = reading
    this.#circumstances = circumstances
  }

  get found(): Hit | undefined {
    return this.#found
  }

  /** Starts a new search, with what is already known. */
  begin(role: Role, known?: Hit): void {
    this.#role = role
    this.#found = known
    this.#weight = known === undefined ? 0 : weigh(known.rule, known.match)
  }

  /** A permission is certain or does not count. */
  get settled(): boolean {
    return this.#weight > MOST_POSSIBLE || this.#role !== 'restricts'
  }

  hopes(deny: number, ask: number): boolean {
    return (deny < Infinity && this.#outdoes(deny, MOST_POSSIBLE)) || (ask < Infinity && this.#outdoes(ask, 1))
  }

  consider(bucket: Bucket<CompiledRule>): void {
    for (const rule of bucket) if (!this.#hold(rule, 2)) return
  }

  considerPossible(bucket: Bucket<CompiledRule>): void {
    for (const rule of bucket) if (!this.#hold(rule, 1)) return
  }

  /** False if the rule could not count more than what was found, even if it matches as surely as possible. */
  #hold(rule: CompiledRule, surest: Match): boolean {
    if (!this.#outdoes(rule.order, weigh(rule, surest))) return false
    const match = this.#match(rule)
    const weight = weigh(rule, match)
    if (match === 0 || !this.#outdoes(rule.order, weight)) return true
    this.#found = { rule, effect: this.at, match }
    this.#weight = weight
    return true
  }

  #outdoes(order: number, weight: number): boolean {
    if (weight !== this.#weight || this.#found === undefined) return weight > this.#weight
    return order < this.#found.rule.order
  }

  #match(rule: CompiledRule): Match {
    if (this.#role === 'restricts') return matchOf(rule, this.at, this.#reading, this.#circumstances)
    const { now, without } = this.#circumstances
    const effect = (this.instead ?? this.#reading.effects[this.at]) as Effect
    if (rule.rule === without || (this.#role === 'names' && !rule.subject.names(effect))) return 0
    return permits(rule, effect, this.#reading, now) ? 2 : 0
  }
}

/** A rule that might deny weighs 2, one that might ask 1; if they are certain, 4 and 3. */
function weigh({ denies }: CompiledRule, match: Match): number {
  return denies ? 2 * match : 2 * match - 1
}

const MOST_POSSIBLE = 2

/** Collects every restriction that matches, or might match. */
export class Collecting implements Search<CompiledRule> {
  readonly settled = false
  readonly rules = new Set<CompiledRule>()

  hopes(): boolean {
    return true
  }

  consider(bucket: Bucket<CompiledRule>): void {
    for (const rule of bucket) this.rules.add(rule)
  }

  considerPossible(bucket: Bucket<CompiledRule>): void {
    this.consider(bucket)
  }
}

/** How surely the rule, as a restriction, matches the effect at that index. */
export function matchOf(rule: CompiledRule, at: number, reading: Reading, { now, without }: Circumstances): Match {
  const effect = reading.effects[at] as Effect
  if (rule.rule === without) return 0
  const match = effect.type === 'unknown' ? 0 : restrictsNamed(rule, effect, reading, now)
  if (match > 0 || (effect.type !== 'unknown' && effect.type !== 'use') || effect.could === undefined) return match
  return counts(rule, reading, now) > 0 ? plausible(rule, effect.could) : 0
}

/** A tool that may go by several names is restricted by a rule for any of them. */
function restrictsNamed(rule: CompiledRule, effect: Effect, reading: Reading, now: number): Match {
  if (effect.type !== 'use' || effect.names === undefined) return restricts(rule, effect, reading, now)
  let best: Match = 0
  for (const tool of effect.names) {
    const kind = tool.startsWith('mcp__') ? 'mcp' : effect.kind
    best = Math.max(best, restricts(rule, { ...effect, tool, kind }, reading, now)) as Match
  }
  return best
}

/** What was not understood might be any sort of effect that it could hide. */
function plausible({ subject }: CompiledRule, could: readonly string[]): Match {
  return subject.slots.some(({ type }) => could.includes(type === 'program' ? 'run' : type)) ? 1 : 0
}
