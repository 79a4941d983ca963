/**
 * Part of the command catalogue: which files below a folder a search opens, by their names.
 *
 * INVARIANT: a file counts as left out only if it surely is.
 */

import { foldCase } from '../../engine/match/fold.ts'
import { mayStandFor, readShellSegment } from '../../engine/match/shell-segment.ts'
import type { Word } from '../../engine/effect.ts'
import { alternatives } from './filters.ts'

/** How files are searched for, and what of them is told. */
export interface Searching {
  /** Something in them is shown: not only which they are, or how much is in them. */
  readonly shown: boolean
  /** A folder is no file: it is not listed, nor entered. */
  readonly filesOnly?: boolean
  /** A hidden name is like any other, and so is one that begins with a dash. */
  readonly searched?: boolean
  /** Hidden files and folders are left out. */
  readonly visible?: true
  /** What a `.gitignore` leaves out is left out. */
  readonly ignores?: true
  /** Names of folders that are not entered. */
  readonly skips?: readonly string[]
  /**
   * Only files that git tracks, all or those below the folder, among which these words choose. A word that fits none of
   * them is a revision.
   */
  readonly tracked?: { readonly words: readonly string[]; readonly below: boolean }
  /** In the order in which they were given. */
  readonly choices?: readonly Choice[]
}

/** `--include=*.ts`, `--exclude=.env`; null if only running the line would tell. */
export interface Choice {
  readonly pattern: Word
  readonly opens: boolean
}

/** A pattern in which only the star has a meaning. */
const SIMPLE = /^[\w.*@+-]+$/
const NONE: readonly never[] = []

/** As grep does, the last pattern that a name fits decides; if it fits none, the first one does. */
export function mayOpen(name: string, { choices = NONE }: Searching): boolean {
  for (const { pattern, opens } of choices.toReversed())
    if (opens ? pattern === null || mayFit(pattern, name) : pattern !== null && surelyFits(pattern, name)) return opens
  return choices[0]?.opens !== true
}

/** Whether a pattern brings it back that would be left out as hidden or ignored. */
export function isBroughtBack(name: string, { choices = NONE }: Searching): boolean {
  return choices.some(({ pattern, opens }) => opens && (pattern === null || mayFit(pattern, name)))
}

export function mayEnter(name: string, { skips = NONE }: Searching): boolean {
  return !skips.includes(name)
}

function mayFit(pattern: string, name: string): boolean {
  if (pattern.includes('/')) return true
  // grep takes braces as they are.
  const patterns = pattern.includes('{') ? [pattern, ...alternatives(pattern)] : [pattern]
  return patterns.some((one) => mayStandFor(readShellSegment(foldCase(one)), foldCase(name)))
}

function surelyFits(pattern: string, name: string): boolean {
  if (!SIMPLE.test(pattern)) return false
  const parts = pattern.split('*')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (parts.length === 1) return name === pattern
  return parts.length === 2 && name.length >= pattern.length - 1 && name.startsWith(first) && name.endsWith(last)
}
