/**
 * Part of the Claude Code evaluator: its gitignore patterns, as the client itself was seen to read them, not by way of ours.
 *
 * Upper and lower case are one to it; here they are two, as they are to ours on most disks.
 */

import { ABOVE, compileGlob, HERE } from '../../engine/match/glob.ts'
import type { Where } from '../dialect.ts'
import { absolute, relativeTo } from '../model/paths.ts'

export type PathTest = (path: string) => boolean

/** Never throws: a pattern nobody can read matches nothing. */
export function pathTest(written: string, isAllow: boolean, where: Where): PathTest {
  const pattern = written.replace(/^(?:\.\/)+/u, '')
  const { base, rest } = anchored(pattern, where)
  // One that leads out of the folder never matches.
  if (rest.startsWith('../')) return () => false
  try {
    // A folder that matches takes everything in it along.
    const finding = rest.endsWith('/') ? ABOVE : HERE | ABOVE
    const match = compileGlob(anyDepth(rest, isAllow).replaceAll(/[{}]/gu, '\\$&'), { finding })
    return (path) => {
      const inside = relativeTo(absolute(path, where), base)
      return inside !== undefined && inside !== '' && match(inside)
    }
  } catch {
    return () => false
  }
}

function anchored(pattern: string, { root, home, layer }: Where): { base: string; rest: string } {
  if (pattern.startsWith('//')) return { base: '/', rest: pattern.slice(1) }
  if (pattern.startsWith('~/')) return { base: home, rest: pattern.slice(1) }
  if (pattern.startsWith('/')) return { base: layer === 'user' ? `${home}/.claude` : root, rest: pattern }
  return { base: root, rest: pattern }
}

/** Without a slash inside it matches at any depth; a folder by `name/**` does so only when it restricts. */
function anyDepth(rest: string, isAllow: boolean): string {
  const bare = rest.replace(/\/$/u, '')
  if (bare.startsWith('/')) return bare.slice(1)
  if (!bare.includes('/')) return `**/${bare}`
  return !isAllow && /^[^/]+\/\*\*$/u.test(bare) ? `**/${bare}` : bare
}
