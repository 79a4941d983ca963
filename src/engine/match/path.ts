/**
 * Part of matching: path rules against file accesses.
 *
 * INVARIANT: a permission needs the spelled and the real path to match, and for a tree all of it; a restriction needs
 * either, or a directory above either. Everything a permission matches, the same text matches as a restriction.
 */

import type { FileAccess } from '../effect.ts'
import type { Waiting } from '../trie/paths.ts'
import { expandBraces, spellingClasses } from './braces.ts'
import { foldCase, foldExact, foldLoose } from './fold.ts'
import type { Fold } from './fold.ts'
import { ABOVE, ALL_BELOW, CHILDREN, HERE, SOME_BELOW, compileSegments, tidySegments, withoutTail } from './glob.ts'
import type { Glob } from './glob.ts'
import type { Match } from './match.ts'
import { compileMeeting, namesOf } from './meet.ts'
import type { Meeting } from './meet.ts'
import { readSpecifier, tidySpecifier } from './path-specifier.ts'
import type { PathSpecifier } from './path-specifier.ts'
import { ANY, DEEP, matchSegment, segmentEnding } from './segment.ts'
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
  /** 1 if something below could match. */
  restricts(access: FileAccess): Match
  /**
   * It ends in a name, or has a hidden folder on the way: so it is about a file, not about everything in some folder.
   */
  readonly aboutFiles: boolean
  /**
   * It spells the file's own name or a hidden folder on the way, instead of covering the file along with everything
   * else.
   */
  names(access: FileAccess): boolean
  /** What is compared with a path, name by name from the top: one list for each place where the path may lie. */
  segments(as: 'permits' | 'restricts'): readonly (readonly Segment[])[]
  /** Where the rule is filed in an index, so that the paths it permits or restricts find it. */
  waits(as: 'permits' | 'restricts'): readonly Waiting[]
}

interface Folds {
  readonly narrow: Fold
  readonly wide: Fold
}

const TELL_CASE: Folds = { narrow: foldExact, wide: foldExact }
const IGNORE_CASE: Folds = { narrow: foldCase, wide: foldLoose }

/** How spellings of a path are joined. A restriction looks up both forms. */
export function foldsFor({ caseInsensitive, root }: Anchors): Folds {
  return caseInsensitive || !root.startsWith('/') ? IGNORE_CASE : TELL_CASE
}

/** Compiles a path specifier. Throws `PatternError`. */
export function compilePath(specifier: string, anchors: Anchors): PathPattern {
  return new PlacedPattern(specifier, anchors)
}

/** A class, because a policy may hold a hundred thousand of them. */
class PlacedPattern implements PathPattern {
  readonly #text: string
  readonly #anchors: Anchors
  readonly #folds: Folds
  readonly #read: readonly PathSpecifier[]
  // A rule is used either to permit or to restrict, so only that form is prepared.
  #permitted: readonly Placed[] | undefined = undefined
  #restricted: readonly Placed[] | undefined = undefined

