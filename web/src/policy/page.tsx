/** Policy: the files, a playground for them, and what a change would have meant for past calls. */

import { signal } from '@preact/signals'
import type { PolicyFiles } from '../../../src/server/api.ts'
import { withQuery } from '../api/client.ts'
import { ProjectChoice } from '../parts/project-choice.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { project } from '../state/project.ts'
import { useRemote } from '../state/remote.ts'
import { candidateOf } from './drafts.ts'
import { Files } from './files.tsx'
import { Playground } from './playground.tsx'
import { Replay } from './replay.tsx'

/** An example until something else is typed, which is then kept while other pages are shown. */
const typed = signal('git push --force origin main')

export function PolicyPage() {
  const { value, problem, reload } = useRemote<PolicyFiles>(withQuery('/v1/policy', { cwd: project.value }), ['policy'])
  const candidate = value === undefined ? undefined : candidateOf(value.files, project.value)
  return (
    <div class="page policy">
      <header class="head">
        <h1>Policy</h1>
        <ProjectChoice />
        {value?.trusted === false ? (
          <span class="note">not trusted: the project's own allow rules do not count (countersign trust)</span>
        ) : null}
      </header>
      <Trouble text={problem} />
      {value === undefined ? null : (
        <div class="columns">
          <div>
            <Files key={value.root} policy={value} onChange={reload} />
            <Replay candidate={candidate} />
          </div>
          <aside>
            <Playground typed={typed} candidate={candidate} cwd={project.value} />
          </aside>
        </div>
      )}
    </div>
  )
}
