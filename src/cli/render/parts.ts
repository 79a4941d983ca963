/** Part of drawing an explanation: what became of each part of the call, and how that is marked. */

import type { Effect, Reading } from '../../engine/effect.ts'
import type { Explanation } from '../../engine/explain.ts'
import { partsOf } from '../../engine/part.ts'
import type { Part } from '../../engine/part.ts'
import type { Behavior, Rule } from '../../engine/rule.ts'
import type { TraceStep } from '../../engine/verdict.ts'
import type { Style } from './page.ts'

export type State = 'read-only' | 'allowed' | 'asking' | 'not understood' | 'dangerous' | 'denied'

interface Drawing {
  readonly mark: string
  readonly style: Style
  /** The words that introduce a rule that decided. */
  readonly by: string
}

/** From the mildest to the gravest: where marks overlap, the graver one is visible. */
export const MARKS: Readonly<Record<State, Drawing>> = {
  'read-only': { mark: '·', style: 'green', by: 'by' },
  allowed: { mark: '-', style: 'green', by: 'by' },
  asking: { mark: '^', style: 'yellow', by: 'because of' },
  'not understood': { mark: '?', style: 'yellow', by: 'because of' },
  dangerous: { mark: '!', style: 'magenta', by: 'because of' },
  denied: { mark: 'x', style: 'red', by: 'by' },
}
export const STATES = Object.keys(MARKS) as readonly State[]

export interface DrawnPart {
  readonly part: Part
  readonly root: Effect
  readonly state: State
  readonly steps: readonly TraceStep[]
  /** The rule that decided it. */
  readonly rule?: Rule
}

/** The trace has the steps of one part after the other; each part begins with the question about deny rules. */
export function drawnParts({ verdict, trace }: Explanation): DrawnPart[] {
  const { reading } = verdict
  const groups: TraceStep[][] = []
  for (const step of trace) {
    if (step.question === 'deny rule' || groups.length === 0) groups.push([])
    groups.at(-1)?.push(step)
  }
  const parts = partsOf(reading).map((part, at) => {
    const root = reading.effects[part.root] as Effect
    const steps = groups[at] ?? []
    const last = steps.at(-1)
    const behavior = last?.behavior ?? last?.rule?.behavior ?? verdict.behavior
    const ruled = last?.rule === undefined ? {} : { rule: last.rule }
    return { part, root, state: stateOf(part, behavior, reading), steps, ...ruled }
  })
  return parts.toSorted((a, b) => (a.root.span?.start ?? 0) - (b.root.span?.start ?? 0))
}

function stateOf(part: Part, behavior: Behavior, reading: Reading): State {
  const effects = part.effects.map((index) => reading.effects[index] as Effect)
  if (behavior === 'deny') return 'denied'
  if (behavior === 'allow') return effects.every((effect) => effect.harmless) ? 'read-only' : 'allowed'
  if (effects.some((effect) => effect.finding?.says === 'safety')) return 'dangerous'
  return effects.some((effect) => effect.type === 'unknown' && !effect.harmless) ? 'not understood' : 'asking'
}
