/** Part of the history: makes a rule from a recorded call. It is then checked and tried in the form for rules. */

import { useSignal } from '@preact/signals'
import type { DecisionView, PlaygroundRequest, PlaygroundResponse } from '../../../src/server/api.ts'
import { request, whyOf } from '../api/client.ts'
import { Button } from '../parts/controls.tsx'
import { linkTo } from '../state/route.ts'
import { Strange } from '../text/strange.tsx'
import { Trouble } from '../parts/trouble.tsx'

interface MakeRuleProps {
  readonly call: NonNullable<DecisionView['call']>
  readonly behavior: string
}

export function MakeRule({ call, behavior }: MakeRuleProps) {
  const offers = useSignal<readonly string[] | undefined>(undefined)
  const problem = useSignal('')
  const ask = () => {
    const { tool, input, cwd, agent } = call
    const tried = { tool, input, ...(cwd === undefined ? {} : { cwd }), ...(agent === undefined ? {} : { agent }) }
    const body: PlaygroundRequest = { call: tried, ...(cwd === undefined ? {} : { cwd }) }
    request<PlaygroundResponse>('POST', '/v1/playground', body).then(
      (response) => (offers.value = response.offers),
      (error: unknown) => (problem.value = whyOf(error)),
    )
  }
  // A call that was let through should be stopped next time, and the other way round.
  const wanted = behavior === 'allow' ? 'deny' : 'allow'
  if (problem.value !== '') return <Trouble text={problem.value} />
  if (offers.value === undefined)
    return (
      <Button icon="plus" onClick={ask}>
        Make a rule from this
      </Button>
    )
  if (offers.value.length === 0) return <p class="muted">No rule can be made from this call.</p>
  return (
    <ul class="made" aria-label="Rules that can be made">
      {offers.value.map((rule) => (
        <li key={rule}>
          <code>
            <Strange text={rule} />
          </code>
          {[wanted, wanted === 'deny' ? 'allow' : 'deny', 'ask'].map((as) => (
            <a key={as} href={linkTo('permissions', { add: rule, behavior: as })}>
              {as}
            </a>
          ))}
        </li>
      ))}
    </ul>
  )
}
