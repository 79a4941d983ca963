/** Part of permissions: answers that are remembered, and how long and how often they still hold. */

import { useSignal } from '@preact/signals'
import type { Changed, GrantList, GrantView } from '../../../src/server/api.ts'
import { request } from '../api/client.ts'
import { Behaviour, Button } from '../parts/controls.tsx'
import { ago, baseName, fullTime, plural, span } from '../parts/format.ts'
import { change } from '../state/change.ts'
import { LASTS } from '../state/answers.ts'
import { now } from '../state/now.ts'
import { useRemote } from '../state/remote.ts'
import { Sentence, Strange, Words } from '../text/strange.tsx'
import { Trouble } from '../parts/trouble.tsx'

export function Grants({ text }: { readonly text: string }) {
  const all = useSignal(false)
  const { value, problem, reload } = useRemote<GrantList>(all.value ? '/v1/grants?all=1' : '/v1/grants', ['grants'])
  const wanted = text.trim().toLowerCase()
  const grants = (value?.grants ?? []).filter(
    ({ rules, grantedBy }) => wanted === '' || `${rules.join(' ')} ${grantedBy}`.toLowerCase().includes(wanted),
  )
  return (
    <section class="rules" aria-label="Remembered answers">
      <h2>
        Remembered answers <span class="count">{grants.length}</span>
        <label class="check">
          <input
            type="checkbox"
            checked={all.value}
            onChange={({ currentTarget }) => (all.value = currentTarget.checked)}
          />{' '}
          those that are over, too
        </label>
      </h2>
      <Trouble text={problem} />
      {grants.length === 0 ? <p class="muted none">No answer is remembered.</p> : null}
      <ul class="table">
        {grants.map((grant) => (
          <Grant key={grant.id} grant={grant} onChange={reload} />
        ))}
      </ul>
    </section>
  )
}

function Grant({ grant, onChange }: { readonly grant: GrantView; readonly onChange: () => void }) {
  const { id, behavior, rules, lasts, live, session, project, agent, grantedAt, grantedBy, broken } = grant
  const revoke = () =>
    void change(
      'Revoked: it is asked again from now on.',
      () => request<Changed>('DELETE', `/v1/grants/${encodeURIComponent(id)}`),
      onChange,
    )
  return (
    <li class={live ? 'rule' : 'rule over'}>
      <Behaviour of={behavior} />
      <div class="main">
        {broken === null ? null : (
          <p class="verdict bad">
            <Sentence text={`${broken}. It allows nothing; revoke it.`} />
          </p>
        )}
        {rules.length === 0 && broken === null ? <span class="muted">exactly one call</span> : null}
        {rules.map((rule) => (
          <code key={rule}>
            <Strange text={rule} />
          </code>
        ))}
      </div>
      <div class="facts muted">
        <span>
          {LASTS[lasts] ?? lasts}
          {session === null ? null : (
            <>
              {' '}
              <Strange text={session.slice(0, 8)} />
            </>
          )}
          {project === null ? null : (
            <>
              {' in '}
              <Strange text={baseName(project)} />
            </>
          )}
          {agent === null ? null : (
            <>
              {', '}
              <Words text={agent} />
            </>
          )}
        </span>
        <span title={fullTime(grantedAt)}>
          by <Words text={grantedBy} />, {ago(grantedAt, now.value)}
        </span>
        <span>{leftOf(grant)}</span>
      </div>
      <div class="buttons">
        {live ? (
          <Button look="quiet" icon="cross" label={`Revoke ${rules.join(', ')}`} onClick={revoke}>
            Revoke
          </Button>
        ) : null}
      </div>
    </li>
  )
}

function leftOf({ until, usesLeft, useCount, usedAt, revokedAt, live }: GrantView): string {
  const used =
    useCount === 0
      ? 'not used yet'
      : `${plural(useCount, 'use')}${usedAt === null ? '' : `, ${ago(usedAt, now.value)}`}`
  if (revokedAt !== null) return `revoked ${ago(revokedAt, now.value)}; ${used}`
  if (!live) return `over; ${used}`
  const left = [
    ...(until === null ? [] : [`${span(until - now.value)} left`]),
    ...(usesLeft === null ? [] : [`${plural(usesLeft, 'use')} left`]),
  ]
  return [...left, used].join('; ')
}
