/** Part of deciding: which rule restricts a part of the call, and which rule covers one of its effects. */

import type { Circumstances, CompiledPolicy } from './compile.ts'
import type { CompiledRule } from './compiled-rule.ts'
import type { Effect, Reading } from './effect.ts'
import type { Part } from './part.ts'
import type { RuleBook } from './rule-book.ts'
import { Best, Collecting, matchOf } from './search.ts'
import type { Hit } from './search.ts'

export type { Hit }

/** `rules`: the written policy. `answers`: what a person answered in this session. */
export type From = 'rules' | 'answers'

export class Lookup {
  readonly #reading: Reading
  readonly #compiled: CompiledPolicy
  readonly #circumstances: Circumstances
  readonly #search: Best
  /**
   * What restricts any effect of the call, and what restricts the use of the tool, which every part asks for; null as
   * long as nobody has looked it up.
   */
  #onAny: Hit | undefined | null = null
  #onUse: Hit | undefined | null = null

  constructor(reading: Reading, compiled: CompiledPolicy, circumstances: Circumstances) {
    this.#reading = reading
    this.#compiled = compiled
    this.#circumstances = circumstances
    this.#search = new Best(reading, circumstances)
  }

  /** Whether there are answers in this session, or answers that are only tried out. */
  get hasAnswers(): boolean {
    const { permissions, restrictions } = this.#compiled.answers
    return permissions.size > 0 || restrictions.size > 0 || this.#circumstances.plus?.as === 'answers'
  }

  /**
   * The rule that restricts the use of the tool or an effect of the part: the surest match, and among equally sure ones
   * the earliest rule.
   */
  restricting(part: Part, from: From = 'rules'): Hit | undefined {
    if (from === 'rules' && this.#onAny === undefined) return undefined
    const use = part.root === 0 ? undefined : this.#restrictingUse(from)
    this.#search.begin('restricts', use)
    for (const effect of part.effects) this.#hold(effect, from)
    return this.#search.found
  }

  /** The same for the whole call. If there is none, the parts are not searched any more. */
  restrictingAny(): Hit | undefined {
    if (this.#onAny !== null) return this.#onAny
    this.#search.begin('restricts')
    if (this.#compiled.rules.restrictions.size > 0 || this.#circumstances.plus !== undefined)
      for (let effect = 0; effect < this.#reading.effects.length; effect++) this.#hold(effect, 'rules')
    return (this.#onAny = this.#search.found)
  }

  #restrictingUse(from: From): Hit | undefined {
    if (from === 'rules' && this.#onUse !== null) return this.#onUse
    this.#search.begin('restricts')
    this.#hold(0, from)
    const { found } = this.#search
    if (from === 'rules') this.#onUse = found
    return found
  }

  #hold(at: number, from: From): void {
    const search = this.#search
    search.at = at
    this.#book(from).restrictions.find(this.#reading.effects[at] as Effect, search)
    if (this.#circumstances.plus !== undefined) for (const rule of this.#plus(from, false)) search.consider([rule])
  }

  /**
   * Every deny or ask rule that matches, or might match, the use of the tool or an effect of the part; denials first.
   */
  hits(part: Part): readonly Hit[] {
    const found: Hit[] = []
    for (const at of part.root === 0 ? part.effects : [0, ...part.effects]) {
      const search = new Collecting()
      this.#book('rules').restrictions.find(this.#reading.effects[at] as Effect, search)
      for (const rule of [...search.rules, ...this.#plus('rules', false)]) {
        const match = matchOf(rule, at, this.#reading, this.#circumstances)
        if (match > 0) found.push({ rule, effect: at, match })
      }
    }
    return [...found.filter(({ rule }) => rule.denies), ...found.filter(({ rule }) => !rule.denies)]
  }

  /** The rule that covers the effect itself, or an effect that it belongs to. */
  covering(effect: number, from: From = 'rules'): CompiledRule | undefined {
    const { effects, kind } = this.#reading
    // What was not understood is not covered by a rule for the tool, unless the tool is a shell.
    const strange = (effects[effect] as Effect).type === 'unknown' && kind !== 'shell'
    const last = strange ? 1 : 0
    for (let at = effect; at >= last; at = Math.min((effects[at] as Effect).of, at - 1)) {
      const rule = this.#permitting(at, from, 'permits') ?? this.#permittingBoth(at, from)
      if (rule !== undefined) return rule
    }
    return undefined
  }

  /** The rule with a specifier that covers this very effect. */
  naming(effect: number, from: From = 'rules'): CompiledRule | undefined {
    return this.#permitting(effect, from, 'names')
  }

  /** For a path through a link: one rule may permit it as spelled, and another one where it leads. */
  #permittingBoth(at: number, from: From): CompiledRule | undefined {
    const effect = this.#reading.effects[at] as Effect
    if ((effect.type !== 'read' && effect.type !== 'write') || effect.real === effect.path) return undefined
    const spelled = this.#permitting(at, from, 'permits', { ...effect, real: effect.path })
    const led = spelled && this.#permitting(at, from, 'permits', { ...effect, path: effect.real })
    return led && spelled
  }

  #permitting(at: number, from: From, role: 'permits' | 'names', instead?: Effect): CompiledRule | undefined {
    const { permissions } = this.#book(from)
    const plus = this.#plus(from, true)
    if (permissions.size === 0 && plus.length === 0) return undefined
    const search = this.#search
    search.begin(role)
    search.at = at
    search.instead = instead
    permissions.find(instead ?? (this.#reading.effects[at] as Effect), search)
    for (const rule of plus) search.consider([rule])
    return search.found?.rule
  }

  #book(from: From): RuleBook {
    return from === 'rules' ? this.#compiled.rules : this.#compiled.answers
  }

  #plus(from: From, allows: boolean): readonly CompiledRule[] {
    const { plus } = this.#circumstances
    if (plus === undefined || plus.as !== from) return NONE
    return plus.rules.filter(({ rule }) => (rule.behavior === 'allow') === allows)
  }
}

const NONE: readonly CompiledRule[] = []
