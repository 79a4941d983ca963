/** Part of the history and the playground: the questions about each part of a call, and their answers. */

import type { TraceView } from '../../../src/server/api.ts'
import type { ShownEffect } from '../../../src/gate/shown.ts'
import { Behaviour } from '../parts/controls.tsx'
import { shortPaths } from '../parts/format.ts'
import { Sentence } from '../text/strange.tsx'

interface TraceProps {
  readonly trace: readonly TraceView[]
  readonly effects: readonly ShownEffect[]
  readonly mode: string | null
}

export function Trace({ trace, effects, mode }: TraceProps) {
  if (trace.length === 0) return null
  return (
    <details class="trace">
      <summary>
        Why? <span class="muted">{mode === null ? '' : `mode ${mode}, `}step by step</span>
      </summary>
      <ol>
        {trace.map((step, at) => (
          <li key={at} class={step.behavior === null ? 'passed' : 'decided'}>
            <span class="question">{step.question}?</span> <span class="answer">{step.answer}</span>
            {step.behavior === null ? null : <Behaviour of={step.behavior} />}
            <span class="muted">
              <Sentence text={shortPaths(effects[step.effect]?.text ?? '')} />
            </span>
            {step.rule === null ? null : (
              <span class="by">
                <Sentence text={step.rule} />
              </span>
            )}
            {step.note === null ? null : (
              <span class="muted">
                <Sentence text={step.note} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
