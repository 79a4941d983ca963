/** Part of the server: the folders in which agents have worked. */

import { findRoot, realOrSpelled } from '../policy/root.ts'
import { readTrust } from '../policy/trust.ts'
import type { ProjectInfo } from './api/session.ts'
import type { Deps } from './deps.ts'
import { HttpProblem } from './problem.ts'

const MOST = 100

export async function projectsOf({
  recorded,
  house,
  info,
}: Pick<Deps, 'recorded' | 'house' | 'info'>): Promise<readonly ProjectInfo[]> {
  const seen = new Map<string, number | null>()
  const note = (root: string, at: number | null) => {
    const known = seen.get(root)
    if (known === undefined || known === null || (at !== null && at > known)) seen.set(root, at)
  }
  for (const { project, at } of await recorded.latest()) if (project !== null) note(project, at)
  for (const { project, askedAt } of await house.management.approvals.pending()) note(project, askedAt)
  const here = rootOf(info.cwd, info.home)
  note(here, null)
  const trusted = new Set(readTrust(info.home).folders.map(({ path }) => path))
  return [...seen]
    .map(([root, lastSeen]) => ({ root, lastSeen, trusted: trusted.has(root) }))
    .toSorted((a, b) => (b.lastSeen ?? 0) - (a.lastSeen ?? 0))
    .slice(0, MOST)
}

export function rootOf(cwd: string, home: string): string {
  return findRoot(realOrSpelled(cwd), realOrSpelled(home))
}

/** The folder that a request names, which must be absolute; by default the server's own. */
export function folderOf(given: string | undefined, { info }: Pick<Deps, 'info'>): string {
  if (given === undefined || given === '') return info.cwd
  if (!given.startsWith('/') || given.includes('\0'))
    throw new HttpProblem('bad-request', '`cwd` must be an absolute path.')
  return given
}
