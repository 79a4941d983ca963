/** Part of permissions: the mode, and what each mode means. A risky one needs a second confirmation. */

import { useSignal } from '@preact/signals'
import type { Changed, ModeInfo, OwnLayer, RuleList, SetModeRequest } from '../../../src/server/api.ts'
import { request } from '../api/client.ts'
import { Button } from '../parts/controls.tsx'
import { Choice } from '../parts/choice.tsx'
import { change } from '../state/change.ts'
import { project } from '../state/project.ts'
import { session } from '../state/session.ts'
import { Words } from '../text/strange.tsx'

export function ModeSwitch({ list, onChange }: { readonly list: RuleList; readonly onChange: () => void }) {
  const layer = useSignal<OwnLayer>(list.trusted ? 'local' : 'user')
  const doubtful = useSignal<ModeInfo | undefined>(undefined)
  const modes = session.value?.modes ?? []
  const notes = [
    ...(list.modeLocked ? ['The managed policy locks the mode.'] : []),
    ...(list.bypassLocked && !list.modeLocked ? ['The managed policy lets nobody switch to bypass.'] : []),
    ...(list.enforce ? [] : ['Verdicts are only recorded: nothing is blocked.']),
  ]
  const set = (mode: ModeInfo) => {
    doubtful.value = undefined
    const body: SetModeRequest = { mode: mode.mode, layer: layer.value, cwd: project.value }
    void change(`The mode is ${mode.mode} now.`, () => request<Changed>('PUT', '/v1/mode', body), onChange)
  }
  return (
    <section class="card mode" aria-label="Mode">
      <h2>Mode</h2>
      {notes.length === 0 ? null : <p class="note">{notes.join(' ')}</p>}
      <fieldset class="modes" disabled={list.modeLocked}>
        <legend class="unseen-live">Mode</legend>
        {modes.map((mode) => (
          <label key={mode.mode} class={mode.risky ? 'risky' : ''}>
            <input
              type="radio"
              name="mode"
              checked={list.mode === mode.mode}
              disabled={list.bypassLocked && mode.mode === 'bypass'}
              onChange={(event) => {
                // The choice is shown only once the server has accepted it.
                event.currentTarget.checked = list.mode === mode.mode
                if (mode.risky) doubtful.value = mode
                else set(mode)
              }}
            />
            <span>
              <strong>{mode.mode}</strong> <Words text={mode.meaning} />
            </span>
          </label>
        ))}
      </fieldset>
      {doubtful.value === undefined ? null : (
        <Doubt mode={doubtful.value} onSet={set} onDrop={() => (doubtful.value = undefined)} />
      )}
      <label class="choice">
        <span class="muted">A change holds</span>{' '}
        <Choice
          label="A change of mode holds"
          value={layer.value}
          options={[...(list.trusted ? [['local', 'in this project'] as const] : []), ['user', 'everywhere']]}
          onChange={(value) => (layer.value = value === 'user' ? 'user' : 'local')}
        />
      </label>
    </section>
  )
}

interface DoubtProps {
  readonly mode: ModeInfo
  readonly onSet: (mode: ModeInfo) => void
  readonly onDrop: () => void
}

function Doubt({ mode, onSet, onDrop }: DoubtProps) {
  return (
    <div class="risk high" role="alert">
      <div>
        <p>
          <strong>{mode.mode}:</strong> {mode.meaning}
        </p>
        <div class="buttons">
          <Button look="deny" onClick={() => onSet(mode)}>
            Switch to {mode.mode}
          </Button>
          <Button look="quiet" onClick={onDrop}>
            Leave it as it is
          </Button>
        </div>
      </div>
    </div>
  )
}
