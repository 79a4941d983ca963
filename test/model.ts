/**
 * `spec/decide.md` as naive code: no index, no cache, every rule put to every effect. Written from that page, not from
 * the engine, so that the two can be compared. What one rule text says of one effect is asked of the engine's matchers,
 * which have tests of their own; everything built on top of that is done here again.
 */

import type { Kind } from '../src/engine/call.ts'
import type { Effect, Finding, Reading } from '../src/engine/effect.ts'
import { compileWhere } from '../src/engine/match/where.ts'
import type { Policy } from '../src/engine/policy.ts'
import { COVERS, splitRule } from '../src/engine/rule.ts'
import type { Behavior, Rule } from '../src/engine/rule.ts'
import { compileSubject } from '../src/engine/subject.ts'
import type { World } from '../src/engine/subject.ts'

export interface Judged {
  readonly behavior: Behavior
  readonly code: string
  readonly safety?: boolean
  /** The judgement rests on a rule. */
  readonly ruled?: boolean
}

type Sureness = 0 | 1 | 2

/** Decides over a call that was read, with a policy as people write it. */
export function decideNaively(reading: Reading, policy: Policy, world: World, now: number): Judged {
  return new Model(reading, policy, world, now).decide()
}

class Model {
  readonly #reading: Reading
  readonly #policy: Policy
  readonly #world: World
  readonly #now: number

  constructor(reading: Reading, policy: Policy, world: World, now: number) {
    this.#reading = reading
    this.#policy = policy
    this.#world = world
    this.#now = now
  }

