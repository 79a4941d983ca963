/**
 * The rules that say nothing: those that can never match, that another decides before, or that repeat another.
 *
 * INVARIANT: only what is proven is told. Without all the rules told, no verdict is another; only a rule that was named for it may be.
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
 * `contradiction`: the same is decided otherwise, and more strictly. `shadowed`: so is all of it, and more. `redundant`: the other
 * rule decides all of it alike.
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
  // From the last to the first: of two that say the same, the later one is told, and none because of one that was told.
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

/** The rules that were not told, to be found by what they match. */
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

  /** The rule that decides all that this one could, before it or just as it does. */
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
      // What it says when it is named is something new.
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
      // No earlier answer stands in for an ask of the managed layer.
      if (inner.rule.source.layer === 'managed' && outer.rule.source.layer !== 'managed') return false
    }
    // Behind a wrapper that is asked about, what it runs would be denied without a permission.
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

/** It stands in the same file, or in one that counts wherever the other's does: those of all projects come first. */
function isAtLeastAsFar(outer: Held, inner: Held): boolean {
  const [a, b] = [outer.rule.source, inner.rule.source]
  return (a.file === b.file && a.layer === b.layer) || outer.compiled.order < inner.compiled.order
}

/** Of each bucket, which holds denials first, the first that there is something to say of; and of these, the plainest. */
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

/** Of thousands that wait in one place (`git * a`, `git * b` …), the first ones: the time must not grow with the square of their number. */
const MOST_ALIKE = 400

const PLAINEST: readonly Remark['says'][] = ['contradiction', 'shadowed', 'redundant']
