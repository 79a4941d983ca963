/**
 * Part of `init`: what a person has told an agent already, in settings of their own. Once the hook decides, that counts no
 * more, and all of it would be asked again.
 */

import { dialectNamed } from '../../dialects/dialects.ts'
import type { Rule } from '../../engine/rule.ts'
import type { Place } from '../../adapters/hooks/wiring/client.ts'
import { realOrSpelled } from '../../policy/root.ts'
import { filesOf } from './import-files.ts'
import { importOne } from './import-one.ts'
import type { FoundClient } from './init-found.ts'

/** Each rule for the agent it was said to, and no other. A checkout's settings do not count: somebody else wrote them. */
export function broughtRules(found: readonly FoundClient[], { root, home }: Place): readonly Rule[] {
  const real = { root: realOrSpelled(root), home: realOrSpelled(home) }
  const rules = found.flatMap(({ client: { name } }) => {
    const dialect = dialectNamed(name)
    const files = dialect === undefined ? [] : filesOf(dialect, real.root, real.home)
    return files
      .filter(({ layer }) => layer === 'user')
      .map((file) => importOne(file, real.root, real.home))
      .filter(({ problems }) => problems.length === 0)
      .flatMap(({ document }) => (document?.rules ?? []).map((rule): Rule => ({ ...rule, agents: [name] })))
  })
  const once = new Map(rules.toReversed().map((rule) => [JSON.stringify({ ...rule, source: undefined }), rule]))
  return [...once.values()].toReversed()
}
