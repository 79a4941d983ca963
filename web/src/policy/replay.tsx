/** Part of the policy page: which recorded calls would be decided differently by the edited policy. */

import type { ReplayRequest, ReplayResponse } from '../../../src/server/api.ts'
import { Behaviour } from '../parts/controls.tsx'
import { ago, fullTime, plural, shortPaths } from '../parts/format.ts'
import { now } from '../state/now.ts'
import { useTried } from '../state/remote.ts'
import { Sentence, Strange } from '../text/strange.tsx'
import { Trouble } from '../parts/trouble.tsx'

const REST = 700

export function Replay({ candidate }: { readonly candidate: ReplayRequest | undefined }) {
  const { value, problem, pending } = useTried<ReplayResponse>('/v1/policy/replay', candidate, REST)
  return (
    <section class="card replay" aria-label="Recorded calls that would change">
      <h2>Recorded calls that would change</h2>
      {candidate === undefined ? (
        <p class="muted">Edit a file: the calls on record are decided again, by the policy alone.</p>
      ) : null}
      <div role="status" class={pending ? 'stale' : ''}>
        <Trouble text={problem} />
        {value === undefined || candidate === undefined ? null : <Result result={value} />}
      </div>
    </section>
  )
}

function Result({ result }: { readonly result: ReplayResponse }) {
  const { looked, changes, totals } = result
  const moved = totals.filter(({ before, after }) => before !== after)
  return (
    <>
      <p>
        {moved.length === 0
          ? `None of the ${plural(looked, 'call')} would.`
          : moved.map(({ before, after, calls }, at) => (
              <span key={`${before}${after}`}>
                {at === 0 ? '' : ', '}
                {calls.toLocaleString()} <Behaviour of={before} /> → <Behaviour of={after} />
              </span>
            ))}
        {moved.length === 0 ? null : <span class="muted"> of {looked.toLocaleString()}</span>}
      </p>
      <ul class="replayed">
        {changes.map(({ seq, at, agent, text, before, after, reason }) => (
          <li key={seq}>
            <span class="turn">
              <Behaviour of={before} /> → <Behaviour of={after} />
            </span>
            <code>
              <Strange text={text} />
            </code>
            <span class="muted" title={fullTime(at)}>
              {agent === null ? '' : <Strange text={agent} />} {ago(at, now.value)}
            </span>
            <span class="muted reason">
              <Sentence text={shortPaths(reason)} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
