/** Part of deciding: which rule restricts a part of the call, which one covers an effect of it. */

import type { Circumstances, CompiledPolicy } from './compile.ts'
import { counts, permits, restricts } from './compiled-rule.ts'
import type { CompiledRule } from './compiled-rule.ts'
import type { RuleIndex } from './rule-index.ts'
import type { Effect, Reading } from './effect.ts'
import type { Match } from './match/shell.ts'
import type { Part } from './part.ts'
import type { Behavior } from './rule.ts'

export interface Hit {
  readonly rule: CompiledRule
  /** Index of the effect it matched. */
  readonly effect: number
  readonly match: Match
}

/** `rules`: what is written. `answers`: what a person answered in this session. */
export type From = 'rules' | 'answers'

export class Lookup {
  readonly #reading: Reading
  readonly #compiled: CompiledPolicy
  readonly #circumstances: Circumstances
  /** What restricts the use of the tool itself: every part asks that. */
  readonly #onUse: { readonly index: RuleIndex; readonly hit: Hit | undefined }[] = []

  constructor(reading: Reading, compiled: CompiledPolicy, circumstances: Circumstances) {
    this.#reading = reading
    this.#compiled = compiled
    this.#circumstances = circumstances
  }

  /** Somebody answered something in this session, or it is tried what would come of it. */
  get hasAnswers(): boolean {
    const { answers } = this.#compiled
    return answers.allow.size > 0 || answers.deny.size > 0 || this.#circumstances.plus?.as === 'answers'
  }

  /** The surest, then the earliest rule that matches the use of the tool or any effect of the part. */
  restricting(behavior: Behavior, part: Part, from: From = 'rules'): Hit | undefined {
    const index = this.#index(behavior, from)
    const plus = this.#plus(behavior, from)
    if (index.size === 0 && plus.length === 0) return undefined
    let best: Hit | undefined = part.root === 0 ? undefined : this.#restrictingUse(index, plus)
    for (const effect of part.effects) {
      const hit = this.#restrictingEffect(index, plus, effect)
      if (hit !== undefined && (best === undefined || surer(hit, best))) best = hit
    }
    return best
  }

  #restrictingUse(index: RuleIndex, plus: readonly CompiledRule[]): Hit | undefined {
    for (const known of this.#onUse) if (known.index === index) return known.hit
    const hit = this.#restrictingEffect(index, plus, 0)
    this.#onUse.push({ index, hit })
    return hit
  }

  /** Every deny or ask rule that matches, or might, the use of the tool or an effect of the part. */
  hits(part: Part): readonly Hit[] {
    const found: Hit[] = []
    for (const behavior of ['deny', 'ask'] as const) {
      for (const at of part.root === 0 ? part.effects : [0, ...part.effects]) {
        const index = this.#compiled.rules[behavior]
        const effect = this.#reading.effects[at] as Effect
        const buckets = [...index.about(effect), ...index.perhaps(effect), this.#plus(behavior, 'rules')]
        for (const rule of new Set(buckets.flat())) {
          const match = this.#match(rule, at)
          if (match > 0) found.push({ rule, effect: at, match })
        }
      }
    }
    return found
  }

  /** The rule that covers the effect itself, or one of those it belongs to. */
  covering(effect: number, from: From = 'rules'): CompiledRule | undefined {
    const { effects, kind } = this.#reading
    const index = this.#index('allow', from)
    const plus = this.#plus('allow', from)
    if (index.size === 0 && plus.length === 0) return undefined
    // What was not understood is covered by a rule for the whole shell, or by none.
    const strange = (effects[effect] as Effect).type === 'unknown' && kind !== 'shell'
    const last = strange ? 1 : 0
    for (let at = effect; at >= last; at = Math.min((effects[at] as Effect).of, at - 1)) {
      const rule = this.#permittingEffect(index, plus, at, false)
      if (rule !== undefined) return rule
    }
    return undefined
  }

  /** The rule with a specifier that covers this very effect. */
  naming(effect: number, from: From = 'rules'): CompiledRule | undefined {
    return this.#permittingEffect(this.#index('allow', from), this.#plus('allow', from), effect, true)
  }

  #restrictingEffect(index: RuleIndex, plus: readonly CompiledRule[], at: number): Hit | undefined {
    const effect = this.#reading.effects[at] as Effect
    let best: Hit | undefined
    for (const bucket of index.about(effect)) for (const rule of bucket) best = this.#surer(rule, at, best)
    for (const rule of plus) best = this.#surer(rule, at, best)
    if (best?.match === 2) return best
    for (const bucket of index.perhaps(effect)) {
      for (const rule of bucket) {
        // No rule of these is surer than another: the earliest that matches is the one.
        if (best !== undefined && best.rule.order < rule.order) break
        best = this.#surer(rule, at, best)
      }
    }
    return best
  }

