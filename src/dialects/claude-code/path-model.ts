/**
 * Part of the Claude Code evaluator: its gitignore patterns, as the client was observed to read them, without first
 * translating them to ours.
 *
 * Claude Code ignores case; here case counts, as it does in our rules on most disks.
 */

import { ABOVE, compileGlob, HERE } from '../../engine/match/glob.ts'
import type { Where } from '../dialect.ts'
import { absolute, relativeTo } from '../model/paths.ts'

export type PathTest = (path: string) => boolean

/** Never throws: an unreadable pattern matches nothing. */
export function pathTest(written: string, isAllow: boolean, where: Where): PathTest {
  const pattern = written.replace(/^(?:\.\/)+/u, '')
  const { base, rest } = anchored(pattern, where)
  // A pattern that leads out of the folder never matches.
  if (rest.startsWith('../')) return () => false
  try {
    // A folder that matches includes everything in it.
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

/** A pattern without a slash inside matches at any depth. `name/**` does so only as a restriction. */
function anyDepth(rest: string, isAllow: boolean): string {
  const bare = rest.replace(/\/$/u, '')
  if (bare.startsWith('/')) return bare.slice(1)
  if (!bare.includes('/')) return `**/${bare}`
  return !isAllow && /^[^/]+\/\*\*$/u.test(bare) ? `**/${bare}` : bare
}
