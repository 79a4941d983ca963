/**
 * Part of matching: path rules against file accesses.
 *
 * INVARIANT: a permission needs the spelled and the real path to match, and for a tree all of it; a restriction needs
 * either, or a directory above either. Everything a permission matches, the same text matches as a restriction.
 */

import type { FileAccess } from '../effect.ts'
import type { Waiting } from '../trie/paths.ts'
import { placeOf, topless } from '../trie/place.ts'
import { expandBraces, spellingClasses } from './braces.ts'
import { foldsFor } from './fold.ts'
import type { Fold, Folds } from './fold.ts'
import { ABOVE, ALL_BELOW, CHILDREN, HERE, SOME_BELOW, compileSegments, tidySegments, withoutTail } from './glob.ts'
import type { Glob } from './glob.ts'
import type { Match } from './match.ts'
import { namesOf } from './meet.ts'
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
    const places = this.#permittedPlaces()
    const wanted = access.reach === 'tree' ? ALL_BELOW : HERE
    if ((look(places, placeOf(access, this.#folds).text) & wanted) === 0) return false
    return access.real === access.path || (look(places, topless(this.#folds.narrow(access.real))) & wanted) !== 0
  }

  restricts(access: FileAccess): Match {
    const places = this.#restrictedPlaces()
    const place = placeOf(access, this.#folds)
    const { others } = place
    let found = look(places, place.text)
    for (const other of others) found |= look(places, other.text)
    if ((found & (HERE | ABOVE)) !== 0) return access.found === true ? 1 : 2
    if (access.glob === true && access.looked !== true) {
      const tree = access.reach === 'tree'
      for (const placed of places) {
        let meets = place.meeting(segmentsOf(placed))
        // If a link stands before the wildcard, the files that are meant lie where it leads.
        for (const other of others) meets = Math.max(meets, other.meeting(segmentsOf(placed))) as Match
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

/** What the places of the rule say about a path. */
function look(places: readonly Placed[], path: string): number {
  let found = 0
  for (const placed of places) found |= lookFrom(placed, path)
  return found
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
