/** Part of deciding: the fact behind each question of `mode.ts`, with the sentence that explains it. */

import type { Circumstances, CompiledPolicy } from './compile.ts'
import type { Effect, Finding, Reading } from './effect.ts'
import { Lookup } from './lookup.ts'
import type { Hit } from './lookup.ts'
import type { Question } from './mode.ts'
import type { Part } from './part.ts'
import type { Policy } from './policy.ts'
import type { Behavior, Rule } from './rule.ts'
import { citeRule, isStricter, nameEffect, openWithRule, shorten } from './verdict.ts'
import type { Code } from './verdict.ts'

export interface Fact {
  readonly code: Code
  /** One sentence for a person; only told of the fact that decides. */
  readonly reason: () => string
  /** Index of the effect it is about. */
  readonly effect: number
  readonly rule?: Rule
  readonly safety?: boolean
  /** A restriction that might match once the call runs. */
  readonly maybe?: boolean
  /** The behaviour the fact itself calls for, where the step says `as said`. */
  readonly says?: Behavior
}

export class Evidence {
  readonly policy: Policy
  readonly lookup: Lookup
  readonly #reading: Reading
  /** Some effect has a finding. */
  readonly #found: boolean
  /** The answers that several questions of one part rest on. */
  #part: Part | undefined
  #denying: Hit | undefined
  #open: number[] | undefined

  constructor(reading: Reading, compiled: CompiledPolicy, circumstances: Circumstances) {
    this.policy = compiled.policy
    this.lookup = new Lookup(reading, compiled, circumstances)
    this.#reading = reading
    this.#found = hasFindings(reading)
  }

  /** The fact that answers yes, or undefined for no. */
  answer(question: Question, part: Part): Fact | undefined {
    switch (question) {
      case 'deny rule':
        return this.#denyRule(part)
      case 'ask rule':
        return this.#askRule(part)
      case 'read-only':
        return this.#readOnly(part)
      case 'check':
        return this.#check(part)
      case 'safety ask':
        return this.#finding(part, 'safety')
      case 'check ask':
        return this.#finding(part, 'ask')
      case 'allow rule':
        return this.#allowRule(part)
      case 'otherwise':
        return this.#otherwise(part)
    }
  }

  /** What explore says of everything that is not read-only. */
  notReadOnly(part: Part): Fact {
    const finding = this.#finding(part, 'safety') ?? this.#finding(part, 'ask')
    const effect = finding?.effect ?? this.open(part)[0] ?? part.root
    const detail = () => (finding === undefined ? `${this.#name(effect)} is not read-only` : lower(finding.reason()))
    const reason = () => `Mode ${this.policy.mode} allows only reading: ${stop(detail())}`
    return { code: 'not-read-only', reason, effect }
  }

