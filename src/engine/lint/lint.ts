/**
 * Finds rules without effect: those that can never match, that another rule always decides before, or that repeat
 * another.
 *
 * INVARIANT: only what is proven is reported. Without all the reported rules every verdict stays the same; only the
 * rule that it names may be another.
 */

import { compileRule } from '../compiled-rule.ts'
import type { CompiledRule } from '../compiled-rule.ts'
import { RuleIndex } from '../rule-index.ts'
import type { Policy } from '../policy.ts'
import type { Rule } from '../rule.ts'
import type { World } from '../subject.ts'
import type { Bucket, Search } from '../trie/bucket.ts'
import { isStricter } from '../verdict.ts'
import { countsWhenever } from './conditions.ts'
import { deadOf } from './dead.ts'
import type { Death } from './dead.ts'
import { covers, coversCalls, isCommandOrTool, matterOf } from './matter.ts'
import type { Matter } from './matter.ts'
import type { Way } from './way.ts'
import { witnessesOf } from './witness.ts'

/**
 * `contradiction`: the other rule is about the same and stricter. `shadowed`: the other rule is about all of this and
 * more, and stricter. `redundant`: the other rule decides all of this in the same way.
 */
export type Remark =
  | { readonly says: 'dead'; readonly rule: Rule; readonly why: Death }
  | { readonly says: 'contradiction' | 'shadowed' | 'redundant'; readonly rule: Rule; readonly by: Rule }

/** In the order of the rules. Throws `PatternError`, as compiling does. */
export function lint(policy: Policy, world: World, now: number): readonly Remark[] {
  const all = policy.rules.map((rule, order): Held => ({
    rule,
    compiled: compileRule(rule, order, world),
    matter: matterOf(rule.rule, world),
  }))
  const remarks = new Map<Rule, Remark>()
  const living: Held[] = []
  for (const held of all) {
    const why = deadOf(held.rule, held.matter, policy, world, now)
    if (why === undefined) living.push(held)
    else remarks.set(held.rule, { says: 'dead', rule: held.rule, why })
  }
  const shelf = new Shelf(living, policy, world)
  // From the last to the first: of two equal rules the later one is reported, and no rule because of one that is itself
  // reported.
  for (const held of living.toReversed()) {
    const found = shelf.decidingBefore(held)
    if (found === undefined) continue
    shelf.take(held)
    remarks.set(held.rule, found)
  }
  return policy.rules.flatMap((rule) => remarks.get(rule) ?? [])
}

interface Held {
  readonly rule: Rule
  readonly compiled: CompiledRule
  readonly matter: Matter
}

/** The rules that have not been reported, found by what they match. */
class Shelf {
  readonly #policy: Policy
  readonly #world: World
  readonly #held = new Map<CompiledRule, Held>()
  readonly #permissions: RuleIndex
  readonly #restrictions: RuleIndex

  constructor(all: readonly Held[], policy: Policy, world: World) {
    this.#policy = policy
    this.#world = world
    this.#permissions = new RuleIndex('permits', world)
    this.#restrictions = new RuleIndex('restricts', world)
    for (const held of all) {
      this.#held.set(held.compiled, held)
      this.#indexOf(held).add(held.compiled)
    }
  }

  take(held: Held): void {
    this.#indexOf(held).remove(held.compiled)
  }

