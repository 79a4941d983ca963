/** Part of permissions: the rules that count in a project, by what they do (block, ask, allow) and by layer. */

import { visible } from '../../../src/gate/visible.ts'
import { useSignal } from '@preact/signals'
import type { Changed, OwnLayer, RemoveRuleRequest, RuleDraft, RuleList, RuleView } from '../../../src/server/api.ts'
import { request } from '../api/client.ts'
import { Button } from '../parts/controls.tsx'
import { ago, baseName, fullTime, plural } from '../parts/format.ts'
import { KindIcon } from '../parts/icon.tsx'
import { change } from '../state/change.ts'
import { now } from '../state/now.ts'
import { project } from '../state/project.ts'
import { Strange, Words } from '../text/strange.tsx'
import { LAYER_NAMES } from '../parts/layers.ts'
import { RuleExtras } from './rule-extras.tsx'
import { RuleForm } from './rule-form.tsx'
import { matchesFilter } from './filter.tsx'
import type { Filter } from './filter.tsx'

const SECTIONS = [
  ['deny', 'Blocked', 'Never, whatever else allows it.'],
  ['ask', 'Asked', 'A person decides each time.'],
  ['allow', 'Allowed', 'Passes without a question, unless something above says otherwise.'],
] as const

interface RulesProps {
  readonly list: RuleList
  readonly filter: Filter
  readonly onChange: () => void
}

export function Rules({ list, filter, onChange }: RulesProps) {
  const rules = list.layers.flatMap(({ rules: own }) => own)
  const shown = rules.filter((rule) => matchesFilter(rule, filter))
  return (
    <>
      {SECTIONS.map(([behavior, title, meaning]) => {
        const here = shown.filter((rule) => rule.behavior === behavior)
        const hidden = rules.filter((rule) => rule.behavior === behavior).length - here.length
        if (filter.behavior !== '' && filter.behavior !== behavior) return null
        return (
          <section key={behavior} class={`rules ${behavior}`} aria-label={title}>
            <h2>
              {title} <span class="count">{here.length}</span> <span class="muted">{meaning}</span>
            </h2>
            {here.length === 0 ? (
              <p class="muted none">{hidden > 0 ? `${plural(hidden, 'rule')} left out by the filter` : 'No rules.'}</p>
            ) : (
              <ul class="table">
                {withKeys(here).map(([key, rule]) => (
                  <RuleRow key={key} rule={rule} onChange={onChange} />
                ))}
              </ul>
            )}
          </section>
        )
      })}
    </>
  )
}

/** A rule's line is no part of its key: it moves when another is added above it, and what is typed into the row would be lost. */
function withKeys(rules: readonly RuleView[]): readonly (readonly [key: string, rule: RuleView])[] {
  const times = new Map<string, number>()
  return rules.map((rule) => {
    const text = `${rule.layer}${rule.file}${rule.rule}`
    const time = (times.get(text) ?? 0) + 1
    times.set(text, time)
    return [`${time} ${text}`, rule]
  })
}

interface RuleProps {
  readonly rule: RuleView
  readonly onChange: () => void
}

function RuleRow({ rule, onChange }: RuleProps) {
  const editing = useSignal(false)
  const layer = rule.layer === 'user' || rule.layer === 'local' ? rule.layer : undefined
  if (editing.value && layer !== undefined)
    return (
      <li>
        <RuleForm
          draft={{ ...draftOf(rule), layer }}
          replaces={draftOf(rule)}
          onDrop={() => (editing.value = false)}
          onDone={() => {
            editing.value = false
            onChange()
          }}
        />
      </li>
    )
  return (
    <li class="rule">
      <KindIcon kind={rule.kind} />
      <div class="main">
        <code>
          <Strange text={rule.rule} />
        </code>
        <RuleExtras rule={rule} />
      </div>
      <Facts rule={rule} />
      <div class="buttons">
        {rule.removable && layer !== undefined ? (
          <>
            {isPlain(rule) ? (
              <Button look="quiet" icon="write" label={`Edit ${rule.rule}`} onClick={() => (editing.value = true)}>
                Edit
              </Button>
            ) : null}
            <Button
              look="quiet"
              icon="cross"
              label={`Remove ${rule.rule}`}
              onClick={() => remove(rule, layer, onChange)}
            >
              Remove
            </Button>
          </>
        ) : null}
      </div>
    </li>
  )
}

function remove(rule: RuleView, layer: OwnLayer, onChange: () => void): void {
  const { except, where } = rule
  const body: RemoveRuleRequest = {
    ...draftOf(rule),
    except,
    ...(where === null ? {} : { where }),
    layer,
    cwd: project.value,
  }
  void change(`Removed \`${rule.rule}\`.`, () => request<Changed>('DELETE', '/v1/rules', body), onChange)
}

/** Where the rule stands, who put it there, and how often it was used. */
function Facts({ rule }: { readonly rule: RuleView }) {
  return (
    <div class="facts muted">
      <span class="layer" title={rule.file === null ? undefined : visible(rule.file)}>
        {LAYER_NAMES[rule.layer] ?? rule.layer}
        {rule.file === null ? null : (
          <>
            {' · '}
            <Strange text={`${baseName(rule.file)}${rule.line === null ? '' : `:${rule.line}`}`} />
          </>
        )}
      </span>
      <Origin rule={rule} />
      <span>
        {rule.uses === 0 ? 'not used yet' : plural(rule.uses, 'use')}
        {rule.lastUsed === null ? '' : `, ${ago(rule.lastUsed, now.value)}`}
      </span>
    </div>
  )
}

function Origin({ rule: { addedBy, addedAt } }: { readonly rule: RuleView }) {
  if (addedBy === null) return null
  return (
    <span>
      by <Words text={addedBy} />
      {addedAt === null ? null : <span title={fullTime(addedAt)}>, {ago(addedAt, now.value)}</span>}
    </span>
  )
}

/** Whether the page's form can hold the rule; others are edited as text. */
function isPlain({ except, where }: RuleView): boolean {
  return except.length === 0 && where === null
}

function draftOf({ behavior, rule, reason, expires, agents }: RuleView): RuleDraft {
  return {
    behavior,
    rule,
    ...(reason === null ? {} : { reason }),
    ...(expires === null ? {} : { expires }),
    ...(agents === null ? {} : { agents }),
  }
}