  /**
   * A person's earlier answer that stands in for this ask. None for a safety ask or where the managed layer asks; and a
   * permission only when answers cover all that rules ask about, and with the allow rules all of the part.
   */
  answered(ask: Fact, part: Part): Fact | undefined {
    if (ask.safety === true || !this.lookup.hasAnswers) return undefined
    const ruled = ask.rule !== undefined
    if (ruled && this.lookup.hits(part).some(({ rule }) => rule.rule.source.layer === 'managed')) return undefined
    const denied = this.lookup.restricting('deny', part, 'answers')
    if (denied?.match === 2) return { ...this.#ruled(denied, 'answered'), says: 'deny' }
    let fact: Fact | undefined
    for (const effect of this.toAnswer(part, ruled)) {
      const rule = this.#answer(effect)
      if (rule === undefined) return undefined
      fact ??= {
        code: 'answered',
        reason: () => `Answered before in this session: ${citeRule(rule)}.`,
        effect,
        rule,
        says: 'allow',
      }
    }
    return fact
  }

  /** An ask by a rule is a safety ask too where a check raised one: then it can only be answered once. */
  withSafety(ask: Fact, part: Part): Fact {
    const { mode } = this.policy
    if (ask.safety === true || (mode !== 'default' && mode !== 'acceptEdits')) return ask
    return this.#finding(part, 'safety') === undefined ? ask : { ...ask, safety: true }
  }

  /** What an answer must cover: effects that rules ask about, and those that nothing covers. */
  toAnswer(part: Part, ruled: boolean): readonly number[] {
    const asked = ruled ? this.lookup.hits(part).map(({ effect }) => (effect === 0 ? part.root : effect)) : []
    return [...new Set([...asked, ...(this.policy.mode === 'bypass' ? [] : this.open(part))])]
  }

  #answer(effect: number): Rule | undefined {
    const naming = (this.#reading.effects[effect] as Effect).finding?.nameable === true
    return (naming ? this.lookup.naming(effect, 'answers') : this.lookup.covering(effect, 'answers'))?.rule
  }

  /** Effects of the part that nothing covers: no rule, nor being harmless where that is enough. */
  open(part: Part): readonly number[] {
    this.#turnTo(part)
    if (this.#open !== undefined) return this.#open
    const open: number[] = []
    for (const effect of part.effects) if (!this.#free(effect) && !this.#covered(effect)) open.push(effect)
    this.#open = open
    return open
  }

  #turnTo(part: Part): void {
    if (this.#part === part) return
    this.#part = part
    this.#denying = this.lookup.restricting('deny', part)
    this.#open = undefined
  }

  #denyRule(part: Part): Fact | undefined {
    this.#turnTo(part)
    const hit = this.#denying
    return hit?.match === 2 ? this.#ruled(hit, 'deny-rule') : undefined
  }

  /** Also where a deny rule might match once the call runs: nobody can tell yet, so a person is asked. */
  #askRule(part: Part): Fact | undefined {
    const ask = this.lookup.restricting('ask', part)
    if (ask?.match === 2) return this.#ruled(ask, 'ask-rule')
    this.#turnTo(part)
    const hit = this.#denying ?? ask
    if (hit === undefined) return undefined
    const { rule } = hit.rule
    const reason = () =>
      `Whether ${citeRule(rule)} applies to ${this.#whole(hit.effect)} only shows when it runs${this.#unknownOf(hit.effect)}.`
    return {
      code: rule.behavior === 'deny' ? 'may-match-deny' : 'may-match-ask',
      reason,
      effect: hit.effect,
      rule,
      maybe: true,
    }
  }

  #readOnly(part: Part): Fact | undefined {
    for (const index of part.effects) if (!(this.#reading.effects[index] as Effect).harmless) return undefined
    return { code: 'read-only', reason: () => `Read-only: ${this.#name(part.root)}.`, effect: part.root, says: 'allow' }
  }

  #check(part: Part): Fact | undefined {
    const denied = this.#finding(part, 'deny')
    if (denied !== undefined) return { ...denied, says: 'deny' }
    if (this.#finding(part, 'safety') !== undefined || this.#finding(part, 'ask') !== undefined) return undefined
    const allowed = this.#finding(part, 'allow')
    if (allowed !== undefined) return { ...allowed, says: 'allow' }
    const readOnly = this.#reading.kind === 'shell' ? this.#readOnly(part) : undefined
    if (readOnly !== undefined) return readOnly
    if (this.policy.mode !== 'acceptEdits' || !part.effects.every((index) => this.#inside(index))) return undefined
    const reason = () => `Inside a working directory, where mode acceptEdits allows edits: ${this.#name(part.root)}.`
    return { code: 'inside-working-directory', reason, effect: part.root, says: 'allow' }
  }

  #finding(part: Part, says: Finding['says']): Fact | undefined {
    if (!this.#found) return undefined
    for (const effect of part.effects) {
      const { finding } = this.#reading.effects[effect] as Effect
      if (finding?.says !== says || (finding.nameable === true && this.lookup.naming(effect) !== undefined)) continue
      return { code: finding.code, reason: () => stop(shorten(finding.why)), effect, safety: says === 'safety' }
    }
    return undefined
  }

  #allowRule(part: Part): Fact | undefined {
    if (this.open(part).length > 0) return undefined
    const effect = part.effects.find((index) => !this.#free(index))
    const rule = effect === undefined ? undefined : this.lookup.covering(effect)?.rule
    if (effect === undefined || rule === undefined) return undefined
    return { code: 'allow-rule', reason: () => `${openWithRule(rule)} covers ${this.#name(effect)}.`, effect, rule }
  }

  /** Never milder than an ask: not where a check asked, not where something was not understood. */
  #otherwise(part: Part): Fact {
    const { mode, otherwise } = this.policy
    if (mode === 'bypass') {
      const failed = part.effects.find((index) => (this.#reading.effects[index] as Effect).finding?.failed === true)
      if (failed !== undefined) return { ...(this.#finding(part, 'safety') as Fact), says: 'ask' }
      return {
        code: 'bypass',
        reason: () => 'Mode bypass allows what no deny or ask rule stops.',
        effect: part.root,
        says: 'allow',
      }
    }
    const atLeastAsk = isStricter('ask', otherwise) ? 'ask' : otherwise
    const asked = this.#finding(part, 'ask')
    if (asked !== undefined) return { ...asked, says: atLeastAsk }
    const open = this.open(part)
    const strange = open.find((index) => (this.#reading.effects[index] as Effect).type === 'unknown')
    if (strange !== undefined) {
      return {
        code: 'not-understood',
        reason: () => `Not understood: ${this.#name(strange)}.`,
        effect: strange,
        says: atLeastAsk,
      }
    }
    const effect = open[0] ?? part.root
    const tail = otherwise === 'ask' ? '' : `, and the policy says \`otherwise: ${otherwise}\``
    return { code: 'no-rule', reason: () => `No rule covers ${this.#name(effect)}${tail}.`, effect, says: otherwise }
  }

  /** Needs no rule: harmless in a shell command, or an edit where those are accepted. */
  #free(index: number): boolean {
    if ((this.#reading.effects[index] as Effect).harmless) return this.#reading.kind === 'shell'
    return this.policy.mode === 'acceptEdits' && this.#inside(index)
  }

  #covered(index: number): boolean {
    const nameable = (this.#reading.effects[index] as Effect).finding?.nameable === true
    return (nameable ? this.lookup.naming(index) : this.lookup.covering(index)) !== undefined
  }

  #inside(index: number): boolean {
    const effect = this.#reading.effects[index] as Effect
    return effect.harmless || effect.inside === true
  }

  #name(index: number): string {
    return nameEffect(this.#reading.effects[index] as Effect)
  }

  /** What was not understood is named after what it belongs to. */
  #whole(index: number): string {
    const effect = this.#reading.effects[index] as Effect
    if (effect.type !== 'unknown') return this.#name(index)
    return effect.of > 0 && effect.of < index ? this.#name(effect.of) : 'this call'
  }

  #unknownOf(index: number): string {
    const effect = this.#reading.effects[index] as Effect
    return effect.type === 'unknown' ? `: ${effect.why}` : ''
  }

  #ruled(hit: Hit, code: Code): Fact {
    const { rule } = hit.rule
    const why = () => (rule.reason === undefined ? '.' : `: ${stop(rule.reason)}`)
    return {
      code,
      reason: () => `${openWithRule(rule)} matches ${this.#name(hit.effect)}${why()}`,
      effect: hit.effect,
      rule,
    }
  }
}

function hasFindings({ effects }: Reading): boolean {
  for (const effect of effects) if (effect.finding !== undefined) return true
  return false
}

function stop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
