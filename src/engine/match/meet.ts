/**
 * Part of matching: could a path pattern of a rule and a pattern that the shell still expands name the same file?
 *
 * INVARIANT: the answer is no only if no file name satisfies both; what is not compared exactly (classes of letters)
 * counts as a match.
 */

import { DEEP, STAR, segmentEnding, tokenAt, tokenCount } from './segment.ts'
import type { Segment } from './segment.ts'
import { compileShellSegment, readShellSegment } from './shell-segment.ts'

/** 0: never. 1: something below could. 2: the path itself or a folder above it could. */
export type Meeting = (pattern: readonly Segment[]) => 0 | 1 | 2

/** A path with wildcards of the shell, ready to be compared with the patterns of rules. */
export function compileMeeting(path: string): Meeting {
  const texts = namesOf(path)
  const readings = texts.map(readShellSegment)
  return (pattern) => {
    let live = reached(pattern, [], 0)
    for (let depth = 0; depth < texts.length; depth++) {
      if (live.at(-1) === pattern.length) return 2
      const text = texts[depth] as string
      const globs = readings[depth] as readonly Segment[]
      // The rule names a file, so a wildcard that is followed by further names cannot stand for it.
      const isFolder = depth < texts.length - 1 && isAnyName(text) && namesFile(pattern)
      const most = isFolder ? pattern.length - 1 : pattern.length
      let next: number[] = []
      for (const at of live) {
        const segment = pattern[at] as Segment
        if (globs[0] === DEEP) next = below(pattern, next, at, most)
        else if (segment === DEEP) next = reached(pattern, next, at)
        else if (at < most && globs.some((glob) => segmentsMeet(segment, glob, text)))
          next = reached(pattern, next, at + 1)
      }
      if (next.length === 0) return 0
      live = next
    }
    return live.at(-1) === pattern.length ? 2 : 1
  }
}

/** Whether one of the path's names may be this one: a quick test before the path itself is compared with a pattern. */
export function compileNames(path: string): (name: Segment) => boolean {
  const globs: Named[] = []
  const plain = new Set<string>()
  const wild: Named[] = []
  let signs = 0
  for (const text of namesOf(path)) {
    const glob = compileShellSegment(text)
    if (typeof glob === 'symbol') return () => true
    globs.push(glob)
    if (typeof glob === 'object') wild.push(glob)
    else {
      plain.add(glob)
      signs |= signOf(glob)
    }
  }
  return (name) => {
    if (typeof name === 'symbol') return true
    if (typeof name === 'object') return globs.some((glob) => !differAtAnEnd(name, glob))
    if ((signs & signOf(name)) !== 0 && plain.has(name)) return true
    return wild.some((glob) => !differAtAnEnd(name, glob))
  }
}

/** A bit that depends on the name, so that most different names are told apart without a look into the set. */
function signOf(name: string): number {
  const { length } = name
  return 1 << (length + 7 * name.charCodeAt(0) + 3 * name.charCodeAt(length - 1))
}

export function namesOf(path: string): readonly string[] {
  return path.split('/').filter((name) => name !== '')
}

/** The name spells no ending, and nothing behind its last wildcard. */
function isAnyName(text: string): boolean {
  return text.endsWith('*') && !text.includes('.') && !text.includes('[')
}

/** Endings that folders do not have. A folder may be called `highlight.js`, so `.js` is not among them. */
const OF_FILES: ReadonlySet<string> = new Set(
  `pem key crt cer csr p12 pfx jks keystore ppk asc gpg kdbx env tfstate tfvars txt md json jsonc yaml yml toml ini cfg csv sql sqlite`
    .split(' ')
    .map((ending) => `.${ending}`),
)

function namesFile(pattern: readonly Segment[]): boolean {
  const last = pattern.at(-1)
  if (last === undefined) return false
  const ending = typeof last === 'string' ? last.slice(last.lastIndexOf('.')) : segmentEnding(last)
  return ending !== undefined && OF_FILES.has(ending)
}

/** Adds a position, in ascending order, and those after it that can be reached because a `**` may stand for nothing. */
function reached(pattern: readonly Segment[], live: number[], from: number): number[] {
  for (let at = from; ; at++) {
    if (live.length === 0 || (live.at(-1) as number) < at) live.push(at)
    if (pattern[at] !== DEEP) return live
  }
}

/**
 * For a `**` of the shell: in zsh, and in bash with `globstar`, it means folders at any depth, but none that begins
 * with a dot.
 */
function below(pattern: readonly Segment[], live: number[], from: number, most: number): number[] {
  let found = live
  for (let at = from; at <= most; at++) {
    found = reached(pattern, found, at)
    if (pattern[at] !== DEEP && isHidden(pattern[at])) break
  }
  return found
}

const DOT = 0x2e

/** Whether the segment only matches names that begin with a dot. */
export function isHidden(segment: Segment | undefined): boolean {
  return (typeof segment === 'string' || typeof segment === 'object') && tokenAt(segment, 0) === DOT
}

function segmentsMeet(rule: Segment, glob: Segment, text: string): boolean {
  // A wildcard of the shell does not match a leading dot.
  if (isHidden(rule) && (text.startsWith('*') || text.startsWith('?') || text.startsWith('['))) return false
  if (typeof rule === 'symbol' || typeof glob === 'symbol') return true
  if (typeof rule === 'string' && typeof glob === 'string') return rule === glob
  return !differAtAnEnd(rule, glob) && mayBeTheSame(rule, glob)
}

type Named = Exclude<Segment, symbol>

/** Whether they cannot meet because they differ before the first wildcard or after the last. Most differ there. */
function differAtAnEnd(a: Named, b: Named): boolean {
  const lengthA = tokenCount(a)
  const lengthB = tokenCount(b)
  const common = Math.min(lengthA, lengthB)
  for (let at = 0; at < common; at++) {
    const left = tokenAt(a, at)
    const right = tokenAt(b, at)
    if (left === STAR || right === STAR || isHalved(left, right)) break
    if (left >= 0 && right >= 0 && left !== right) return true
  }
  for (let at = 1; at <= common; at++) {
    const left = tokenAt(a, lengthA - at)
    const right = tokenAt(b, lengthB - at)
    if (left === STAR || right === STAR || isHalved(left, right)) break
    if (left >= 0 && right >= 0 && left !== right) return true
  }
  return false
}

/** Whether a wildcard stands beside half of a surrogate pair, in which case it stands for both halves. */
function isHalved(left: number, right: number): boolean {
  return (left < 0 && isHalf(right)) || (right < 0 && isHalf(left))
}

function isHalf(code: number): boolean {
  return code >> 11 === 0x1b
}

function mayBeTheSame(a: Named, b: Named): boolean {
  const count = tokenCount(b)
  // row[j]: can the first i tokens of a and the first j of b stand for the same text?
  let row = [true]
  for (let j = 0; j < count; j++) row.push(row[j] === true && tokenAt(b, j) === STAR)
  for (let i = 0; i < tokenCount(a); i++) {
    const left = tokenAt(a, i)
    const next = [left === STAR && row[0] === true]
    for (let j = 0; j < count; j++) {
      const right = tokenAt(b, j)
      const skipLeft = left === STAR && row[j + 1] === true
      const skipRight = right === STAR && next[j] === true
      const extend =
        ((left === STAR || (left < 0 && isHalf(right))) && next[j] === true) ||
        ((right === STAR || (right < 0 && isHalf(left))) && row[j + 1] === true)
      const both = row[j] === true && (left < 0 || right < 0 || left === right)
      next.push(skipLeft || skipRight || extend || both)
    }
    row = next
  }
  return row.at(-1) === true
}
