/**
 * Part of the command catalogue: which files below a folder a search opens, by their names.
 *
 * INVARIANT: a file counts as left out only if it surely is.
 */

import { foldCase } from '../../engine/match/fold.ts'
import { mayStandFor, readShellSegment } from '../../engine/match/shell-segment.ts'
import type { Word } from '../../engine/effect.ts'
import { alternatives } from './filters.ts'
import type { FindTests } from './grammars/find-filter.ts'

/** How files are searched for, and what of them is told. */
export interface Searching {
  /** Something in them is shown: not only which they are, or how much is in them. */
  readonly shown: boolean
  /** A folder is no file: it is not listed, nor entered. */
  readonly filesOnly?: boolean
  /** A hidden name is like any other, and so is one that begins with a dash. */
  readonly searched?: boolean
  /** Hidden files and folders are left out. */
  readonly visible?: boolean
  /** Only files whose names fit one of these, hidden or not. */
  readonly typed?: readonly string[] | undefined
  /** What a `.gitignore` leaves out is left out. */
  readonly ignores?: boolean
  /** Links are gone through. */
  readonly follows?: boolean
  /** Names of folders that are not entered. */
  readonly skips?: readonly string[]
  /**
   * Only files that git tracks, all or those below the folder, among which these words choose. The last ones are paths; of
   * the others, one that fits no file is a revision.
   */
  readonly tracked?: { readonly words: readonly string[]; readonly paths: number; readonly below: boolean }
  /** What find asks of the files below its starting point. */
  readonly tests?: FindTests | undefined
  /** In the order in which they were given. */
  readonly choices?: readonly Choice[]
}

/** `--include=*.ts`, `--exclude=.env`; null if only running the line would tell. */
export interface Choice {
  readonly pattern: Word
  readonly opens: boolean
}

type Fits = (name: string) => boolean

/** A choice, ready to be compared with many names. */
interface Ready {
  readonly opens: boolean
  readonly mayFit: Fits
  readonly surelyFits: Fits
}

/** A pattern in which only the star has a meaning. */
const SIMPLE = /^[\w.*@+-]+$/
const NONE: readonly never[] = []
const MOST_CHOICES = 30
const ALWAYS: Fits = () => true
const NEVER: Fits = () => false
const types = new WeakMap<readonly string[], readonly Fits[]>()
const ready = new WeakMap<readonly Choice[], readonly Ready[]>()

/** As grep does, the last pattern that a name fits decides; if it fits none, the first one does. */
export function mayOpen(name: string, { choices = NONE, typed }: Searching): boolean {
  if (typed !== undefined && !isTyped(name, typed)) return false
  const last = lastFirst(choices)
  for (const { opens, mayFit, surelyFits } of last) if (opens ? mayFit(name) : surelyFits(name)) return opens
  return last.at(-1)?.opens !== true
}

/** Whether a pattern brings it back that would be left out as hidden or ignored. */
export function isBroughtBack(name: string, { choices = NONE }: Searching): boolean {
  return lastFirst(choices).some(({ opens, mayFit }) => opens && mayFit(name))
}

/** Whether it is of a type that is asked for: then it does not matter that it is hidden. */
export function isTyped(name: string, typed: readonly string[]): boolean {
  const fits = types.get(typed) ?? typed.map(mayFitFor)
  types.set(typed, fits)
  return fits.some((one) => one(name))
}

export function mayEnter(name: string, { skips = NONE }: Searching): boolean {
  return !skips.includes(name)
}

function lastFirst(choices: readonly Choice[]): readonly Ready[] {
  // With so many it is quicker to take it that none is left out.
  if (choices.length === 0 || choices.length > MOST_CHOICES) return NONE
  const known = ready.get(choices) ?? choices.map(readyFor).toReversed()
  ready.set(choices, known)
  return known
}

function readyFor({ pattern, opens }: Choice): Ready {
  if (pattern === null) return { opens, mayFit: ALWAYS, surelyFits: NEVER }
  return { opens, mayFit: mayFitFor(pattern), surelyFits: surelyFitsFor(pattern) }
}

function mayFitFor(pattern: string): Fits {
  if (pattern.includes('/')) return ALWAYS
  // grep takes braces as they are.
  const patterns = pattern.includes('{') ? [pattern, ...alternatives(pattern)] : [pattern]
  const readings = patterns.map((one) => readShellSegment(foldCase(one)))
  return (name) => readings.some((one) => mayStandFor(one, foldCase(name)))
}

function surelyFitsFor(pattern: string): Fits {
  if (!SIMPLE.test(pattern)) return NEVER
  const [begins = '', ends, ...others] = pattern.split('*')
  if (ends === undefined) return (name) => name === pattern
  if (others.length > 0) return NEVER
  return (name) => name.length >= pattern.length - 1 && name.startsWith(begins) && name.endsWith(ends)
}
