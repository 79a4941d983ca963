/**
 * Part of hindsight: what would happen with another rule or another policy. Nothing here is stored or takes effect.
 *
 * Calls are decided with the present disk and the present policy: the effect of a rule is compared with today, not with
 * the day of the record.
 */

import type { Call } from '../../engine/call.ts'
import { EMPTY_POLICY } from '../../engine/policy.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Behavior, Rule } from '../../engine/rule.ts'
import type { TraceStep } from '../../engine/verdict.ts'
import { callText } from '../call-text.ts'
import { createEngine } from '../engine.ts'
import type { Engine } from '../engine.ts'
import { NODE_DISK } from '../node-fs.ts'
import type { Recorded, RecordedCalls } from './recorded.ts'

export interface PolicyHere {
  readonly policy: Policy
  readonly root: string
}

export interface WhatIfDeps {
  readonly home: string
  readonly recorded: RecordedCalls
  /** The policy in force in a folder. */
  readonly policyAt: (cwd: string) => PolicyHere
}

/** What a rule would have done to the calls on record. */
export interface RuleHistory {
  /** How many recorded calls were examined, and since when. */
  readonly looked: number
  readonly since: number | null
  /** How many it would have allowed (or stopped, for a deny) that were decided otherwise at the time. */
  readonly changed: number
  /** How many it matches at all. */
  readonly matched: number
  readonly examples: readonly {
    readonly text: string
    readonly agent: string | null
    readonly at: number
    readonly changed: boolean
  }[]
}

const MOST_EXAMPLES = 8

export class WhatIf {
  readonly #deps: WhatIfDeps

  constructor(deps: WhatIfDeps) {
    this.#deps = deps
  }

  engine({ policy, root }: PolicyHere, cwd: string = root): Engine {
    return createEngine({ policy, cwd, root, home: this.#deps.home, fs: NODE_DISK })
  }

  /** What these rules would have done to the recorded calls; only those of one project if it is named. */
  async history(rules: readonly Rule[], project?: string): Promise<RuleHistory> {
    const recorded = (await this.#deps.recorded.latest()).filter(
      (one) => project === undefined || one.project === project,
    )
    const worlds = new Map<string, World | undefined>()
    let matched = 0
    let changed = 0
    const examples = new Map<string, RuleHistory['examples'][number]>()
    for (const one of recorded) {
      const world = this.#worldOf(one, rules, worlds)
      if (world === undefined || !matches(world.alone, one.call)) continue
      matched++
      const isChanged = world.before.decide(one.call).behavior !== world.after.decide(one.call).behavior
      if (isChanged) changed++
      const text = callText(one.call)
      const known = examples.get(text)
      if (known === undefined || (isChanged && !known.changed))
        examples.set(text, { text, agent: one.call.agent ?? null, at: one.at, changed: isChanged })
    }
    return {
      looked: recorded.length,
      since: recorded.at(-1)?.at ?? null,
      changed,
      matched,
      examples: [...examples.values()]
        .toSorted((a, b) => Number(b.changed) - Number(a.changed))
        .slice(0, MOST_EXAMPLES),
    }
  }

  /** Whether a rule matches a call, and what it decides. */
  try(
    call: Call,
    rule: Rule,
    here: PolicyHere,
  ): { matches: boolean; before: Behavior; after: Behavior; reason: string } {
    const { alone, before, after } = this.#worldWith(here, [rule])
    const now = after.decide(call)
    return {
      matches: matches(alone, call),
      before: before.decide(call).behavior,
      after: now.behavior,
      reason: now.reason,
    }
  }

  #worldOf({ project }: Recorded, rules: readonly Rule[], worlds: Map<string, World | undefined>): World | undefined {
    if (project === null) return undefined
    if (!worlds.has(project)) worlds.set(project, this.#worldAt(project, rules))
    return worlds.get(project)
  }

  #worldAt(project: string, rules: readonly Rule[]): World | undefined {
    try {
      return this.#worldWith(this.#deps.policyAt(project), rules)
    } catch {
      return undefined
    }
  }

  #worldWith(here: PolicyHere, rules: readonly Rule[]): World {
    const { policy } = here
    return {
      before: this.engine(here),
      after: this.engine({ ...here, policy: { ...policy, rules: [...policy.rules, ...rules] } }),
      alone: { rules, engine: this.engine({ ...here, policy: { ...EMPTY_POLICY, rules } }) },
    }
  }
}

interface Alone {
  readonly rules: readonly Rule[]
  readonly engine: Engine
}

interface World {
  readonly before: Engine
  readonly after: Engine
  /** These rules without any others: they show what the rules match at all. */
  readonly alone: Alone
}

function matches({ rules, engine }: Alone, call: Call): boolean {
  const trace: TraceStep[] = []
  engine.decide(call, trace)
  return trace.some(({ rule, answer }) => answer !== 'no' && rule !== undefined && rules.includes(rule))
}
