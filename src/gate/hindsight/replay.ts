/** Part of hindsight: decides the recorded calls again with another policy. */

import type { Behavior } from '../../engine/rule.ts'
import { callText } from '../call-text.ts'
import type { Engine } from '../engine.ts'
import type { RecordedCalls } from './recorded.ts'
import type { PolicyHere, WhatIf } from './what-if.ts'

export interface Replayed {
  readonly looked: number
  readonly since: number | null
  /** How many calls changed from which verdict to which, by the policy alone (nobody is asked). */
  readonly totals: readonly { readonly before: Behavior; readonly after: Behavior; readonly calls: number }[]
  readonly changes: readonly {
    readonly seq: number
    readonly at: number
    readonly agent: string | null
    readonly project: string | null
    readonly tool: string
    /** The call in a few words. */
    readonly text: string
    readonly before: Behavior
    readonly after: Behavior
    readonly reason: string
  }[]
}

const MOST_CHANGES = 200

export interface Replaying {
  readonly whatIf: WhatIf
  readonly recorded: RecordedCalls
  /** Where the policy in force comes from. */
  readonly house: { readonly policyAt: (cwd: string) => PolicyHere }
}

/** What the policy alone decides about the recorded calls, as it is and as it would be. */
export async function replay(
  { whatIf, house, recorded }: Replaying,
  candidate: (cwd: string) => PolicyHere,
  limit?: number,
): Promise<Replayed> {
  const calls = await recorded.latest(limit === undefined ? undefined : Math.max(0, Math.floor(limit)))
  const worlds = new Map<string, { readonly before: Engine; readonly after: Engine } | undefined>()
  const worldAt = (project: string) => {
    try {
      return { before: whatIf.engine(house.policyAt(project)), after: whatIf.engine(candidate(project)) }
    } catch {
      return undefined
    }
  }
  const totals = new Map<string, { before: Behavior; after: Behavior; calls: number }>()
  const changes: Replayed['changes'][number][] = []
  for (const { seq, at, call, project } of calls) {
    if (project === null) continue
    if (!worlds.has(project)) worlds.set(project, worldAt(project))
    const world = worlds.get(project)
    if (world === undefined) continue
    const before = world.before.decide(call).behavior
    const { behavior: after, reason } = world.after.decide(call)
    const total = totals.get(`${before} ${after}`) ?? { before, after, calls: 0 }
    total.calls++
    totals.set(`${before} ${after}`, total)
    if (before === after || changes.length >= MOST_CHANGES) continue
    const agent = call.agent ?? null
    changes.push({ seq, at, agent, project, tool: call.tool, text: callText(call), before, after, reason })
  }
  return {
    looked: calls.length,
    since: calls.at(-1)?.at ?? null,
    totals: [...totals.values()],
    changes,
  }
}
