/**
 * Part of the gate: the engine for one call, with the policy in force and the session's answers.
 */

import type { Suggestion } from '../engine/suggest.ts'
import type { TraceStep, Verdict } from '../engine/verdict.ts'
import type { CustomTool } from '../effects/custom-tool.ts'
import type { Clock } from './clock.ts'
import { digestOf } from './digest.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import type { GrantBook, Owner, Page } from './grant-book.ts'
import { NODE_DISK } from './node-fs.ts'
import type { InForce, PolicySource } from './policy-source.ts'
import { shownOf } from './shown.ts'
import type { Shown } from './shown.ts'
import type { FullCall } from './snapshot.ts'
import type { Grant } from '../store/grant.ts'

export interface Surroundings {
  readonly cwd: string
  readonly home: string
  readonly tools: readonly CustomTool[]
  readonly mcpServers?: readonly string[] | undefined
  readonly now: Clock
}

type Policies = Pick<PolicySource, 'current' | 'holding'>

export interface Decided {
  readonly verdict: Verdict
  readonly trace: readonly TraceStep[]
  readonly owner: Owner
  readonly page: Page
  readonly inForce: InForce
  readonly engine: Engine
}

export class Decider {
  readonly #policies: Policies
  readonly #book: GrantBook
  readonly #around: Surroundings
  readonly #engines = new WeakMap<Page, { readonly inForce: InForce; readonly engine: Engine }>()
  #plain: { readonly inForce: InForce; readonly engine: Engine } | undefined

  constructor(policies: Policies, book: GrantBook, around: Surroundings) {
    this.#policies = policies
    this.#book = book
    this.#around = around
  }

  /** `fresh`: by the answers as the store has them now, not as last seen. */
  async decide(call: FullCall, fresh = false): Promise<Decided> {
    const inForce = this.#policies.current()
    const owner: Owner = { session: call.session, project: inForce.root, agent: call.agent ?? null }
    const page = await (fresh ? this.#book.refresh(owner) : this.#book.page(owner))
    const engine = this.#engineFor(inForce, page)
    const trace: TraceStep[] = []
    const verdict = await engine.decideAsync(call, trace)
    return { verdict, trace, owner, page, inForce, engine }
  }

  /**
   * The grants an allow or deny rests on. The trace names one rule for each part; a counted answer that covers only some
   * effect of a part is found by deciding without it.
   */
  async restsOn(call: FullCall, { verdict, trace, page, inForce }: Decided): Promise<readonly Grant[]> {
    if (page.answers.length === 0 || verdict.behavior === 'ask') return []
    const steps = verdict.behavior === 'allow' ? trace.filter(({ question }) => question === 'answer') : [verdict]
    const used = new Set(steps.flatMap(({ rule }) => (rule === undefined ? [] : (page.grantOf.get(rule) ?? []))))
    if (verdict.behavior === 'deny' || used.size === 0) return [...used]
    const spare = page.answers.filter((rule) => {
      const grant = page.grantOf.get(rule)
      return grant !== undefined && grant.usesLeft !== null && !used.has(grant)
    })
    if (spare.length === 0) return [...used]
    const answers = page.answers.filter((rule) => !spare.includes(rule))
    const without = await this.#create(inForce, answers).decideAsync(call)
    if (without.behavior !== 'allow')
      for (const rule of spare) if (rule.behavior === 'allow') used.add(page.grantOf.get(rule) as Grant)
    return [...used]
  }

  /** What a person would be shown, and the name of exactly that. */
  show({ verdict, engine, inForce }: Decided): { readonly shown: Shown; readonly digest: string } {
    const suggestions = suggested(engine, verdict).flatMap((suggestion) => this.#lasting(suggestion))
    // Once around through JSON: what is compared later with what a store gave back must not differ in form.
    const shown = JSON.parse(JSON.stringify(shownOf(verdict, suggestions, inForce.version))) as Shown
    return { shown, digest: digestOf(verdict.reading, inForce.version) }
  }

  visible<T extends { readonly name: string }>(tools: readonly T[]): T[] {
    return this.#engineFor(this.#policies.current(), undefined).visible(tools)
  }

  /** Only for as long as it would really hold. */
  #lasting({ rules, lasts }: Suggestion): Suggestion[] {
    const holding = this.#policies.holding()
    // A rule on a path of this project would, among the user's own, be about every project.
    const isLocal = rules.some((rule) => rule.includes('(./'))
    const holds = { session: true, project: holding.project, always: holding.always && !isLocal }
    const left = lasts.filter((lasting) => holds[lasting])
    return left.length === 0 ? [] : [{ rules, lasts: left }]
  }

  #engineFor(inForce: InForce, page: Page | undefined): Engine {
    const known = page === undefined || page.answers.length === 0 ? this.#plain : this.#engines.get(page)
    if (known?.inForce === inForce) return known.engine
    const engine = this.#create(inForce, page?.answers ?? [])
    if (page === undefined || page.answers.length === 0) this.#plain = { inForce, engine }
    else this.#engines.set(page, { inForce, engine })
    return engine
  }

  #create({ policy, root }: InForce, answers: Page['answers']): Engine {
    const { cwd, home, tools, mcpServers, now } = this.#around
    return createEngine({
      policy: { ...policy, answers },
      cwd,
      root,
      home,
      fs: NODE_DISK,
      tools,
      now,
      ...(mcpServers === undefined ? {} : { mcpServers }),
    })
  }
}

/** Without a suggestion a question can still be answered, once. */
function suggested(engine: Engine, verdict: Verdict): readonly Suggestion[] {
  try {
    return engine.suggest(verdict)
  } catch {
    return []
  }
}
