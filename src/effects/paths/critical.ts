/** Part of the built-in checks: what must never be removed without a person's word. */

import { foldExact, foldLoose } from '../../engine/match/fold.ts'

export interface Surroundings {
  readonly home: string
  readonly root: string
  readonly caseInsensitive?: boolean
}

interface Critical {
  readonly category: string
  readonly why: string
}

const CATEGORY = 'critical-path'

/** The top of the file system, what lies directly in it, the home directory, the project's root, and what holds them. */
export function criticalRemoval(path: string, real: string, around: Surroundings): Critical | undefined {
  return judge(path, around) ?? (real === path ? undefined : judge(real, around))
}

function judge(path: string, { home, root, caseInsensitive }: Surroundings): Critical | undefined {
  const fold = caseInsensitive === true || !path.startsWith('/') ? foldLoose : foldExact
  const target = bare(fold(path))
  if (target === '' || /^[a-z]:$/iu.test(target)) return critical('Removing this would remove everything.')
  if (target.lastIndexOf('/') <= 0 || /^[a-z]:\/[^/]+$/iu.test(target)) {
    return critical(`Removing ${path} would remove a top-level directory of the system.`)
  }
  if (holds(target, bare(fold(home)))) return critical(`Removing ${path} would remove the home directory.`)
  return holds(target, bare(fold(root))) ? critical(`Removing ${path} would remove the whole project.`) : undefined
}

function holds(target: string, inner: string): boolean {
  return inner === target || inner.startsWith(`${target}/`)
}

/** Without a trailing slash; the top is empty. */
function bare(path: string): string {
  const slashed = path.startsWith('/') ? path : path.replaceAll('\\', '/')
  return slashed.endsWith('/') ? slashed.slice(0, -1) : slashed
}

function critical(why: string): Critical {
  return { category: CATEGORY, why }
}
