/** Part of the server: one call, or all that are on record, under a policy that is not saved yet. */

import type { Call } from '../engine/call.ts'
import type { Behavior } from '../engine/rule.ts'
import { citeRule } from '../engine/verdict.ts'
import type { Engine } from '../gate/engine.ts'
import { shownEffect, shownTrace } from '../gate/shown.ts'
import type { PlaygroundResponse, ReplayResponse } from './api/policy.ts'
import type { Candidate } from './candidate.ts'
import type { Deps } from './deps.ts'
import type { PolicyHere } from './what-if.ts'
import { textOf } from './views/approval.ts'
import { callText } from './views/call-text.ts'
import { problemView } from './views/problems.ts'
import { traceView } from './views/record.ts'

const MOST_CHANGES = 200
const MOST_OFFERS = 12

export function play({ whatIf }: Deps, candidate: Candidate, call: Call): PlaygroundResponse {
  const { verdict, trace, suggestions, changes } = whatIf.engine(candidate, candidate.cwd).explain(call)
  const { behavior, reason, code, safety, mode, enforced, rule, reading } = verdict
  return {
    behavior,
    reason,
    code,
    safety,
    mode,
    enforced,
    rule: rule === undefined ? null : citeRule(rule),
    tool: reading.tool,
    kind: reading.kind,
    readOnly: reading.readOnly,
    effects: reading.effects.map(shownEffect),
    dangers: reading.dangers,
    trace: shownTrace(trace).map(traceView),
    suggestions,
    changes,
    offers: offersOf(reading.effects),
    text: textOf(call),
    problems: candidate.problems.map(problemView),
  }
}

/** What the effects' own tables offer; the tool itself comes last. */
function offersOf([use, ...effects]: readonly {
  readonly offers?: (() => readonly string[]) | undefined
}[]): readonly string[] {
  const offers = [...effects, use].flatMap((effect) => effect?.offers?.() ?? [])
  return [...new Set(offers)].slice(0, MOST_OFFERS)
}

export interface Replaying extends Pick<Deps, 'whatIf' | 'recorded'> {
  readonly house: { readonly policyAt: (cwd: string) => PolicyHere }
}

/** What the policy alone says to the calls on record, as it is and as it would be. */
export async function replay(
  { whatIf, house, recorded }: Replaying,
  candidate: (cwd: string) => PolicyHere,
  limit?: number,
): Promise<Omit<ReplayResponse, 'problems'>> {
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
  const changes: ReplayResponse['changes'][number][] = []
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
