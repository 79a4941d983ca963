/** Part of the policy page: a call is typed and its verdict is shown, also while the policy is edited. */

import type { Signal } from '@preact/signals'
import { useSignal } from '@preact/signals'
import type { Candidate, ModeInfo, PlaygroundRequest, PlaygroundResponse } from '../../../src/server/api.ts'
import { Trace } from '../history/trace.tsx'
import { EffectList } from '../inbox/effects.tsx'
import { Choice } from '../parts/choice.tsx'
import { Behaviour, Field } from '../parts/controls.tsx'
import { shortPaths } from '../parts/format.ts'
import { Problems } from '../parts/problems.tsx'
import { CALL_HINT, callOf } from '../parts/tried-call.ts'
import { useTried } from '../state/remote.ts'
import { session } from '../state/session.ts'
import { Block } from '../text/block.tsx'
import { marksOf } from '../text/marks.ts'
import { ByRule, Sentence, Strange } from '../text/strange.tsx'
import { Trouble } from '../parts/trouble.tsx'

/** Kept while other pages are shown. */
interface PlaygroundProps {
  readonly typed: Signal<string>
  readonly candidate: Candidate | undefined
  readonly cwd: string
}

export function Playground({ typed, candidate, cwd }: PlaygroundProps) {
  const mode = useSignal('')
  const agent = useSignal('')
  const typedCall = callOf(typed.value, cwd)
  const said = modeOf(mode.value)
  const asked: PlaygroundRequest | undefined =
    typeof typedCall === 'object'
      ? {
          cwd,
          ...candidate,
          call: agent.value === '' ? typedCall : { ...typedCall, agent: agent.value },
          ...(said === undefined ? {} : { mode: said }),
        }
      : undefined
  const tried = useTried<PlaygroundResponse>('/v1/playground', asked)
  return (
    <section class="card playground" aria-label="Playground">
      <h2>Playground</h2>
      <Field label="A call" hint={typeof typedCall === 'string' ? typedCall : CALL_HINT}>
        <textarea
          class="mono"
          rows={2}
          spellcheck={false}
          placeholder="git push --force origin main"
          value={typed.value}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        />
      </Field>
      <label class="choice">
        <span class="muted">Mode</span>{' '}
        <Choice
          label="Mode of the playground"
          value={mode.value}
          options={[
            ['', 'as the policy says'],
            ...(session.value?.modes ?? []).map(({ mode: name }) => [name, name] as const),
          ]}
          onChange={(value) => (mode.value = value)}
        />
      </label>
      <label class="choice">
        <span class="muted">Agent</span>{' '}
        <input
          list="known-agents"
          placeholder="any"
          spellcheck={false}
          value={agent.value}
          onInput={({ currentTarget }) => (agent.value = currentTarget.value.trim())}
        />
        <datalist id="known-agents">
          {(session.value?.agents ?? []).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </label>
      <div role="status" class={tried.pending ? 'stale' : ''}>
        <Trouble text={tried.problem} />
        {tried.value === undefined ? null : <Verdict tried={tried.value} isDraft={candidate !== undefined} />}
      </div>
    </section>
  )
}

function Verdict({ tried, isDraft }: { readonly tried: PlaygroundResponse; readonly isDraft: boolean }) {
  const { behavior, reason, rule, effects, dangers, text, changes, suggestions, trace, mode, enforced, problems } =
    tried
  return (
    <>
      <p class="big-verdict">
        <Behaviour of={behavior} /> <Sentence text={shortPaths(reason)} />
      </p>
      {isDraft ? <p class="muted">With what is edited and not saved.</p> : null}
      {enforced ? null : <p class="note">The policy only records: the call would pass.</p>}
      <ByRule reason={reason} rule={rule} />
      <Problems problems={problems.filter(({ severity }) => severity === 'error')} />
      {text === null ? null : (
        <Block label="The call, read" text={text.value} marks={marksOf(effects, dangers, text.value.length)} />
      )}
      <EffectList effects={effects} />
      {changes.length === 0 ? null : (
        <>
          <h3>What would change it</h3>
          <ul class="flips">
            {changes.map(({ what, becomes }) => (
              <li key={what}>
                <Behaviour of={becomes} /> <Sentence text={what} />
              </li>
            ))}
          </ul>
        </>
      )}
      {suggestions.length === 0 ? null : (
        <>
          <h3>Rules that would let it pass</h3>
          <ul class="flips">
            {suggestions.map(({ rules }) => (
              <li key={rules.join()}>
                <code>
                  <Strange text={rules.join('  +  ')} />
                </code>
              </li>
            ))}
          </ul>
        </>
      )}
      <Trace trace={trace} effects={effects} mode={mode} />
    </>
  )
}

function modeOf(text: string): ModeInfo['mode'] | undefined {
  return session.value?.modes.find(({ mode }) => mode === text)?.mode
}
