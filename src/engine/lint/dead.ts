/**
 * Part of linting: rules that can never match, whatever other rules say.
 *
 * INVARIANT: only what is proven is reported.
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
 * `excepted`: its own exceptions take everything out of it. `hidden`: its tool is hidden, so no rule is ever asked.
 * `unnamed`: a permission must name its program, and this one has a star in that place.
 */
export type Death = 'expired' | 'excepted' | 'hidden' | 'unnamed'

export function deadOf(rule: Rule, matter: Matter, policy: Policy, world: World, now: number): Death | undefined {
  if (rule.expires !== undefined && rule.expires <= now) return 'expired'
  if (isHidden(rule, matter, policy)) return 'hidden'
  // A restriction matches every plausible reading, but its exception only the certain one, so exceptions never take out
  // all of it.
  if (rule.behavior !== 'allow') return undefined
  if (matter.of === 'shell' && isAnyInFolder((matter.home ?? matter.words).tokens('permits')[0])) return 'unnamed'
  const isExcepted = (text: string) => covers(matterOf(text, world), matter, 'beats', world)
  return rule.except?.some(isExcepted) === true ? 'excepted' : undefined
}

/**
 * An `allowed` list may name the tool by its agent's own name, so it proves nothing; a `disallowed` list hides the tool
 * by either name.
 */
function isHidden({ behavior }: Rule, matter: Matter, { tools }: Policy): boolean {
  const name = matter.of === 'tool' || (behavior === 'allow' && 'tool' in matter) ? matter.tool : undefined
  if (name === undefined || name.endsWith('*') || (matter.of === 'mcp' && !/^mcp__.+?__./u.test(name))) return false
  const disallowing = tools.map(({ disallowed }) => ({ allowed: [], disallowed }))
  return !isVisible(disallowing, [name])
}

function isAnyInFolder(program: Token | undefined): boolean {
  return program !== undefined && isPieces(program) && program.some((piece) => piece.includes('/'))
}
