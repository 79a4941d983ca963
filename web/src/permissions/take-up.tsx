/** Part of permissions: shows what a profile would change before it is applied. */

import { useSignal } from '@preact/signals'
import type { ProfileGrantView, StandingRule, TakeUpRequest, TakeUpResponse } from '../../../src/server/api.ts'
import { request, whyOf } from '../api/client.ts'
import { Behaviour, Button, Modal } from '../parts/controls.tsx'
import { useTried } from '../state/remote.ts'
import { say } from '../state/toasts.ts'
import { Strange } from '../text/strange.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { RuleExtras } from './rule-extras.tsx'

/** A profile that is kept here, or the text of a file. */
export interface Source {
  readonly name: string
  readonly text?: string
}

interface TakeUpProps {
  readonly source: Source
  readonly onClose: () => void
  readonly onDone: () => void
}

export function TakeUp({ source, onClose, onDone }: TakeUpProps) {
  const how = useSignal<'merge' | 'replace'>('merge')
  const path = source.text === undefined ? `/v1/profiles/${encodeURIComponent(source.name)}/use` : '/v1/profiles/import'
  const body: TakeUpRequest = { how: how.value, ...(source.text === undefined ? {} : { text: source.text }) }
  const preview = useTried<TakeUpResponse>(path, { ...body, preview: true }, 0)
  const take = () => {
    request<TakeUpResponse>('POST', path, body).then(
      ({ name }) => {
        say(`The profile ${name} is in force.`, 'good')
        onDone()
      },
      (error: unknown) => say(whyOf(error), 'bad'),
    )
  }
  const seen = preview.pending ? undefined : preview.value
  return (
    <Modal title={`Take up ${source.name}`} onClose={onClose}>
      <fieldset class="segments">
        <legend class="unseen-live">How</legend>
        {(['merge', 'replace'] as const).map((value) => (
          <label key={value}>
            <input type="radio" name="how" checked={how.value === value} onChange={() => (how.value = value)} />
            <span>{value === 'merge' ? 'Add to what is there' : 'Replace what is there'}</span>
          </label>
        ))}
      </fieldset>
      <div role="status">
        <Trouble text={preview.problem} />
        {seen === undefined || preview.problem !== '' ? null : <Preview seen={seen} />}
      </div>
      <div class="buttons">
        <Button
          look="primary"
          blocked={seen === undefined || preview.problem !== '' ? 'What would change is not known yet.' : undefined}
          onClick={take}
        >
          Take it up
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Modal>
  )
}

function Preview({ seen }: { readonly seen: TakeUpResponse }) {
  const { mode, addRules, removeRules, addGrants, revokeGrants } = seen
  const changes =
    addRules.length + removeRules.length + addGrants.length + revokeGrants.length + (mode === null ? 0 : 1)
  if (changes === 0) return <p class="muted">It would change nothing.</p>
  return (
    <ul class="changes">
      {mode === null ? null : (
        <li>
          mode {mode.from ?? 'not said'} → <strong>{mode.to ?? 'not said'}</strong>
        </li>
      )}
      {removeRules.map((rule, at) => (
        <RuleLine key={`r${at}`} sign="−" rule={rule} />
      ))}
      {addRules.map((rule, at) => (
        <RuleLine key={`a${at}`} sign="+" rule={rule} />
      ))}
      {revokeGrants.map((grant, at) => (
        <GrantLine key={`v${at}`} sign="−" grant={grant} />
      ))}
      {addGrants.map((grant, at) => (
        <GrantLine key={`g${at}`} sign="+" grant={grant} />
      ))}
    </ul>
  )
}

function RuleLine({ sign, rule }: { readonly sign: '+' | '−'; readonly rule: StandingRule }) {
  return (
    <li class={sign === '+' ? 'added' : 'removed'}>
      {sign} <Behaviour of={rule.behavior} />{' '}
      <code>
        <Strange text={rule.rule} />
      </code>{' '}
      <RuleExtras rule={rule} />
    </li>
  )
}

function GrantLine({ sign, grant }: { readonly sign: '+' | '−'; readonly grant: ProfileGrantView }) {
  return (
    <li class={sign === '+' ? 'added' : 'removed'}>
      {sign} answer <Behaviour of={grant.behavior} />{' '}
      <code>
        <Strange text={grant.rules.join(', ')} />
      </code>
    </li>
  )
}
