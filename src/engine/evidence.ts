/** Part of deciding: the fact behind each question of `mode.ts`. */

import type { CompiledRule } from './compiled-rule.ts'
import type { Effect, Finding, Reading } from './effect.ts'
import { factOf } from './fact.ts'
import type { Fact } from './fact.ts'
import type { Hit, Lookup } from './lookup.ts'
import type { Question } from './mode.ts'
import type { Part } from './part.ts'
import type { Policy } from './policy.ts'
import type { Rule } from './rule.ts'
import * as sentence from './sentences.ts'
import { isStricter } from './verdict.ts'

export class Evidence {
  readonly policy: Policy
  readonly lookup: Lookup
  readonly #reading: Reading
  /** Some effect has a finding. */
  readonly #found: boolean
  /** Answers that several questions about the same part need. */
  #part: Part | undefined = undefined
  #restricting: Hit | undefined = undefined
  #open: readonly number[] | undefined = undefined
  /** The rule that covers the first effect of the part that needs one; known once `#open` is. */
  #covering: CompiledRule | undefined = undefined
  #covered = NOTHING

  constructor(reading: Reading, policy: Policy, lookup: Lookup) {
    this.policy = policy
    this.lookup = lookup
    this.#reading = reading
    this.#found = reading.effects.some(({ finding }) => finding !== undefined)
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
    return { ...factOf('not-read-only', effect, 'deny', sentence.notReadOnly), finding: finding?.finding }
  }

  /**
   * A person's earlier answer that takes the place of this ask. There is none for a safety ask, or if the managed layer
   * asks. A permission counts only if answers cover everything that rules ask about and, together with the allow rules,
   * the whole part.
   */
  answered(ask: Fact, part: Part): Fact | undefined {
    if (ask.safety || !this.lookup.hasAnswers) return undefined
    const ruled = ask.rule !== undefined
    if (ruled && this.lookup.hits(part).some(({ rule }) => rule.rule.source.layer === 'managed')) return undefined
    const denied = this.lookup.restricting(part, 'answers')
    if (denied !== undefined && surelyDenies(denied))
      return factOf('answered', denied.effect, 'deny', sentence.matches, denied.rule.rule)
    let fact: Fact | undefined
    for (const effect of this.toAnswer(part, ruled)) {
      const rule = this.#answer(effect)
      if (rule === undefined) return undefined
      fact ??= factOf('answered', effect, 'allow', sentence.answeredBefore, rule)
    }
    return fact
  }

