/** Permissions: what is allowed, asked about and blocked, by which policy, and which answers last. */

import { useSignal } from '@preact/signals'
import type { Behavior } from '../../../src/engine/rule.ts'
import type { RuleList } from '../../../src/server/api.ts'
import { withQuery } from '../api/client.ts'
import { Button } from '../parts/controls.tsx'
import { Problems } from '../parts/problems.tsx'
import { ProjectChoice } from '../parts/project-choice.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { project } from '../state/project.ts'
import { useRemote } from '../state/remote.ts'
import { goTo, route } from '../state/route.ts'
import { Sentence } from '../text/strange.tsx'
import { FilterBar, NO_FILTER } from './filter.tsx'
import { Grants } from './grants.tsx'
import { ModeSwitch } from './mode.tsx'
import { Profiles } from './profiles.tsx'
import { RuleForm } from './rule-form.tsx'
import { Rules } from './rules.tsx'

export function PermissionsPage() {
  const {
    value: list,
    problem,
    reload,
  } = useRemote<RuleList>(withQuery('/v1/rules', { cwd: project.value }), ['policy'])
  const filter = useSignal(NO_FILTER)
  const { query } = route.value
  const adding = useSignal(query.has('add'))
  const drop = () => {
    adding.value = false
    if (query.has('add')) goTo('permissions')
  }
  return (
    <div class="page permissions">
      <header class="head">
        <h1>Permissions</h1>
        <ProjectChoice />
        <span class="gap" />
        <Button look="primary" icon="plus" onClick={() => (adding.value = true)}>
          Add a rule
        </Button>
      </header>
      <Trouble text={problem} />
      {adding.value ? (
        <RuleForm
          key={query.get('add') ?? ''}
          draft={{
            behavior: behaviorOf(query.get('behavior')),
            rule: query.get('add') ?? '',
            layer: list?.trusted === true ? 'local' : 'user',
          }}
          onDrop={drop}
          onDone={() => {
            drop()
            reload()
          }}
        />
      ) : null}
      {list === undefined ? null : (
        <div class="columns">
          <div>
            {list.broken === null ? null : (
              <p class="note broken" role="alert">
                Nothing is allowed at present: <Sentence text={list.broken} />
              </p>
            )}
            {list.notes.map((note) => (
              <p key={note} class="note">
                <Sentence text={note} />
              </p>
            ))}
            <Problems problems={list.problems} />
            <FilterBar filter={filter} />
            <Rules list={list} filter={filter.value} onChange={reload} />
            <Grants text={filter.value.text} />
          </div>
          <aside>
            <ModeSwitch list={list} onChange={reload} />
            <Profiles onChange={reload} />
          </aside>
        </div>
      )}
    </div>
  )
}

function behaviorOf(text: string | null): Behavior {
  return text === 'deny' || text === 'ask' ? text : 'allow'
}
