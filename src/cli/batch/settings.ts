/** Part of `check --batch`: reads another system's configuration as the policy of a line. */

import { DIALECT_NAMES } from '../../dialects/dialect.ts'
import { dialectNamed } from '../../dialects/dialects.ts'
import { settingsText } from '../../dialects/settings-text.ts'
import type { Policy } from '../../engine/policy.ts'
import { mergeLayers } from '../../policy/layers.ts'
import { formatProblem } from '../../policy/problem.ts'

interface Here {
  readonly cwd: string
  readonly home: string
}

/** Throws, with every problem, if the settings cannot be read. */
export function policyOfSettings(name: string, settings: unknown, { cwd, home }: Here): Policy {
  const dialect = dialectNamed(name)
  if (dialect === undefined) throw new Error(`${name} is not a dialect; there are ${DIALECT_NAMES.join(', ')}`)
  const file = FILES[name] ?? 'settings'
  const { document, problems } = dialect.read(settingsText(dialect, settings), {
    root: cwd,
    home,
    file,
    layer: 'project',
  })
  if (document === undefined) throw new Error(problems.map(formatProblem).join('; '))
  return mergeLayers([document], { trusted: true, cwd, root: cwd, home }).policy
}

/** Names of files that say which format of a dialect it is. */
const FILES: Readonly<Record<string, string>> = { codex: 'settings.rules' }
