/**
 * Part of deciding: the rules that an index shows are held against an effect, and the one that counts is kept.
 *
 * A bucket holds denials first and then what was written first: behind a rule that cannot count more than what was found,
 * none can.
 */

import type { Circumstances } from './compile.ts'
import { counts, permits, restricts } from './compiled-rule.ts'
import type { CompiledRule } from './compiled-rule.ts'
import type { Effect, Reading } from './effect.ts'
import type { Match } from './match/shell.ts'
import type { Bucket, Search } from './trie/bucket.ts'

export interface Hit {
  readonly rule: CompiledRule
  /** Index of the effect it matched. */
  readonly effect: number
  readonly match: Match
}

/** The rule that says most: what surely denies before what surely asks before what might deny before what might ask; of equals the first written. */
export class Restricting implements Search<CompiledRule> {
  /** The effect that the rules are held against. */
  at = 0
  readonly #reading: Reading
  readonly #circumstances: Circumstances
  #found: Hit | undefined = undefined
  #weight = 0

  constructor(reading: Reading, circumstances: Circumstances) {
    this.#reading = reading
    this.#circumstances = circumstances
  }

  get found(): Hit | undefined {
    return this.#found
  }

  /** Begins anew, with what is known already. */
  begin(known: Hit | undefined): void {
    this.#found = known
    this.#weight = known === undefined ? 0 : weigh(known.rule, known.match)
  }

  get settled(): boolean {
    return this.#weight > MOST_POSSIBLE
  }

  consider(bucket: Bucket<CompiledRule>): void {
    for (const rule of bucket) if (!this.#hold(rule, 2)) return
  }

  considerPossible(bucket: Bucket<CompiledRule>): void {
    for (const rule of bucket) if (!this.#hold(rule, 1)) return
  }

  /** False when it could not count more than what was found, even if it matches as surely as it may. */
  #hold(rule: CompiledRule, surest: Match): boolean {
    if (!this.#outdoes(rule, weigh(rule, surest))) return false
    const match = matchOf(rule, this.at, this.#reading, this.#circumstances)
    const weight = weigh(rule, match)
    if (match === 0 || !this.#outdoes(rule, weight)) return true
    this.#found = { rule, effect: this.at, match }
    this.#weight = weight
    return true
  }

  #outdoes(rule: CompiledRule, weight: number): boolean {
    if (weight !== this.#weight || this.#found === undefined) return weight > this.#weight
    return rule.order < this.#found.rule.order
  }
}

/** What might deny weighs 2, what might ask 1; for certain, 4 and 3. */
function weigh({ denies }: CompiledRule, match: Match): number {
  return denies ? 2 * match : 2 * match - 1
}

const MOST_POSSIBLE = 2

/** Every restriction that matches, or might. */
export class Collecting implements Search<CompiledRule> {
  readonly settled = false
  readonly rules = new Set<CompiledRule>()

  consider(bucket: Bucket<CompiledRule>): void {
    for (const rule of bucket) this.rules.add(rule)
  }

  considerPossible(bucket: Bucket<CompiledRule>): void {
    this.consider(bucket)
  }
}

/** The permission that was written first, of all or of those that name the effect itself. */
export class Permitting implements Search<CompiledRule> {
  readonly settled = true
  readonly #reading: Reading
  readonly #circumstances: Circumstances
  readonly #effect: Effect
  readonly #named: boolean
  found: CompiledRule | undefined = undefined

  constructor(reading: Reading, circumstances: Circumstances, effect: Effect, named: boolean) {
    this.#reading = reading
    this.#circumstances = circumstances
    this.#effect = effect
    this.#named = named
  }

  consider(bucket: Bucket<CompiledRule>): void {
    const { now, without } = this.#circumstances
    for (const rule of bucket) {
      if (this.found !== undefined && this.found.order <= rule.order) return
      if (rule.rule === without || (this.#named && !rule.subject.names(this.#effect))) continue
      if (permits(rule, this.#effect, this.#reading, now)) this.found = rule
    }
  }

  /** A permission is certain or none. */
  considerPossible(): void {}
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

/** What was not understood might be anything of the sorts it could hide. */
function plausible({ subject }: CompiledRule, could: readonly string[]): Match {
  return subject.slots.some(({ type }) => could.includes(type === 'program' ? 'run' : type)) ? 1 : 0
}
