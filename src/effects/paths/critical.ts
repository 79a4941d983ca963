/** Part of the built-in checks: what must never be removed unless a person agrees. */

import { foldExact, foldLoose } from '../../engine/match/fold.ts'
import { compileMeeting, namesOf } from '../../engine/match/meet.ts'

/** The places with which a removal is compared. */
export interface Landmarks {
  readonly home: string
  readonly root: string
  readonly caseInsensitive?: boolean
}

interface Critical {
  readonly category: string
  readonly why: string
}

const CATEGORY = 'critical-path'

/**
 * Critical are the top of the file system, everything directly in it, the home directory, the project's root, and the
 * folders that contain them.
 */
export function criticalRemoval(path: string, real: string, around: Landmarks): Critical | undefined {
  return judge(path, around) ?? (real === path ? undefined : judge(real, around))
}

/**
 * The same for a pattern that the shell still expands, including everything below: the gravest that a fitting name
 * could be.
 */
export function patternRemoval(pattern: string, { home, root, caseInsensitive }: Landmarks): Critical | undefined {
  const mayHold = foldersIn(pattern, caseInsensitive)
  if (mayHold(home)) return critical(`Removing ${pattern} may remove the home directory.`)
  if (mayHold(root)) return critical(`Removing ${pattern} may remove the whole project.`)
  const top = pattern.startsWith('/') && namesOf(pattern).length === 1
  return top ? critical(`Removing ${pattern} may remove a top-level directory of the system.`) : undefined
}

const TOP = 'bin boot dev etc home lib lib64 opt root sbin usr var Applications Library System Users'.split(' ')

/** The folders of the system, and the home, that a fitting name may be or contain. */
export function patternFolders(pattern: string, { home, caseInsensitive }: Landmarks): readonly string[] {
  const mayHold = foldersIn(pattern, caseInsensitive)
  return [...TOP.map((name) => `/${name}`), home].filter(mayHold)
}

function foldersIn(pattern: string, caseInsensitive: boolean | undefined): (folder: string) => boolean {
  const fold = caseInsensitive === true || !pattern.startsWith('/') ? foldLoose : foldExact
  const meets = compileMeeting(fold(pattern))
  const depth = namesOf(pattern).length
  return (folder) => {
    const names = namesOf(fold(folder))
    return depth <= names.length && meets(names) > 0
  }
}

function judge(path: string, { home, root, caseInsensitive }: Landmarks): Critical | undefined {
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
