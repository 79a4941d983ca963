/** Part of drawing an explanation: what became of each part of the call, and how that is marked. */

import type { Effect, Reading, Span } from '../../engine/effect.ts'
import type { Explanation } from '../../engine/explain.ts'
import { partsOf } from '../../engine/part.ts'
import type { Part } from '../../engine/part.ts'
import type { Behavior, Rule } from '../../engine/rule.ts'
import type { TraceStep } from '../../engine/verdict.ts'
import type { Style } from './page.ts'

export type State = 'read-only' | 'allowed' | 'asking' | 'not understood' | 'dangerous' | 'denied'

/** From the mildest to the gravest: where marks overlap, the graver shows. */
export const MARKS: Readonly<Record<State, { readonly mark: string; readonly style: Style }>> = {
  'read-only': { mark: '·', style: 'green' },
  allowed: { mark: '-', style: 'green' },
  asking: { mark: '^', style: 'yellow' },
  'not understood': { mark: '?', style: 'yellow' },
  dangerous: { mark: '!', style: 'magenta' },
  denied: { mark: 'x', style: 'red' },
}
export const STATES = Object.keys(MARKS) as readonly State[]

export interface DrawnPart {
  readonly part: Part
  readonly root: Effect
  readonly state: State
  readonly steps: readonly TraceStep[]
  readonly behavior: Behavior
  readonly rule?: Rule
  readonly span?: Span
}

/** The trace holds the steps of one part after another; every part's first question is the deny rules. */
export function drawnParts({ verdict, trace }: Explanation): DrawnPart[] {
  const { reading } = verdict
  const groups: TraceStep[][] = []
  for (const step of trace) {
    if (step.question === 'deny rule' || groups.length === 0) groups.push([])
    groups.at(-1)?.push(step)
  }
  return partsOf(reading).map((part, at) => {
    const root = reading.effects[part.root] as Effect
    const steps = groups[at] ?? []
    const last = steps.at(-1)
    const behavior = last?.behavior ?? last?.rule?.behavior ?? verdict.behavior
    const state = stateOf(part, behavior, reading)
    return {
      part,
      root,
      state,
      steps,
      behavior,
      ...(last?.rule === undefined ? {} : { rule: last.rule }),
      ...(root.span === undefined ? {} : { span: root.span }),
    }
  })
}

function stateOf(part: Part, behavior: Behavior, reading: Reading): State {
  const effects = part.effects.map((index) => reading.effects[index] as Effect)
  if (behavior === 'deny') return 'denied'
  if (behavior === 'allow') return effects.every((effect) => effect.harmless) ? 'read-only' : 'allowed'
  if (effects.some((effect) => effect.finding?.says === 'safety')) return 'dangerous'
  return effects.some((effect) => effect.type === 'unknown' && !effect.harmless) ? 'not understood' : 'asking'
}
