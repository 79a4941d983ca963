/**
 * Part of the Qwen Code dialect: its path patterns, translated to ours and as it reads them. They have the anchors of
 * Claude Code, but `/` is the project in every file, a bare name is one file, and braces are alternatives.
 */

import { compileGlob } from '../../engine/match/glob.ts'
import type { Behavior } from '../../engine/rule.ts'
import { pathSpecifiers } from '../claude-code/paths.ts'
import type { PathTest } from '../claude-code/path-model.ts'
import type { Where } from '../dialect.ts'
import { absolute } from '../model/paths.ts'

/** `@(a|b)` and similar groups, which our patterns do not have. */
const GROUP = /[!?*+@]\(/u

/** Our specifiers for one of its patterns; none if there is no safe one. */
export function qwenSpecifiers(pattern: string, behavior: Behavior): readonly string[] {
  if (GROUP.test(pattern)) return []
  if (behavior === 'allow' && /^(?:\/{2,}|~\/?|\.\/?)$/u.test(pattern)) return []
  if (pattern.startsWith('//') || pattern.startsWith('~')) return [pattern.replace(/^\/\//u, '/')]
  // Newer releases may read it as Claude Code does: as any file with that name.
  if (behavior !== 'allow') return pathSpecifiers(pattern, behavior, 'project', { braces: true })
  const rest = pattern.replace(/^(?:\.?\/)+/u, '')
  return rest.startsWith('../') || rest.endsWith('/') ? [] : [`./${rest}`]
}

/** Never throws: an unreadable pattern matches nothing. */
export function qwenPathTest(pattern: string, isAllow: boolean, where: Where): PathTest {
  if (GROUP.test(pattern)) return () => !isAllow
  const rooted = pattern.startsWith('//') ? pattern.slice(1) : pattern.startsWith('/') ? `.${pattern}` : pattern
  try {
    const match = compileGlob(absolute(rooted, where).slice(1))
    return (path) => match(absolute(path, where).slice(1))
  } catch {
    return () => false
  }
}
