/**
 * Part of writing other systems' configurations: no permission is written without proof.
 *
 * The target's evaluator reads the exact text that would be written and is asked about calls near every edge of the
 * rules. INVARIANT: a permission that would allow a call that our policy does not allow is withheld, and the finding
 * names that call. A text that the target could not read is not written.
 */

import type { Call } from '../../engine/call.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Rule } from '../../engine/rule.ts'
import { quoted } from '../../policy/problem.ts'
import type { Problem } from '../../policy/problem.ts'
import type { Finding, WriteContext, Written, WrittenFile } from '../dialect.ts'
import { isWhole } from '../model/input.ts'
import { callsFor } from '../proof/calls.ts'
import { tellBeside, withProtected } from './beside.ts'
import { carry } from './carry.ts'
import { guardsOf } from './guards.ts'
import { tell, tellReach } from './reach.ts'
import type { Native, Note, Target } from './target.ts'

export function exportPolicy<E>(given: Policy, context: WriteContext, target: Target<E>): Written {
  const policy = withProtected(given)
  const findings: Finding[] = []
  const note: Note = (rule, made, message) => {
    const { file = 'policy', line = 0, col = 0 } = rule?.source ?? {}
    findings.push({ file, line, col, made, message })
  }
  const carried = carry(policy, target, context, note)
  const forbidden = callsFor(policy.rules, context).filter((call) => context.judge(call) !== 'allow')
  const proof = new Proof(policy, target, forbidden)
  const best = proof.best(carried)
  if ('call' in best)
    return refused(
      target.render(carried, policy, () => undefined),
      allowsAnyway(best.call, target.title),
    )
  const { entries, withheld, guarded, policy: proven } = best
  for (const [rule, call] of withheld)
    note(rule, 'withheld', `allow ${quoted(rule.rule)} is not written: ${target.title} would also allow ${tell(call)}`)
  if (guarded > 0)
    note(
      undefined,
      'widened',
      `${guarded} restrictions keep the permissions of ${target.title} from what your rules name`,
    )
  tellBeside(policy, proven, target, note)
  const files = telling(target, entries, proof.guards, proven, note)
  const model = target.model(files)
  if (model === undefined)
    return refused(files, `what would be written here is nothing that ${target.title} can read; it stays as it is`)
  tellReach(policy, context, { ...target, model }, note)
  return { files, problems: [], findings }
}

/**
 * Reports entries that stay but are not ours; guards of an earlier export that are no longer needed are reported as
 * such.
 */
function telling<E>(
  target: Target<E>,
  entries: readonly Native<E>[],
  guards: readonly Native<E>[],
  policy: Policy,
  note: Note,
): readonly WrittenFile[] {
  const kept = new Set<string>()
  const foreign = new Set<string>()
  target.render([...entries, ...guards], policy, (_, made, message) => void (made === 'kept' && foreign.add(message)))
  const files = target.render(entries, policy, (rule, made, message) => {
    if (made !== 'kept' || foreign.has(message)) note(rule, made, message)
    else kept.add(message)
  })
  if (kept.size > 0)
    note(
      undefined,
      'kept',
      `${restrictions(kept.size)} of an earlier export, as the permissions of ${target.title} need them`,
    )
  return files
}

function restrictions(count: number): string {
  return count === 1 ? 'one restriction' : `${count} restrictions`
}

function refused(files: readonly WrittenFile[], message: string): Written {
  const problems = files.map(({ path }): Problem => ({
    severity: 'error',
    file: path,
    line: 0,
    col: 0,
    path: '',
    message,
  }))
  return { files: [], problems, findings: [] }
}

/** For a setting besides the rules, which no rule can override. */
function allowsAnyway(call: Call, title: string): string {
  return `whatever rules are written here, ${title} would allow ${tell(call)}: take out the setting that lets it pass, then export again`
}

interface Best<E> {
  readonly entries: readonly Native<E>[]
  readonly withheld: ReadonlyMap<Rule, Call>
  readonly guarded: number
  /** The policy as it is written, without a mode that cannot be proven. */
  readonly policy: Policy
}

/** A permission that is withheld, and the call that would slip through it. */
type Culprit = readonly [Rule, Call]