  /** The rule that decides everything this one could decide, before it or in the same way. */
  decidingBefore(inner: Held): Remark | undefined {
    const permits = inner.rule.behavior === 'allow'
    const found = this.#find(inner, this.#restrictions, permits ? 'beats' : 'restricts')
    return found ?? (permits ? this.#find(inner, this.#permissions, 'permits') : undefined)
  }

  #find(inner: Held, index: RuleIndex, way: Way): Remark | undefined {
    const search = new FirstOfEach((compiled) => this.#remark(this.#held.get(compiled) as Held, inner, way))
    for (const effect of witnessesOf(inner.matter, inner.rule.behavior === 'allow' ? 'permits' : 'restricts'))
      index.find(effect, search)
    return search.found
  }

  #remark(outer: Held, inner: Held, way: Way): Remark | undefined {
    if (outer === inner || !countsWhenever(outer.rule, inner.rule) || !this.#holds(outer, inner, way)) return undefined
    const { rule } = inner
    const by = outer.rule
    if (!isStricter(by.behavior, rule.behavior)) {
      // A rule with a reason of its own is not redundant: the reason is shown when the rule is named.
      const isSilent = rule.reason === undefined || rule.reason === by.reason
      return isSilent && isAtLeastAsFar(outer, inner) ? { says: 'redundant', rule, by } : undefined
    }
    if (this.#isSame(outer, inner)) return { says: 'contradiction', rule, by }
    return isAtLeastAsFar(outer, inner) ? { says: 'shadowed', rule, by } : undefined
  }

  #holds(outer: Held, inner: Held, way: Way): boolean {
    const asks = outer.rule.behavior === 'ask'
    if (way === 'restricts') {
      if (isStricter(inner.rule.behavior, outer.rule.behavior)) return false
      // No earlier answer takes the place of an ask of the managed layer, so a managed rule is not redundant to another
      // layer's.
      if (inner.rule.source.layer === 'managed' && outer.rule.source.layer !== 'managed') return false
    }
    // If a wrapper is asked about, the command inside it would be denied without this permission.
    if (way === 'beats' && asks && this.#policy.otherwise === 'deny') return false
    if (covers(outer.matter, inner.matter, way, this.#world)) return true
    // An answer to a question about the tool need not cover what a rule for files or hosts would ask about.
    if (outer.rule.except !== undefined || (asks && !isCommandOrTool(inner.matter))) return false
    return coversCalls(outer.matter, inner.matter, way)
  }

  #isSame(outer: Held, inner: Held): boolean {
    const [a, b] = [outer.matter, inner.matter]
    return covers(a, b, 'restricts', this.#world) && covers(b, a, 'restricts', this.#world)
  }

  #indexOf({ rule }: Held): RuleIndex {
    return rule.behavior === 'allow' ? this.#permissions : this.#restrictions
  }
}

/**
 * The outer rule is in the same file, or in one that applies wherever the inner one's does: files for all projects come
 * first.
 */
function isAtLeastAsFar(outer: Held, inner: Held): boolean {
  const [a, b] = [outer.rule.source, inner.rule.source]
  return (a.file === b.file && a.layer === b.layer) || outer.compiled.order < inner.compiled.order
}

/**
 * Looks in each bucket (denials first) for the first rule that gives a remark, and keeps the plainest of these remarks.
 */
class FirstOfEach implements Search<CompiledRule> {
  readonly settled = true
  found: Remark | undefined = undefined
  readonly #remark: (rule: CompiledRule) => Remark | undefined

  constructor(remark: (rule: CompiledRule) => Remark | undefined) {
    this.#remark = remark
  }

  hopes(): boolean {
    return false
  }

  consider(bucket: Bucket<CompiledRule>): void {
    if (this.found?.says === 'contradiction') return
    for (let at = 0; at < bucket.length && at < MOST_ALIKE; at++) {
      const remark = this.#remark(bucket[at] as CompiledRule)
      if (remark === undefined) continue
      if (this.found === undefined || PLAINEST.indexOf(remark.says) < PLAINEST.indexOf(this.found.says))
        this.found = remark
      return
    }
  }

  considerPossible(): void {}
}

/**
 * If thousands of rules share a bucket (`git * a`, `git * b` …), only the first ones are compared, or the time would
 * grow with the square of their number.
 */
const MOST_ALIKE = 400

const PLAINEST: readonly Remark['says'][] = ['contradiction', 'shadowed', 'redundant']
