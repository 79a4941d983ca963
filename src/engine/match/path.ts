/**
 * Part of matching: path rules against file accesses.
 *
 * INVARIANT: a permission needs the spelled and the real path to match, and for a tree all of it; a restriction needs
 * either, or a directory above either. Everything a permission matches, the same text matches as a restriction.
 */

import type { FileAccess } from '../effect.ts'
import { expandBraces } from './braces.ts'
import { foldCase, foldExact, foldLoose } from './fold.ts'
import type { Fold } from './fold.ts'
import { ABOVE, ALL_BELOW, CHILDREN, HERE, SOME_BELOW, compileSegments } from './glob.ts'
import type { Glob } from './glob.ts'
import { mayMeet } from './meet.ts'
import { readSpecifier, tidySpecifier } from './path-specifier.ts'
import type { PathSpecifier } from './path-specifier.ts'
import { ANY, DEEP, matchSegment } from './segment.ts'
import type { Segment } from './segment.ts'

/** Where specifiers start from: absolute paths with `/` (or drive paths, which are always compared without case). */
export interface Anchors {
  readonly root: string
  readonly home: string
  readonly caseInsensitive: boolean
  /**
   * The real path of a directory, asked while compiling. Permissions use it for `root` and `home` only, since an agent
   * could turn anything below them into a link; restrictions use it for all of a specifier's fixed part.
   */
  readonly realpath?: (path: string) => string
}

export interface PathPattern {
  permits(access: FileAccess): boolean
  /** 0 no, 1 something below could match, 2 for certain. */
  restricts(access: FileAccess): 0 | 1 | 2
  /** It spells the file's own name or a hidden folder on the way, and does not cover it along with everything else. */
  names(access: FileAccess): boolean
}

/** Compiles a path specifier. Throws `PatternError`. */
export function compilePath(specifier: string, anchors: Anchors): PathPattern {
  const text = tidySpecifier(specifier)
  const ignoreCase = anchors.caseInsensitive || !anchors.root.startsWith('/')
  const narrow = ignoreCase ? foldCase : foldExact
  const wide = ignoreCase ? foldLoose : foldExact
  const permitting = readings(text, narrow).flatMap((reading) =>
    place(reading, permittedBases(reading, anchors), narrow),
  )
  const restricting = readings(text, wide).flatMap((reading) => {
    const open = { ...reading, rest: withoutTail(reading.rest) }
    return place(open, restrictedBases(open, anchors), wide)
  })
  const spelled = readings(text, narrow).map(({ names, rest }): readonly Segment[] => [...names, ...rest])
  return {
    names(access) {
      const path = narrow(access.path).split('/')
      return spelled.some((segments) => spells(segments, path))
    },
    permits(access) {
      const wanted = access.reach === 'tree' ? ALL_BELOW : HERE
      if ((look(permitting, access.path, narrow) & wanted) === 0) return false
      return access.real === access.path || (look(permitting, access.real, narrow) & wanted) !== 0
    },
    restricts(access) {
      let found = look(restricting, access.path, wide, narrow)
      if (access.real !== access.path) found |= look(restricting, access.real, wide, narrow)
      if ((found & (HERE | ABOVE)) !== 0) return 2
      if (access.glob === true) {
        const meets = Math.max(0, ...restricting.map((placed) => mayMeet(placed.segments, wide(access.path))))
        if (meets === 2 || (meets === 1 && access.reach === 'tree' && access.type === 'write')) return 1
      }
      if (access.reach !== 'tree') return 0
      if ((found & CHILDREN) !== 0) return 2
      return access.type === 'write' && (found & SOME_BELOW) !== 0 ? 1 : 0
    },
  }
}

function spells(segments: readonly Segment[], path: readonly string[]): boolean {
  const last = segments.at(-1)
  const name = path.at(-1) ?? ''
  if (last !== undefined && last !== DEEP && last !== ANY && matchSegment(last, name, 0, name.length)) return true
  return segments.some((segment) => typeof segment === 'string' && segment.startsWith('.') && path.includes(segment))
}

/** A specifier tied to one directory: `base` has no trailing slash and is empty for the top. */
interface Placed {
  readonly base: string
  readonly glob: Glob
  /** Both as one list from the top, to be held against a pattern of the shell's. */
  readonly segments: readonly Segment[]
}

function readings(text: string, fold: Fold): PathSpecifier[] {
  return expandBraces(fold(text)).map(readSpecifier)
}

function place(reading: PathSpecifier, bases: readonly string[], fold: Fold): Placed[] {
  const deep = reading.from === 'depths'
  const rest: readonly Segment[] = deep ? [DEEP, ...reading.names, ...reading.rest] : reading.rest
  const glob = compileSegments(rest)
  return [...new Set(bases.map(fold))].map((base) => {
    const segments = [...base.split('/').filter((name) => name !== ''), ...rest]
    return { base, glob, segments }
  })
}

function permittedBases(reading: PathSpecifier, anchors: Anchors): string[] {
  if (reading.from === 'anywhere') return ['']
  if (reading.from === 'top') return [climb('', reading)]
  const anchor = reading.from === 'home' ? anchors.home : anchors.root
  const anchored = [anchor, anchors.realpath?.(anchor) ?? anchor].map(topless)
  return reading.from === 'depths' ? anchored : anchored.map((base) => climb(base, reading))
}

function restrictedBases(reading: PathSpecifier, anchors: Anchors): string[] {
  if (reading.from === 'anywhere' || reading.from === 'depths') return ['']
  const spelled = permittedBases(reading, anchors)
  const realpath = anchors.realpath
  return realpath === undefined
    ? spelled
    : [...spelled, ...spelled.map((base) => topless(realpath(base === '' ? '/' : base)))]
}

/** `secrets/**` restricts `secrets` itself too: whatever is above a match already counts, so the tail can go. */
function withoutTail(rest: readonly Segment[]): readonly Segment[] {
  const last = rest.findLastIndex((segment) => segment !== DEEP)
  return rest.slice(0, last + 1)
}

function climb(base: string, { up, names }: PathSpecifier): string {
  let from = base
  for (let left = up; left > 0; left--) from = from.slice(0, Math.max(0, from.lastIndexOf('/')))
  return names.length === 0 ? from : `${from}/${names.join('/')}`
}

/** What the places say of a path under one fold, and under a second where that spells it differently. */
function look(places: readonly Placed[], path: string, fold: Fold, second = fold): number {
  const folded = fold(path)
  const text = topless(folded)
  let found = 0
  for (const placed of places) found |= lookFrom(placed, text)
  if (second === fold || second(path) === folded) return found
  return found | look(places, path, second)
}

function lookFrom({ base, glob }: Placed, path: string): number {
  if (path.length < base.length) return base.startsWith(path) && base.charCodeAt(path.length) === SLASH ? SOME_BELOW : 0
  if (!path.startsWith(base)) return 0
  return path.length === base.length || path.charCodeAt(base.length) === SLASH ? glob.walk(path, base.length) : 0
}

const SLASH = 0x2f

/** Without a trailing slash, so that the top is empty, and with a leading one (`C:/x` becomes `/C:/x`). */
function topless(path: string): string {
  if (path === '' || path === '/') return ''
  const slashed = path.includes('\\') && /^[A-Za-z]:\\/u.test(path) ? path.replaceAll('\\', '/') : path
  const led = slashed.charCodeAt(0) === SLASH ? slashed : `/${slashed}`
  return led.charCodeAt(led.length - 1) === SLASH ? led.slice(0, -1) : led
}