  constructor(specifier: string, anchors: Anchors) {
    this.#text = tidySpecifier(specifier)
    this.#anchors = anchors
    this.#folds = foldsFor(anchors)
    this.#read = readings(this.#text, this.#folds.narrow)
    for (const one of this.#read) tidySegments(walkedFrom(one))
  }

  get aboutFiles(): boolean {
    return this.#read.some(({ names, rest }) => {
      const last = rest.at(-1) ?? names.at(-1) ?? DEEP
      return (last !== DEEP && last !== ANY) || names.concat(rest.filter(isName)).some(isHidden)
    })
  }

  names(access: FileAccess): boolean {
    const path = this.#folds.narrow(access.path).split('/')
    return this.#read.some(({ names, rest }) => spells([...names, ...rest], path))
  }

  permits(access: FileAccess): boolean {
    const { narrow } = this.#folds
    const places = this.#permittedPlaces()
    const wanted = access.reach === 'tree' ? ALL_BELOW : HERE
    if ((look(places, access.path, narrow) & wanted) === 0) return false
    return access.real === access.path || (look(places, access.real, narrow) & wanted) !== 0
  }

  restricts(access: FileAccess): Match {
    const { narrow, wide } = this.#folds
    const places = this.#restrictedPlaces()
    let found = look(places, access.path, wide, narrow)
    if (access.real !== access.path) found |= look(places, access.real, wide, narrow)
    if ((found & (HERE | ABOVE)) !== 0) return access.found === true ? 1 : 2
    if (access.glob === true && access.looked !== true) {
      // If a link stands before the wildcard, the files that are meant lie where it leads.
      const meetings = (access.real === access.path ? [access.path] : [access.path, access.real]).map((path) =>
        meetingOf(wide(path)),
      )
      const tree = access.reach === 'tree'
      for (const placed of places) {
        const meets = Math.max(...meetings.map((meeting) => meeting(segmentsOf(placed))))
        if (meets === 2 || (meets === 1 && tree && (access.type === 'write' || isSpelled(placed)))) return 1
      }
    }
    if (access.reach !== 'tree') return 0
    if ((found & CHILDREN) !== 0) return 2
    return (access.type === 'write' || access.found === true) && (found & SOME_BELOW) !== 0 ? 1 : 0
  }

  segments(as: 'permits' | 'restricts'): readonly (readonly Segment[])[] {
    return this.#places(as).map(segmentsOf)
  }

  waits(as: 'permits' | 'restricts'): readonly Waiting[] {
    return this.#places(as).map(waitingOf)
  }

  #places(as: 'permits' | 'restricts'): readonly Placed[] {
    return as === 'permits' ? this.#permittedPlaces() : this.#restrictedPlaces()
  }

  #permittedPlaces(): readonly Placed[] {
    const { narrow } = this.#folds
    this.#permitted ??= this.#read.flatMap((one) => place(one, permittedBases(one, this.#anchors), narrow))
    return this.#permitted
  }

  #restrictedPlaces(): readonly Placed[] {
    this.#restricted ??= this.#restrictedReadings().flatMap((one) => {
      const open = { ...one, rest: withoutTail(one.rest) }
      return place(open, restrictedBases(open, this.#anchors), this.#folds.wide)
    })
    return this.#restricted
  }

  /** Classes of letters are also read as names, since many projects have folders such as `app/[id]`. */
  #restrictedReadings(): readonly PathSpecifier[] {
    const { narrow, wide } = this.#folds
    const spelled = spellingClasses(this.#text)
    const read = isSame(this.#text, narrow, wide) ? this.#read : [...this.#read, ...readings(this.#text, wide)]
    return spelled === this.#text ? read : [...read, ...readings(spelled, wide)]
  }
}

function isSame(text: string, fold: Fold, other: Fold): boolean {
  return fold === other || fold(text) === other(text)
}

function isName(segment: Segment): segment is string {
  return typeof segment === 'string'
}

function isHidden(name: string): boolean {
  return name.startsWith('.')
}

function spells(segments: readonly Segment[], path: readonly string[]): boolean {
  const last = segments.at(-1)
  const name = path.at(-1) ?? ''
  if (last !== undefined && last !== DEEP && last !== ANY && matchSegment(last, name, 0, name.length)) return true
  return segments.some((segment) => isName(segment) && isHidden(segment) && path.includes(segment))
}

/** A specifier tied to one folder: `base` has no trailing slash, and is empty for the top. */
interface Placed {
  readonly base: string
  readonly rest: readonly Segment[]
  /** The rest, compiled when it is first compared with a path. */
  glob: Glob | undefined
  /** All of it as one list from the top; made when it is first compared with a pattern of the shell. */
  segments: readonly Segment[] | undefined
}

let lastMeeting: { readonly path: string; readonly meeting: Meeting } | undefined

