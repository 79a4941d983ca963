/**
 * Part of the gate: the engine for one call, with the policy in force and the session's answers.
 */

import type { CustomTool } from '../effects/custom-tool.ts'
import type { Rule } from '../engine/rule.ts'
import type { Suggestion } from '../engine/suggest.ts'
import type { TraceStep, Verdict } from '../engine/verdict.ts'
import { readPolicyObject } from '../policy/object.ts'
import type { Grant } from '../store/grant.ts'
import type { Clock } from './clock.ts'
import { digestOf } from './digest.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { UNREAD } from './grants/book.ts'
import type { GrantBook, Owner, Page } from './grants/book.ts'
import { lasting } from './holding.ts'
import type { Holding } from './holding.ts'
import { SharedDisk } from './node-fs.ts'
import type { Policies } from './policies.ts'
import type { InForce } from './policy-source.ts'
import { shownOf } from './shown.ts'
import type { Shown } from './shown.ts'
import type { FullCall } from './snapshot.ts'

export interface DeciderOptions {
  readonly cwd: string
  readonly home: string
  readonly tools: readonly CustomTool[]
  readonly mcpServers?: readonly string[] | undefined
  readonly now: Clock
  /** Whether the store was not opened yet. It need not be for calls that the policy settles. */
  readonly isUnread?: (() => boolean) | undefined
}

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
  readonly #around: DeciderOptions
  readonly #engines = new WeakMap<Page, { readonly inForce: InForce; readonly engine: Engine }>()
  /** The engine for each policy, without any grants. */
  readonly #plain = new WeakMap<InForce, Engine>()
  readonly #custom: ReadonlySet<string>
  readonly #disk = new SharedDisk()

  constructor(policies: Policies, book: GrantBook, around: DeciderOptions) {
    this.#custom = new Set(around.tools.map(({ name }) => name))
    this.#policies = policies
    this.#book = book
    this.#around = around
  }

  /**
   * With `fresh`, decides by the answers that the store has now. Without it, answers seen earlier will do to find that
   * there are none. A decision that rests on an answer must see the other answers too, since a denial may have come in
   * meanwhile.
   */
  async decide(call: FullCall, fresh = false): Promise<Decided> {
    const inForce = await this.#policies.fresh(call.project ?? call.cwd)
    const owner = ownerOf(call, inForce)
    const seen = fresh ? undefined : this.#book.seen(owner)
    const page = seen?.answers.length === 0 ? seen : await this.#book.refresh(owner)
    const engine = this.#engineFor(inForce, page)
    const trace: TraceStep[] = []
    const verdict = await engine.decideAsync(call, trace)
    return { verdict, trace, owner, page, inForce, engine }
  }

  /** The decisions that `stretch` makes, all through `decideNow`, share their looks at the disk. */
  together(stretch: () => void): void {
    this.#disk.together(stretch)
  }

  /**
   * Decides at once, by the grants as last seen. Undefined if it would have to wait for the store or for a custom tool.
   */
  decideNow(call: FullCall, inForce: InForce): Decided | undefined {
    const owner = ownerOf(call, inForce)
    const page = this.#book.seen(owner) ?? (this.#around.isUnread?.() === true ? UNREAD : undefined)
    if (page === undefined || this.#custom.has(call.tool)) return undefined
    const engine = this.#engineFor(inForce, page)
    const trace: TraceStep[] = []
    const verdict = engine.decide(call, trace)
    if (page === UNREAD && asks(verdict, trace)) return undefined
    return { verdict, trace, owner, page, inForce, engine }
  }

  /** Whether the decision would be the same without any earlier answer. */
  restsOnNone(decided: Decided): boolean {
    return decided.page.answers.length === 0 || namedGrants(decided).size === 0
  }

  /**
   * The grants that an allow or deny rests on. The trace names one rule for each part. An answer with a limited number
   * of uses that covers only some effect of a part is found by deciding without it.
   */
  async restsOn(call: FullCall, decided: Decided): Promise<readonly Grant[]> {
    const { verdict, page, inForce } = decided
    if (page.answers.length === 0 || verdict.behavior === 'ask') return []
    const used = namedGrants(decided)
    if (verdict.behavior === 'deny' || used.size === 0) return [...used]
    const spare = page.answers.filter((rule) => {
      const grant = page.grantOf.get(rule)
      return grant !== undefined && grant.usesLeft !== null && !used.has(grant)
    })
    if (spare.length === 0) return [...used]
    const answers = page.answers.filter((rule) => !spare.includes(rule))
    const without = await this.#engineFor(inForce, undefined).withAnswers(answers).decideAsync(call)
    if (without.behavior !== 'allow')
      for (const rule of spare) if (rule.behavior === 'allow') used.add(page.grantOf.get(rule) as Grant)
    return [...used]
  }

  /** What a person would be shown, and the digest that names exactly that. */
  show({ verdict, engine, inForce }: Decided): { readonly shown: Shown; readonly digest: string } {
    const holding = this.#holding(verdict)
    const suggestions = suggested(engine, verdict).flatMap((suggestion) => lasting(suggestion, holding))
    // Converted to JSON and back, because it is compared later with what a store returned: both must have the same
    // form.
    const shown = JSON.parse(JSON.stringify(shownOf(verdict, suggestions, inForce.version, holding))) as Shown
    return { shown, digest: digestOf(verdict.reading, inForce.version) }
  }

  /**
   * Whether these rules, which a person wrote, would let the asked call pass, and for how long they may be remembered:
   * never longer than what was offered anyway. Undefined if they would not, or if nobody is asked about this call.
   */
  async prove(call: FullCall, rules: readonly string[]): Promise<Suggestion | undefined> {
    const decided = await this.decide(call, true)
    const { verdict, page, inForce } = decided
    const { problems } = readPolicyObject({ allow: rules }, 'session')
    if (verdict.behavior !== 'ask' || rules.length === 0) return undefined
    if (problems.some(({ severity }) => severity === 'error')) return undefined
    const offered = new Set(this.show(decided).shown.suggestions.flatMap(({ lasts }) => lasts))
    const passes = async (engine: Engine) => (await engine.decideAsync(call)).behavior === 'allow'
    const asAnswers = rules.map((rule): Rule => ({ behavior: 'allow', rule, source: { layer: 'session' } }))
    const answering = this.#engineFor(inForce, undefined).withAnswers([...page.answers, ...asAnswers])
    if (!(await passes(answering))) return undefined
    const own = rules.map((rule): Rule => ({ behavior: 'allow', rule, source: { layer: 'user' } }))
    const policy = { ...inForce.policy, rules: [...inForce.policy.rules, ...own] }
    const isFiled = await passes(this.#create({ ...inForce, policy }).withAnswers(page.answers))
    const lasts = [...offered].filter((lasting) => lasting === 'session' || isFiled)
    return lasts.length === 0 ? undefined : lasting({ rules, lasts }, this.#holding(verdict))[0]
  }

  visible<T extends { readonly name: string }>(tools: readonly T[], cwd: string): T[] {
    return this.#engineFor(this.#policies.current(cwd), undefined).visible(tools)
  }

  #holding({ reading }: Verdict): Holding {
    const { project, cwd } = reading.call
    return this.#policies.holding(project ?? cwd ?? this.#around.cwd)
  }

  #engineFor(inForce: InForce, page: Page | undefined): Engine {
    if (page === undefined || page.answers.length === 0) {
      const plain = this.#plain.get(inForce) ?? this.#create(inForce)
      this.#plain.set(inForce, plain)
      return plain
    }
    const known = this.#engines.get(page)
    if (known?.inForce === inForce) return known.engine
    const engine = this.#engineFor(inForce, undefined).withAnswers(page.answers)
    this.#engines.set(page, { inForce, engine })
    return engine
  }

  #create({ policy, spelled }: InForce): Engine {
    const { cwd, home, tools, mcpServers, now } = this.#around
    return createEngine({
      policy,
      cwd,
      root: spelled,
      home,
      fs: this.#disk,
      tools,
      now,
      ...(mcpServers === undefined ? {} : { mcpServers }),
    })
  }
}

function ownerOf({ session, agent }: FullCall, { root }: InForce): Owner {
  return { session, project: root, agent: agent ?? null }
}

/** An earlier answer can only take the place of an ask, in any part of the call. */
function asks(verdict: Verdict, trace: readonly TraceStep[]): boolean {
  return verdict.behavior === 'ask' || trace.some(({ behavior }) => behavior === 'ask')
}

function namedGrants({ verdict, trace, page }: Decided): Set<Grant> {
  const steps = verdict.behavior === 'allow' ? trace.filter(({ question }) => question === 'answer') : [verdict]
  return new Set(steps.flatMap(({ rule }) => (rule === undefined ? [] : (page.grantOf.get(rule) ?? []))))
}

/** Never throws: even without suggestions a question can be answered for once. */
function suggested(engine: Engine, verdict: Verdict): readonly Suggestion[] {
  try {
    return engine.suggest(verdict)
  } catch {
    return []
  }
}