  /** An ask by a rule is a safety ask as well if a check raised one: then the answer can only hold for this call. */
  withSafety(ask: Fact, part: Part): Fact {
    const { mode } = this.policy
    if (ask.safety || (mode !== 'default' && mode !== 'acceptEdits')) return ask
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

  /**
   * Effects of the part that nothing covers: no rule permits them, and they are not harmless where that would be
   * enough.
   */
  open(part: Part): readonly number[] {
    this.#turnTo(part)
    if (this.#open !== undefined) return this.#open
    let open: number[] | undefined
    for (const effect of part.effects) {
      if (this.#free(effect)) continue
      const nameable = (this.#reading.effects[effect] as Effect).finding?.nameable === true
      const rule = nameable ? this.lookup.naming(effect) : this.lookup.covering(effect)
      if (rule === undefined) {
        if (open === undefined) open = [effect]
        else open.push(effect)
      } else if (this.#covered === NOTHING) {
        this.#covered = effect
        this.#covering = nameable ? this.lookup.covering(effect) : rule
      }
    }
    return (this.#open = open ?? NONE)
  }

  #turnTo(part: Part): void {
    if (this.#part === part) return
    this.#part = part
    this.#restricting = this.lookup.restricting(part)
    this.#open = undefined
    this.#covered = NOTHING
  }

  #denyRule(part: Part): Fact | undefined {
    this.#turnTo(part)
    const hit = this.#restricting
    if (hit === undefined || !surelyDenies(hit)) return undefined
    return factOf('deny-rule', hit.effect, 'deny', sentence.matches, hit.rule.rule)
  }

  /** Also where a deny rule might match once the call runs: nobody can tell yet, so a person is asked. */
  #askRule(part: Part): Fact | undefined {
    this.#turnTo(part)
    const hit = this.#restricting
    if (hit === undefined || surelyDenies(hit)) return undefined
    const { rule } = hit.rule
    if (hit.match === 2) return factOf('ask-rule', hit.effect, 'ask', sentence.matches, rule)
    const code = hit.rule.denies ? 'may-match-deny' : 'may-match-ask'
    return { ...factOf(code, hit.effect, 'ask', sentence.mayMatch, rule), maybe: true }
  }

  #readOnly(part: Part): Fact | undefined {
    for (const index of part.effects) if (!(this.#reading.effects[index] as Effect).harmless) return undefined
    return factOf('read-only', part.root, 'allow', sentence.readOnly)
  }

  #check(part: Part): Fact | undefined {
    if (this.#found) {
      const denied = this.#finding(part, 'deny')
      if (denied !== undefined) return denied
      if (this.#finding(part, 'safety') !== undefined || this.#finding(part, 'ask') !== undefined) return undefined
      const allowed = this.#finding(part, 'allow')
      if (allowed !== undefined) return allowed
    }
    const readOnly = this.#reading.kind === 'shell' ? this.#readOnly(part) : undefined
    if (readOnly !== undefined) return readOnly
    if (this.policy.mode !== 'acceptEdits' || !part.effects.every((index) => this.#inside(index))) return undefined
    return factOf('inside-working-directory', part.root, 'allow', sentence.inside)
  }

  #finding(part: Part, says: Finding['says']): Fact | undefined {
    if (!this.#found) return undefined
    for (const effect of part.effects) {
      const { finding } = this.#reading.effects[effect] as Effect
      if (finding?.says !== says || (finding.nameable === true && this.lookup.naming(effect) !== undefined)) continue
      return {
        ...factOf(finding.code, effect, says === 'safety' ? 'ask' : says, sentence.checked),
        finding,
        safety: says === 'safety',
      }
    }
    return undefined
  }

  #allowRule(part: Part): Fact | undefined {
    if (this.open(part).length > 0 || this.#covered === NOTHING) return undefined
    const rule = this.#covering?.rule
    return rule === undefined ? undefined : factOf('allow-rule', this.#covered, 'allow', sentence.covers, rule)
  }

  /** Never milder than an ask: not where a check asked, not where something was not understood. */
  #otherwise(part: Part): Fact {
    const { mode, otherwise } = this.policy
    if (mode === 'bypass') {
      const failed = part.effects.find((index) => (this.#reading.effects[index] as Effect).finding?.failed === true)
      if (failed !== undefined) return this.#finding(part, 'safety') as Fact
      return factOf('bypass', part.root, 'allow', sentence.bypassed)
    }
    const atLeastAsk = isStricter('ask', otherwise) ? 'ask' : otherwise
    const asked = this.#finding(part, 'ask')
    if (asked !== undefined) return { ...asked, says: atLeastAsk }
    const open = this.open(part)
    for (const effect of open) {
      if ((this.#reading.effects[effect] as Effect).type === 'unknown')
        return factOf('not-understood', effect, atLeastAsk, sentence.notUnderstood)
    }
    return factOf('no-rule', open[0] ?? part.root, otherwise, sentence.uncovered)
  }

  /**
   * The effect needs no rule: it is harmless in a shell command, or an edit in the mode that accepts edits. Reading a
   * secret always needs one.
   */
  #free(index: number): boolean {
    const { harmless, finding } = this.#reading.effects[index] as Effect
    if (harmless) return this.#reading.kind === 'shell'
    return this.policy.mode === 'acceptEdits' && this.#inside(index) && finding?.nameable !== true
  }

  #inside(index: number): boolean {
    const effect = this.#reading.effects[index] as Effect
    return effect.harmless || effect.inside === true
  }
}

const NONE: readonly number[] = []
/** Stands for "no effect". */
const NOTHING = -1

function surelyDenies({ rule, match }: Hit): boolean {
  return rule.denies && match === 2
}
