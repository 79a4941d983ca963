/**
 * Part of `init`: what a person has already allowed or forbidden an agent in their own settings. Once the hook decides,
 * those settings no longer count, and all of it would be asked again.
 */

import type { Place } from '../../adapters/hooks/wiring/client.ts'
import { dialectNamed } from '../../dialects/dialects.ts'
import type { Rule } from '../../engine/rule.ts'
import { formatProblem } from '../../policy/problem.ts'
import { realOrSpelled } from '../../policy/root.ts'
import type { FoundClient } from '../agents-here.ts'
import { filesOf } from './import-files.ts'
import { importOne } from './import-one.ts'

export interface BroughtRules {
  readonly rules: readonly Rule[]
  /** Settings that exist and cannot be understood: what they say would be lost without notice. */
  readonly problems: readonly string[]
}

/**
 * Each rule only for the agent it was given to. A checkout's settings do not count, because somebody else wrote them.
 */
export function broughtRules(found: readonly FoundClient[], { root, home }: Place): BroughtRules {
  const real = { root: realOrSpelled(root), home: realOrSpelled(home) }
  const files = found.flatMap(({ client: { name } }) => {
    const dialect = dialectNamed(name)
    const own = dialect === undefined ? [] : filesOf(dialect, real.root, real.home)
    return own
      .filter(({ layer }) => layer === 'user')
      .map((file) => ({ name, ...importOne(file, real.root, real.home) }))
  })
  const rules = files
    .filter(({ problems }) => problems.length === 0)
    .flatMap(({ name, document }) => (document?.rules ?? []).map((rule): Rule => ({ ...rule, agents: [name] })))
  const once = new Map(rules.toReversed().map((rule) => [JSON.stringify({ ...rule, source: undefined }), rule]))
  const problems = files.flatMap(({ dialect, problems: [first] }) =>
    first === undefined
      ? []
      : `${formatProblem(first)}; none of its rules is in this policy. Mend it, then see \`countersign import ${dialect.name}\``,
  )
  return { rules: [...once.values()].toReversed(), problems }
}
