/**
 * Part of permissions: adds or edits a rule; while it is typed, shows what is wrong with it and what it would match.
 */

import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type {
  AddRuleRequest,
  Changed,
  OwnLayer,
  RuleDraft,
  TryRuleRequest,
  TryRuleResponse,
} from '../../../src/server/api.ts'
import { request } from '../api/client.ts'
import { Also } from '../inbox/remember.tsx'
import { Behaviour, Button, Field } from '../parts/controls.tsx'
import { Problems } from '../parts/problems.tsx'
import { CALL_HINT, callOf } from '../parts/tried-call.ts'
import { change } from '../state/change.ts'
import { project } from '../state/project.ts'
import { useTried } from '../state/remote.ts'
import { Sentence } from '../text/strange.tsx'
import { Trouble } from '../parts/trouble.tsx'

export interface Draft extends RuleDraft {
  readonly layer: OwnLayer
}

interface RuleFormProps {
  readonly draft: Draft
  /** The rule that it replaces. */
  readonly replaces?: RuleDraft | undefined
  readonly onDone: () => void
  readonly onDrop: () => void
}

const BEHAVIOURS = [
  ['allow', 'Allow'],
  ['ask', 'Ask'],
  ['deny', 'Deny'],
] as const

const LAYERS: readonly (readonly [OwnLayer, string])[] = [
  ['user', 'Everywhere (my own file)'],
  ['local', 'In this project (not committed)'],
]

export function RuleForm({ draft, replaces, onDone, onDrop }: RuleFormProps) {
  const typed = useDraft(draft)
  const { behavior, rule, layer, call: typedCall } = typed
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const cwd = project.value
  const call = callOf(typedCall.value, cwd)
  const own = ruleOf(typed, draft.agents)
  const asked: TryRuleRequest = { ...own, layer: layer.value, cwd, ...(typeof call === 'object' ? { call } : {}) }
  const tried = useTried<TryRuleResponse>('/v1/rules/try', own.rule === '' ? undefined : asked)
  const isBroken = tried.value?.problems.some(({ severity }) => severity === 'error') === true
  const blocked = own.rule === '' ? 'There is no rule yet.' : isBroken ? 'The rule has an error.' : undefined

  const save = () => {
    if (blocked !== undefined) return
    const body: AddRuleRequest = { ...own, layer: layer.value, cwd, ...(replaces === undefined ? {} : { replaces }) }
    const said = replaces === undefined ? `Added \`${own.rule}\`.` : `Changed to \`${own.rule}\`.`
    void change(said, () => request<Changed>('POST', '/v1/rules', body), onDone)
  }
  return (
    <form
      class="card rule-form"
      aria-label={replaces === undefined ? 'Add a rule' : 'Edit a rule'}
      onKeyDown={(event) => event.key === 'Escape' && onDrop()}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <div class="line">
        <BehaviourChoice behavior={behavior} />
        <input
          ref={first}
          type="text"
          class="mono grow"
          aria-label="Rule"
          placeholder="shell(npm run:*)"
          spellcheck={false}
          autocomplete="off"
          value={rule.value}
          onInput={({ currentTarget }) => (rule.value = currentTarget.value)}
        />
      </div>
      <div role="status">
        <Problems problems={tried.value?.problems ?? []} />
        <Trouble text={tried.problem} />
        {tried.value === undefined || isBroken ? null : <Also history={tried.value.history} />}
      </div>
      <Circumstances typed={typed} isNew={replaces === undefined} />
      <Field label="Try it" hint={typeof call === 'string' ? call : CALL_HINT}>
        <input
          type="text"
          class="mono"
          placeholder="npm run build"
          spellcheck={false}
          autocomplete="off"
          value={typedCall.value}
          onInput={({ currentTarget }) => (typedCall.value = currentTarget.value)}
        />
      </Field>
      <TryOut tried={tried.value} pending={tried.pending} />
      <div class="buttons">
        <Button type="submit" look="primary" blocked={blocked} onClick={save}>
          {replaces === undefined ? 'Add the rule' : 'Save the rule'}
        </Button>
        <Button look="quiet" onClick={onDrop}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function BehaviourChoice({ behavior }: Pick<Typed, 'behavior'>) {
  return (
    <fieldset class="segments">
      <legend class="unseen-live">Behaviour</legend>
      {BEHAVIOURS.map(([value, name]) => (
        <label key={value} class={value}>
          <input
            type="radio"
            name="behavior"
            checked={behavior.value === value}
            onChange={() => (behavior.value = value)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Where the rule counts, for how long, and why. */
function Circumstances({ typed, isNew }: { readonly typed: Typed; readonly isNew: boolean }) {
  const { layer, reason, expires } = typed
  return (
    <div class="line">
      <Field label="Where it counts">
        <select
          value={layer.value}
          disabled={!isNew}
          onChange={({ currentTarget }) => (layer.value = currentTarget.value === 'local' ? 'local' : 'user')}
        >
          {LAYERS.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Reason">
        <input type="text" value={reason.value} onInput={({ currentTarget }) => (reason.value = currentTarget.value)} />
      </Field>
      <Field label="Until">
        <input
          type="date"
          value={expires.value}
          onInput={({ currentTarget }) => (expires.value = currentTarget.value)}
        />
      </Field>
    </div>
  )
}

function TryOut({ tried, pending }: { readonly tried: TryRuleResponse | undefined; readonly pending: boolean }) {
  if (tried?.call == null) return null
  const { matches, before, after, reason } = tried.call
  return (
    <p class={pending ? 'try-out stale' : 'try-out'} role="status">
      <strong>{matches ? 'Matches.' : 'Does not match.'}</strong> <Behaviour of={before} /> → <Behaviour of={after} />{' '}
      <Sentence text={reason} />
    </p>
  )
}

type Typed = ReturnType<typeof useDraft>

/** The values of the fields. */
function useDraft(draft: Draft) {
  return {
    behavior: useSignal(draft.behavior),
    rule: useSignal(draft.rule),
    layer: useSignal(draft.layer),
    reason: useSignal(draft.reason ?? ''),
    expires: useSignal(draft.expires === undefined ? '' : dayOf(draft.expires)),
    call: useSignal(''),
  }
}

function ruleOf({ behavior, rule, reason, expires }: Typed, agents: RuleDraft['agents']): RuleDraft {
  return {
    behavior: behavior.value,
    rule: rule.value.trim(),
    ...(agents === undefined ? {} : { agents }),
    ...(reason.value.trim() === '' ? {} : { reason: reason.value.trim() }),
    ...(expires.value === '' ? {} : { expires: new Date(`${expires.value}T00:00`).getTime() }),
  }
}

function dayOf(at: number): string {
  const day = new Date(at)
  return `${day.getFullYear()}-${`${day.getMonth() + 1}`.padStart(2, '0')}-${`${day.getDate()}`.padStart(2, '0')}`
}
