/**
 * Part of linting: rules that can never match, whatever the others say.
 *
 * INVARIANT: only what is proven is told.
 */

import { isPieces } from '../match/token.ts'
import type { Token } from '../match/token.ts'
import type { Policy } from '../policy.ts'
import type { Rule } from '../rule.ts'
import type { World } from '../subject.ts'
import { isVisible } from '../visibility.ts'
import { covers, matterOf } from './matter.ts'
import type { Matter } from './matter.ts'

/**
 * `excepted`: its own exceptions take all of it out. `hidden`: its tool is hidden before any rule is asked. `unnamed`: a permission
 * names its program, and this one has a star for it.
 */
export type Death = 'expired' | 'excepted' | 'hidden' | 'unnamed'

export function deadOf(rule: Rule, matter: Matter, policy: Policy, world: World, now: number): Death | undefined {
  if (rule.expires !== undefined && rule.expires <= now) return 'expired'
  if (isHidden(rule, matter, policy)) return 'hidden'
  // A restriction goes by every plausible reading, an exception to it only by the certain one: something is always left.
  if (rule.behavior !== 'allow') return undefined
  if (matter.of === 'shell' && isAnyInFolder((matter.home ?? matter.words).tokens('permits')[0])) return 'unnamed'
  const isExcepted = (text: string) => covers(matterOf(text, world), matter, 'beats', world)
  return rule.except?.some(isExcepted) === true ? 'excepted' : undefined
}

/** A list of tools that are shown may show it by its agent's own name; one of those that are not hides it by either. */
function isHidden({ behavior }: Rule, matter: Matter, { tools }: Policy): boolean {
  const name = matter.of === 'tool' || (behavior === 'allow' && 'tool' in matter) ? matter.tool : undefined
  if (name === undefined || name.endsWith('*') || (matter.of === 'mcp' && !/^mcp__.+?__./u.test(name))) return false
  const disallowing = tools.map(({ disallowed }) => ({ allowed: [], disallowed }))
  return !isVisible(disallowing, [name])
}

function isAnyInFolder(program: Token | undefined): boolean {
  return program !== undefined && isPieces(program) && program.some((piece) => piece.includes('/'))
}