  decide(): Judged {
    if (this.#policy.broken !== undefined) return { behavior: 'deny', code: 'policy-broken' } // 0
    if (this.#isHidden()) return { behavior: 'deny', code: 'tool-hidden' } // 1
    return this.#parts()
      .map((part) => this.#judge(part))
      .reduce((strictest, one) => (outweighs(one, strictest) ? one : strictest))
  }

  #judge(part: readonly number[]): Judged {
    const { mode } = this.#policy
    const unattended = mode === 'dontAsk'
    // 2
    if (this.#surest('deny', part) === 2) return { behavior: 'deny', code: 'deny-rule', ruled: true }
    // 3
    const code = this.#askCode(part)
    if (code !== undefined) {
      const raised = (mode === 'default' || mode === 'acceptEdits') && this.#finding(part, 'safety') !== undefined
      const asked: Judged = {
        behavior: unattended ? 'deny' : 'ask',
        code,
        ruled: true,
        ...(raised ? { safety: true } : {}),
      }
      return unattended ? asked : (this.#answered(part, true) ?? asked)
    }
    // 4
    const readOnly = part.every((index) => this.#effect(index).harmless)
    if (readOnly && (mode === 'acceptEdits' || mode === 'explore')) return { behavior: 'allow', code: 'read-only' }
    if (mode === 'explore') return { behavior: 'deny', code: 'not-read-only' }
    // 5
    const checked = this.#checked(part, readOnly)
    if (checked !== undefined) return checked
    // 6
    const safety = this.#finding(part, 'safety')
    if (safety !== undefined && mode !== 'bypass')
      return { behavior: unattended ? 'deny' : 'ask', code: safety.code, safety: true }
    // 7
    const ask = this.#finding(part, 'ask')
    if (ask !== undefined && unattended) return { behavior: 'deny', code: ask.code }
    // 8
    const isCovered = part.every((index) => this.#isFree(index) || this.#isCovered(index, this.#policy.rules))
    if (isCovered && !part.every((index) => this.#isFree(index)))
      return { behavior: 'allow', code: 'allow-rule', ruled: true }
    // 9
    if (mode === 'bypass') return this.#bypassed(part)
    return this.#otherwise(part, ask)
  }

  /** A check that failed is not passed over, not even here. */
  #bypassed(part: readonly number[]): Judged {
    const failed = part
      .map((index) => this.#reading.effects[index]?.finding)
      .find((finding) => finding?.failed === true)
    return failed === undefined ? { behavior: 'allow', code: 'bypass' } : { behavior: 'ask', code: failed.code }
  }

  #otherwise(part: readonly number[], ask: Finding | undefined): Judged {
    const open = part.filter((index) => !this.#isFree(index) && !this.#isCovered(index, this.#policy.rules))
    const isStrange = open.some((index) => this.#effect(index).type === 'unknown')
    const code = ask?.code ?? (isStrange ? 'not-understood' : 'no-rule')
    if (this.#policy.mode === 'dontAsk') return { behavior: 'deny', code }
    const { otherwise } = this.#policy
    const behavior = otherwise === 'allow' && code !== 'no-rule' ? 'ask' : otherwise
    return (behavior === 'ask' ? this.#answered(part, false) : undefined) ?? { behavior, code }
  }

  #checked(part: readonly number[], readOnly: boolean): Judged | undefined {
    const deny = this.#finding(part, 'deny')
    if (deny !== undefined) return { behavior: 'deny', code: deny.code }
    if (this.#finding(part, 'safety') !== undefined || this.#finding(part, 'ask') !== undefined) return undefined
    const allow = this.#finding(part, 'allow')
    if (allow !== undefined) return { behavior: 'allow', code: allow.code }
    if (readOnly && this.#reading.kind === 'shell') return { behavior: 'allow', code: 'read-only' }
    const isInside = part.every((index) => this.#effect(index).harmless || this.#effect(index).inside === true)
    const edits = this.#policy.mode === 'acceptEdits' && isInside
    return edits ? { behavior: 'allow', code: 'inside-working-directory' } : undefined
  }

  /** What earlier answers make of an ask of this part; `ruled` when the ask is one of step 3. */
  #answered(part: readonly number[], ruled: boolean): Judged | undefined {
    const { answers, rules, mode } = this.#policy
    const hits = ruled ? this.#asking(part) : []
    if (hits.some(({ rule }) => rule.source.layer === 'managed')) return undefined
    if (this.#surest('deny', part, answers) === 2) return { behavior: 'deny', code: 'answered', ruled: true }
    if (answers.every(({ behavior }) => behavior !== 'allow')) return undefined
    const root = part[0] as number
    if (!hits.every(({ index }) => this.#isCovered(index === 0 ? root : index, answers))) return undefined
    const open = part.filter((index) => !this.#isFree(index) && !this.#isCovered(index, rules))
    if (mode !== 'bypass' && !open.every((index) => this.#isCovered(index, answers))) return undefined
    if (hits.length === 0 && open.length === 0) return undefined
    const deny = this.#finding(part, 'deny')
    if (deny !== undefined) return { behavior: 'deny', code: deny.code }
    const safety = mode === 'bypass' ? undefined : this.#finding(part, 'safety')
    if (safety !== undefined) return { behavior: 'ask', code: safety.code, safety: true }
    return { behavior: 'allow', code: 'answered', ruled: true }
  }

  #askCode(part: readonly number[]): string | undefined {
    if (this.#surest('ask', part) === 2) return 'ask-rule'
    if (this.#surest('deny', part) === 1) return 'may-match-deny'
    return this.#surest('ask', part) === 1 ? 'may-match-ask' : undefined
  }

  /** Every restriction that a step 3 may have been about, with the effect it matched. */
  #asking(part: readonly number[]) {
    return [0, ...part].flatMap((index) =>
      this.#policy.rules
        .filter((rule) => rule.behavior !== 'allow' && this.#restricts(rule, index) > 0)
        .map((rule) => ({ rule, index })),
    )
  }

  #surest(behavior: Behavior, part: readonly number[], rules = this.#policy.rules): Sureness {
    const found = rules
      .filter((rule) => rule.behavior === behavior)
      .flatMap((rule) => [0, ...part].map((index) => this.#restricts(rule, index)))
    return Math.max(0, ...found) as Sureness
  }

  #restricts(rule: Rule, index: number): Sureness {
    const effect = this.#effect(index)
    const { agent, input } = this.#reading.call
    if (this.#isExpired(rule)) return 0
    if (rule.agents !== undefined && agent !== undefined && !rule.agents.includes(agent)) return 0
    const where = rule.where === undefined ? 2 : compileWhere(rule.where)(input)
    if (effect.type === 'unknown') return where > 0 && effect.could.some((sort) => sort === this.#sort(rule)) ? 1 : 0
    const isSure = effect.certain || effect.type === 'connect'
    const isSpared = (rule.except ?? []).some(
      (text) => isSure && compileSubject(text, this.#world).permits(effect, this.#reading),
    )
    if (isSpared) return 0
    const subject = compileSubject(rule.rule, this.#world, rule.except)
    return Math.min(where, subject.restricts(effect, this.#reading)) as Sureness
  }

  #permits(rule: Rule, index: number): boolean {
    const effect = this.#effect(index)
    const { agent, input } = this.#reading.call
    if (rule.behavior !== 'allow' || !effect.certain || this.#isExpired(rule)) return false
    if (rule.agents !== undefined && (agent === undefined || !rule.agents.includes(agent))) return false
    if (rule.where !== undefined && compileWhere(rule.where)(input) !== 2) return false
    const isTaken = (rule.except ?? []).some(
      (text) => compileSubject(text, this.#world).restricts(effect, this.#reading) > 0,
    )
    return !isTaken && compileSubject(rule.rule, this.#world).permits(effect, this.#reading)
  }

  /** The effect itself, then what it belongs to, up to the use of the tool. */
  #isCovered(index: number, rules: readonly Rule[]): boolean {
    const effect = this.#effect(index)
    if (effect.finding?.nameable === true) return this.#isNamed(index, rules)
    const owners = [index]
    for (let owner = index; owner > 0; owners.push(owner)) owner = Math.min(this.#effect(owner).of, owner - 1)
    const isStrange = effect.type === 'unknown' && this.#reading.kind !== 'shell'
    return owners
      .filter((owner) => !isStrange || owner > 0)
      .some((owner) => rules.some((rule) => this.#permits(rule, owner)))
  }

  #isNamed(index: number, rules: readonly Rule[]): boolean {
    const effect = this.#effect(index)
    return rules.some((rule) => compileSubject(rule.rule, this.#world).names(effect) && this.#permits(rule, index))
  }

  #isFree(index: number): boolean {
    const { harmless, inside, finding } = this.#effect(index)
    if (harmless) return this.#reading.kind === 'shell'
    return this.#policy.mode === 'acceptEdits' && inside === true && finding?.nameable !== true
  }

  #finding(part: readonly number[], says: Finding['says']): Finding | undefined {
    return part
      .filter((index) => this.#effect(index).finding?.says === says)
      .filter((index) => this.#effect(index).finding?.nameable !== true || !this.#isNamed(index, this.#policy.rules))
      .map((index) => this.#effect(index).finding)[0]
  }

  /** Roots belong to nobody or to something harmless; the rest goes with its root. */
  #parts(): readonly (readonly number[])[] {
    const { effects } = this.#reading
    if (effects.length === 1) return [[0]]
    const rootOf = (index: number): number => {
      const owner = this.#effect(index).of
      return owner <= 0 || owner >= index || this.#effect(owner).harmless ? index : rootOf(owner)
    }
    const indexes = effects.map((_, index) => index).slice(1)
    const roots = indexes.filter((index) => rootOf(index) === index)
    return roots.map((root) => indexes.filter((index) => rootOf(index) === root))
  }

  /** The sort of effect a rule text can be about, for what was not understood. */
  #sort(rule: Rule): string | undefined {
    const { tool, specifier } = splitRule(rule.rule) ?? { tool: '', specifier: undefined }
    const kind: Kind | undefined = COVERS.get(tool) ?? this.#world.tool(tool)?.kind
    if (specifier === undefined && !COVERS.has(tool)) return undefined
    if (kind === 'url') return 'connect'
    if (kind === 'shell') return specifier === undefined ? undefined : 'run'
    return kind === 'read' || kind === 'write' ? kind : undefined
  }

  #isHidden(): boolean {
    const names = [this.#reading.call.tool, this.#reading.tool]
    const has = (list: readonly string[]) =>
      list.some((text) =>
        names.some((name) => (text.endsWith('*') ? name.startsWith(text.slice(0, -1)) : name === text)),
      )
    return this.#policy.tools.some(
      ({ allowed, disallowed }) => has(disallowed) || (allowed.length > 0 && !has(allowed)),
    )
  }

  #isExpired({ expires }: Rule): boolean {
    return expires !== undefined && this.#now >= expires
  }

  #effect(index: number): Effect {
    return this.#reading.effects[index] as Effect
  }
}

const RANK: Readonly<Record<Behavior, number>> = { allow: 0, ask: 1, deny: 2 }

function outweighs(a: Judged, b: Judged): boolean {
  if (a.behavior !== b.behavior) return RANK[a.behavior] > RANK[b.behavior]
  if (a.behavior === 'ask' && a.safety !== b.safety) return a.safety === true
  if (a.behavior === 'deny') return false
  if (a.ruled !== b.ruled) return a.ruled === true
  return a.behavior === 'allow' && a.code !== 'read-only' && b.code === 'read-only'
}
