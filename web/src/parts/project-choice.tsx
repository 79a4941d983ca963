/** Part of pages that show what counts in one project: the choice of the project. */

import { useEffect } from 'preact/hooks'
import { visible } from '../../../src/gate/visible.ts'
import { chooseProject, project } from '../state/project.ts'
import { refreshSession, session } from '../state/session.ts'
import { shortPath } from './format.ts'

export function ProjectChoice() {
  useEffect(() => {
    // The chosen project stays, even if agents start working in another one meanwhile.
    chooseProject(project.value)
    refreshSession().catch(() => undefined)
  }, [])
  const roots = new Set([project.value, ...(session.value?.projects.map(({ root }) => root) ?? [])])
  return (
    <label class="choice">
      <span class="muted">Project</span>{' '}
      <select value={project.value} onChange={({ currentTarget }) => chooseProject(currentTarget.value)}>
        {[...roots].map((root) => (
          <option key={root} value={root}>
            {visible(shortPath(root))}
          </option>
        ))}
      </select>
    </label>
  )
}