/** Many rules are compared with the same path in turn, so the last one is kept. */
function meetingOf(path: string): Meeting {
  if (lastMeeting?.path !== path) lastMeeting = { path, meeting: compileMeeting(path) }
  return lastMeeting.meeting
}

/** It says where its files lie. Rules about files in any folder would match every search of a folder. */
function isSpelled({ rest }: Placed): boolean {
  return !rest.includes(DEEP)
}

function segmentsOf(placed: Placed): readonly Segment[] {
  placed.segments ??= [...namesOf(placed.base), ...placed.rest]
  return placed.segments
}

/** A path that matches must contain every fixed name of the rest, so the rule can be filed under one of them. */
function waitingOf({ base, rest }: Placed): Waiting {
  const name = rest.findLast((segment) => typeof segment === 'string')
  const closed = rest.filter((segment) => segment !== DEEP && segment !== ANY)
  const ending = name === undefined && closed.length > 0 ? segmentEnding(closed[0] as Segment) : undefined
  const last = rest.at(-1)
  const beyond = name === undefined || last === undefined || isName(last) ? undefined : (segmentEnding(last) ?? '')
  return { base, name, ending, beyond, deep: rest.includes(DEEP) }
}

function readings(text: string, fold: Fold): PathSpecifier[] {
  return expandBraces(fold(text)).map(readSpecifier)
}

function place(reading: PathSpecifier, bases: readonly string[], fold: Fold): Placed[] {
  const rest = walkedFrom(reading)
  const placed: Placed[] = []
  for (const base of bases.map(fold))
    if (!placed.some((other) => other.base === base)) placed.push({ base, rest, glob: undefined, segments: undefined })
  return placed
}

/** What is left to compare below the base. */
function walkedFrom({ from, names, rest }: PathSpecifier): readonly Segment[] {
  return from === 'depths' ? [DEEP, ...names, ...rest] : rest
}

function permittedBases(reading: PathSpecifier, anchors: Anchors): string[] {
  if (reading.from === 'anywhere') return ['']
  if (reading.from === 'top') return [climb('', reading)]
  const anchor = reading.from === 'home' ? anchors.home : anchors.root
  const real = anchors.realpath?.(anchor) ?? anchor
  const anchored = real === anchor ? [topless(anchor)] : [topless(anchor), topless(real)]
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

function climb(base: string, { up, names }: PathSpecifier): string {
  let from = base
  for (let left = up; left > 0; left--) from = from.slice(0, Math.max(0, from.lastIndexOf('/')))
  return names.length === 0 ? from : `${from}/${names.join('/')}`
}

/** What the places say about a path under one fold, and under a second one if that spells the path differently. */
function look(places: readonly Placed[], path: string, fold: Fold, second = fold): number {
  const folded = fold(path)
  const text = topless(folded)
  let found = 0
  for (const placed of places) found |= lookFrom(placed, text)
  if (second === fold || second(path) === folded) return found
  return found | look(places, path, second)
}

function lookFrom(placed: Placed, path: string): number {
  const { base } = placed
  if (path.length < base.length) return base.startsWith(path) && base.charCodeAt(path.length) === SLASH ? SOME_BELOW : 0
  if (!path.startsWith(base)) return 0
  if (path.length > base.length && path.charCodeAt(base.length) !== SLASH) return 0
  placed.glob ??= compileSegments(placed.rest)
  return placed.glob.walk(path, base.length)
}

const SLASH = 0x2f

/** Without a trailing slash, so that the top is empty, and with a leading one (`C:/x` becomes `/C:/x`). */
export function topless(path: string): string {
  if (path === '' || path === '/') return ''
  const led = path.charCodeAt(0) === SLASH ? path : `/${/^[A-Za-z]:\\/u.test(path) ? path.replaceAll('\\', '/') : path}`
  return led.charCodeAt(led.length - 1) === SLASH ? led.slice(0, -1) : led
}
