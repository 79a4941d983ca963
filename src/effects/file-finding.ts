/**
 * Part of reading calls: what the built-in checks hold against one path that is read or written.
 *
 * INVARIANT: a path whose names are not all known is held against whatever could fit it, and both forms of a path count,
 * as spelled and as the disk resolves it.
 */

import type { FileAccess, Finding } from '../engine/effect.ts'
import { WILD } from '../engine/match/segment.ts'
import type { Surroundings } from './context.ts'
import type { FileUse } from './file.ts'
import type { Found } from './paths/locate.ts'
import { patternFolders, patternRemoval } from './paths/critical.ts'
import { OWN_PROGRAM, PROGRAMS } from './paths/protected-list.ts'
import { isOwn } from './paths/protected.ts'
import type { Protected } from './paths/protected.ts'

type How = FileAccess['how']
type Reach = FileAccess['reach']

export function findingOf(use: FileUse, { path, real }: Found, context: Surroundings): Finding | undefined {
  const { type, certain, supposed, how, reach, glob, partial } = use
  // The file is searched for, and the path has no wildcard: only that name itself can be meant.
  if (glob && type === 'read' && !WILD.test(path)) return checkRead(path, real, 'exact', context)
  if (glob) {
    return (
      (type === 'write' && reach === 'tree' && !partial ? checkPatternTree(path, how, context) : undefined) ??
      checkPattern(type, path, context, how, reach) ??
      (real === path ? undefined : checkPattern(type, real, context, how, reach))
    )
  }
  return type === 'write'
    ? checkWrite(path, real, partial ? undefined : how, partial ? 'exact' : reach, context, certain || supposed)
    : checkRead(path, real, reach, context)
}

/** In a folder that is not known (`cd $X; echo y > .bashrc`), a name that is protected in every folder still is. */
export function findingAnywhere(use: FileUse, context: Surroundings): Finding | undefined {
  return checkPattern(use.type, `/*/${use.text}`, context)
}

/** Checks what any folder that fits the pattern could be, with everything in it. */
function checkPatternTree(pattern: string, how: How, context: Surroundings): Finding | undefined {
  const place = placeOf(context, 'tree')
  if (how === 'delete') {
    const found = patternRemoval(pattern, place)
    return found && { says: 'safety', code: 'critical-removal', why: found.why }
  }
  for (const folder of patternFolders(pattern, place)) {
    const finding = checkWrite(folder, folder, how, 'tree', context, false)
    if (finding !== undefined) return finding
  }
  return undefined
}

/** Checks what any name that fits the pattern could be. */
function checkPattern(
  type: 'read' | 'write',
  path: string,
  { protectedPaths, home }: Surroundings,
  how?: How,
  reach?: Reach,
): Finding | undefined {
  const found =
    type === 'write'
      ? protectedPaths.patternWrite(path, home)
      : protectedPaths.patternRead(path, home, reach === 'tree')
  if (found === undefined || mayGo(found, how)) return undefined
  if (type === 'read') return { says: 'ask', code: 'secret-read', why: found.why, nameable: true }
  return asProtected(found)
}

function asProtected({ category, why }: Protected): Finding {
  return { says: 'safety', code: isOwn(category) ? 'self-protection' : 'dangerous-path', why }
}

function checkWrite(
  path: string,
  real: string,
  how: How,
  reach: Reach,
  context: Surroundings,
  isSure: boolean,
): Finding | undefined {
  const { protectedPaths } = context
  const place = placeOf(context, reach)
  if (how === 'delete') {
    const critical = protectedPaths.criticalRemoval(path, real, place)
    if (critical !== undefined) return { says: 'safety', code: 'critical-removal', why: critical.why }
  }
  const found = protectedPaths.protectedWrite(path, real, place)
  if (found === undefined && how !== 'delete') {
    const own = checkOwnProgram(path, real, reach, context)
    if (own !== undefined) return own
  }
  // Unpacking or merging writes names that the command does not show: one of them may be a start-up file.
  if (found === undefined && reach === 'tree' && how === 'modify') return checkHome(path, real, context.home)
  // `ln -s /usr/bin/python3 x` creates a second name for a program; few programs write to it.
  if (found === undefined || mayGo(found, how)) return undefined
  if (found.category === PROGRAMS && how === 'modify' && !isSure) return undefined
  return asProtected(found)
}

function mayGo({ category }: Protected, how: How): boolean {
  return category === OWN_PROGRAM && how === 'delete'
}

const HOLDS_IT = /(?:^|\/)node_modules$/i

/**
 * Files are merged, under names that the command does not show, into the folder that holds Countersign's own program,
 * or replace a link to that folder. If the program is not in there, nothing is lost.
 */
function checkOwnProgram(path: string, real: string, reach: Reach, { fs }: Surroundings): Finding | undefined {
  if (!HOLDS_IT.test(path) && !HOLDS_IT.test(real)) return undefined
  if (reach !== 'tree' && fs.readlink(path) === undefined) return undefined
  if (fs.isThere?.(`${real}/countersign`) === false) return undefined
  const why = `Writes whatever it likes below ${path}, where the program of Countersign lies, which decides what agents may do`
  return { says: 'safety', code: 'self-protection', why }
}

function checkHome(path: string, real: string, home: string): Finding | undefined {
  if (!isAbove(path, home) && !isAbove(real, home)) return undefined
  const why = `Writes whatever it likes below ${path}, the start-up files and keys of your home with it`
  return { says: 'safety', code: 'dangerous-path', why }
}

function checkRead(path: string, real: string, reach: Reach, context: Surroundings): Finding | undefined {
  const secret = context.protectedPaths.secretRead(path, real, placeOf(context, reach))
  if (secret !== undefined) return { says: 'ask', code: 'secret-read', why: secret.why, nameable: true }
  if (reach !== 'tree' || !(isAbove(path, context.home) || isAbove(real, context.home))) return undefined
  return {
    says: 'ask',
    code: 'secret-read',
    why: `Reads everything below ${path}, your keys and credentials with it`,
    nameable: true,
  }
}

const SLASH = 0x2f

function isAbove(path: string, folder: string): boolean {
  return path === '/' || path === folder || (folder.startsWith(path) && folder.charCodeAt(path.length) === SLASH)
}

function placeOf(context: Surroundings, reach: Reach) {
  return { home: context.home, root: context.root, caseInsensitive: context.fs.caseInsensitive, tree: reach === 'tree' }
}

/**
 * Folders that are too much to allow with one click: the home, everything above it, and folders with protected files in
 * them.
 */
export function holdsSecrets(folder: string, context: Surroundings): boolean {
  if (folder === '' || isAbove(folder, context.home)) return true
  const { protectedPaths } = context
  const place = placeOf(context, 'tree')
  return (
    protectedPaths.secretRead(folder, folder, place) !== undefined ||
    protectedPaths.protectedWrite(folder, folder, place) !== undefined
  )
}