/** A call that is allowed without any of our permissions. */
interface Anyway {
  readonly call: Call
}

class Proof<E> {
  readonly #policy: Policy
  readonly #target: Target<E>
  readonly #forbidden: readonly Call[]
  readonly #guards: readonly (readonly Native<E>[])[]
  #risky: readonly Call[] = []

  constructor(policy: Policy, target: Target<E>, forbidden: readonly Call[]) {
    this.#policy = policy
    this.#target = target
    this.#forbidden = forbidden
    this.#guards = guardsOf(target, policy.rules)
  }

  /** All possible guards, needed or not. */
  get guards(): readonly Native<E>[] {
    return this.#guards.flat()
  }

  /** As many permissions as can be proven, with as few groups of guards as that takes. */
  best(carried: readonly Native<E>[]): Best<E> | Anyway {
    // Guards and withheld permissions only remove allowed calls: a call that does not slip through all permissions
    // without guards never will.
    this.#risky = this.#slips(carried, this.#forbidden, this.#policy)
    let groups = this.#guards
    let best = this.#try(carried, groups)
    if ('call' in best) return best
    for (const group of groups) {
      const fewer = groups.filter((one) => one !== group)
      const tried = this.#try(carried, fewer)
      if ('call' in tried || this.#lost(tried) > this.#lost(best)) continue
      groups = fewer
      best = tried
    }
    return best
  }

  #lost({ withheld, policy }: Best<E>): number {
    return withheld.size + (policy === this.#policy ? 0 : 1)
  }

  #try(carried: readonly Native<E>[], groups: readonly (readonly Native<E>[])[]): Best<E> | Anyway {
    const entries = [...carried, ...groups.flat()]
    const guarded = entries.length - carried.length
    const withheld = new Map<Rule, Call>()
    let policy = this.#policy
    const plain: Policy = { ...policy, mode: 'default' }
    for (;;) {
      const kept = entries.filter(
        ({ rule, behavior }) => behavior !== 'allow' || rule === undefined || !withheld.has(rule),
      )
      const slips = this.#slips(kept, this.#risky, policy)
      if (slips.length === 0) return { entries: kept, withheld, guarded, policy }
      const culprits = this.#culprits(kept, slips, policy)
      for (const [rule, call] of culprits) withheld.set(rule, call)
      if (culprits.length > 0) continue
      if (policy.mode === 'default') return { call: slips[0] as Call }
      policy = plain
    }
  }

  /** Calls that the target would allow although our policy does not. */
  #slips(entries: readonly Native<E>[], calls: readonly Call[], policy: Policy): readonly Call[] {
    const model = this.#target.model(this.#target.render(entries, policy, () => undefined))
    // A text that the target would not read permits nothing.
    return model === undefined ? [] : calls.filter((call) => isWhole(call) && model(call) === 'allow')
  }

  /** The permissions that let a call slip, each tested alone with all restrictions; if none does alone, all of them. */
  #culprits(entries: readonly Native<E>[], slips: readonly Call[], policy: Policy): readonly Culprit[] {
    const rules = new Set(entries.flatMap(({ rule, behavior }) => (behavior === 'allow' && rule ? [rule] : [])))
    const first = slips[0] as Call
    const found = this.#among([...rules], entries, slips, policy)
    return found.length > 0 ? found : [...rules].map((rule) => [rule, first] as const)
  }

  /**
   * Half of the permissions are tested at once, because only a few of a thousand let a call slip. A call that does not
   * slip through all of a half is assumed not to slip through one of them; where that is wrong, the surrounding loop
   * finds the rest.
   */
  #among(
    rules: readonly Rule[],
    entries: readonly Native<E>[],
    calls: readonly Call[],
    policy: Policy,
  ): readonly Culprit[] {
    const these = new Set(rules)
    const kept = entries.filter(({ rule, behavior }) => behavior !== 'allow' || (rule && these.has(rule)))
    const slips = this.#slips(kept, calls, policy)
    const [one] = rules
    if (slips.length === 0 || one === undefined) return []
    if (rules.length === 1) return [[one, slips[0] as Call]]
    const middle = rules.length >> 1
    return [rules.slice(0, middle), rules.slice(middle)].flatMap((half) => this.#among(half, kept, slips, policy))
  }
}