  #surer(rule: CompiledRule, at: number, best: Hit | undefined): Hit | undefined {
    if (best !== undefined && best.match === 2 && best.rule.order < rule.order) return best
    const match = this.#match(rule, at)
    if (match === 0) return best
    const hit: Hit = { rule, effect: at, match }
    return best === undefined || surer(hit, best) ? hit : best
  }

  #match(rule: CompiledRule, at: number): Match {
    const effect = this.#reading.effects[at] as Effect
    const { now, without } = this.#circumstances
    if (rule.rule === without) return 0
    const match = effect.type === 'unknown' ? 0 : this.#restricts(rule, effect, now)
    if (match > 0 || !('could' in effect) || effect.could === undefined) return match
    return counts(rule, this.#reading, now) > 0 ? plausible(rule, effect.could) : 0
  }

  /** A tool that may go by several names is restricted by a rule for any of them. */
  #restricts(rule: CompiledRule, effect: Effect, now: number): Match {
    if (effect.type !== 'use' || effect.names === undefined) return restricts(rule, effect, this.#reading, now)
    let best: Match = 0
    for (const tool of effect.names) {
      const kind = tool.startsWith('mcp__') ? 'mcp' : effect.kind
      best = Math.max(best, restricts(rule, { ...effect, tool, kind }, this.#reading, now)) as Match
    }
    return best
  }

  #permittingEffect(
    index: RuleIndex,
    plus: readonly CompiledRule[],
    at: number,
    named: boolean,
  ): CompiledRule | undefined {
    const effect = this.#reading.effects[at] as Effect
    let best: CompiledRule | undefined
    for (const bucket of index.about(effect)) {
      for (const rule of bucket) {
        if (best !== undefined && best.order <= rule.order) break
        best = this.#earlier(rule, effect, named, best)
      }
    }
    for (const rule of plus) best = this.#earlier(rule, effect, named, best)
    return best
  }

  #earlier(
    rule: CompiledRule,
    effect: Effect,
    named: boolean,
    best: CompiledRule | undefined,
  ): CompiledRule | undefined {
    const { now, without } = this.#circumstances
    if (best !== undefined && best.order <= rule.order) return best
    if (rule.rule === without || (named && !rule.subject.names(effect))) return best
    return permits(rule, effect, this.#reading, now) ? rule : best
  }

  #index(behavior: Behavior, from: From): RuleIndex {
    const book = from === 'rules' ? this.#compiled.rules : this.#compiled.answers
    return behavior === 'deny' ? book.deny : behavior === 'ask' ? book.ask : book.allow
  }

  #plus(behavior: Behavior, from: From): readonly CompiledRule[] {
    const { plus } = this.#circumstances
    if (plus === undefined || plus.as !== from) return NONE
    return plus.rules.filter(({ rule }) => rule.behavior === behavior)
  }
}

const NONE: readonly CompiledRule[] = []

function surer(a: Hit, b: Hit): boolean {
  return a.match === b.match ? a.rule.order < b.rule.order : a.match > b.match
}

/** What was not understood might be anything of the sorts it could hide. */
function plausible({ subject }: CompiledRule, could: readonly string[]): Match {
  return subject.slots.some(({ type }) => could.includes(type === 'program' ? 'run' : type)) ? 1 : 0
}
