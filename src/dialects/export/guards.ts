/**
 * Part of writing other systems' configurations: all restrictions that may be needed to keep a permission from covering
 * too much.
 */

import type { Rule } from '../../engine/rule.ts'
import { CHECKED_FILES } from './built-in.ts'
import { subjectOf } from './subject.ts'
import type { Native, Target } from './target.ts'

/** The guards in groups, each of which is written completely or not at all. */
export function guardsOf<E>(target: Target<E>, rules: readonly Rule[]): readonly (readonly Native<E>[])[] {
  const { guards, denies = [], spell, canAsk } = target
  if (!canAsk) return []
  const spelled = (rule: string) => {
    const subject = subjectOf(rule)
    return (subject === undefined ? undefined : spell(subject, 'ask')) ?? []
  }
  const groups = [...CHECKED_FILES.map((rules) => rules.flatMap(spelled)), ...(guards?.(namesOf(rules)) ?? [])]
  // Denies come first, because they are dropped first if asks are enough.
  return [
    ...denies.map((group) => group.map((entry) => ({ behavior: 'deny', entry }) as const)),
    ...groups.map((group) => group.map((entry) => ({ behavior: 'ask', entry }) as const)),
  ].filter((group) => group.length > 0)
}

/** The names in restrictions on files and hosts, if long enough to be distinctive. */
function namesOf(rules: readonly Rule[]): string[] {
  const names = new Set<string>()
  for (const { behavior, rule } of rules) {
    const subject = behavior === 'allow' ? undefined : subjectOf(rule)
    if (subject?.about === 'path') names.add(literalOf(subject.path))
    if (subject?.about === 'url' && 'name' in subject.url.host) names.add(subject.url.host.name)
  }
  names.delete('')
  return [...names]
}

/** The longest literal piece of a pattern's last plain segment. */
function literalOf(path: string): string {
  const segments = path.split('/').filter((segment) => /[^*?.~]/u.test(segment))
  const pieces = (segments.findLast((segment) => !/^\**$/u.test(segment)) ?? '').split(/[*?[\]{},\\]/u)
  const longest = pieces.toSorted((a, b) => b.length - a.length)[0] ?? ''
  return longest.length > 1 ? longest : ''
}
