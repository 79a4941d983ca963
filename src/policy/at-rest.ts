/**
 * Part of reading policy files: whole, while others write them. Most programs empty a file and then write it anew, or move it
 * away first; and half a policy, or none, reads well: it only lacks what the rest of it denies.
 *
 * INVARIANT: what is given back stood in the file for a while, and still did after it was read. A file that never comes to
 * rest throws. Nothing but a plain file is read, whatever took its place a moment ago.
 */

import { closeSync, constants, fstatSync, futimesSync, openSync, readFileSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { dirname } from 'node:path'
import { isThere } from './root.ts'

/** Milliseconds between the two halves of a write, generously. */
const REST = 20
/** The same where nothing stands any more or not yet, which is how a file is found most often, on a machine that is busy. */
const LONG_REST = 200
const PAUSE = 4
const MOST_PAUSES = 60

const WAIT = new Int32Array(new SharedArrayBuffer(4))

/** Throws for what is no plain file, or larger than `most` bytes. */
export function readAtRest(file: string, most: number): Buffer {
  for (let pauses = 0; pauses < MOST_PAUSES; pauses++) {
    const read = readIfAtRest(file, most)
    if (read !== undefined) return read
    pause()
  }
  throw new Error('it is being written all the time')
}

/**
 * Whether one of these files, none of which is there, came after all: it is waited for when something came or went in their
 * folder only now; not in a folder that was only just made. `busy`: one in which other things come and go all the time.
 */
export function cameLate(forms: readonly string[], busy: boolean): boolean {
  const folder = dirname(forms[0] ?? '')
  const rest = busy ? REST : LONG_REST
  for (let waited = 0; waited < rest; waited += PAUSE) {
    const stat = statOf(folder)
    if (!isFresh(stat, rest) || isNew(stat, rest)) return waited > 0 && forms.some(isThere)
    if (forms.some(isThere)) return true
    pause()
  }
  return forms.some(isThere)
}

/** Nothing comes to a folder that lies below a file, or that one may not look at. */
function statOf(folder: string): Stats | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** What is written whole before it takes a file's place is at rest from its first moment: nobody need wait for it. */
export function putToRest(descriptor: number): void {
  const now = Date.now()
  futimesSync(descriptor, now / 1000, (now - 2 * REST) / 1000)
}

function readIfAtRest(file: string, most: number): Buffer | undefined {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const before = fstatSync(descriptor)
    if (!before.isFile() || before.size > most) throw new Error('it is no plain file, or too large')
    if (isFresh(before, before.size === 0 ? LONG_REST : REST)) return undefined
    const bytes = readFileSync(descriptor)
    return isSame(before, fstatSync(descriptor)) ? bytes : undefined
  } finally {
    closeSync(descriptor)
  }
}

/** Further ahead than the clock it was written by another clock, or before this one was set back. */
function isFresh(stat: Stats | undefined, rest: number): boolean {
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) < rest
}

function isNew(stat: Stats | undefined, rest: number): boolean {
  return stat !== undefined && stat.mtimeMs - stat.birthtimeMs < rest
}

function pause(): void {
  Atomics.wait(WAIT, 0, 0, PAUSE)
}

function isSame(a: Stats, b: Stats): boolean {
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size
}
