/**
 * Part of reading policy files: reads a file whole, even while others write it. Most programs empty a file and then
 * write it anew, or move it away first. Half a policy, or none, still parses; it just lacks the denials of the rest.
 *
 * INVARIANT: the text that is returned was in the file for a while, and still was after it was read. A file that never
 * comes to rest throws. Only plain files are read, whatever took their place a moment ago.
 */

import { closeSync, constants, fstatSync, futimesSync, openSync, readFileSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { dirname } from 'node:path'
import { isThere } from './root.ts'

/** Milliseconds between the two halves of a write; a generous estimate. */
const REST = 20
/**
 * The same for a file that is missing or empty, which is the state in which a file is found most often on a busy
 * machine.
 */
const LONG_REST = 200
const PAUSE = 4
const MOST_PAUSES = 60

const WAIT = new Int32Array(new SharedArrayBuffer(4))

/** Throws if it is not a plain file, or larger than `most` bytes. */
export function readAtRest(file: string, most: number): Buffer {
  for (let pauses = 0; pauses < MOST_PAUSES; pauses++) {
    const read = readIfAtRest(file, most)
    if (read !== undefined) return read
    pause()
  }
  throw new Error('it is being written all the time')
}

/**
 * Whether one of these missing files appeared after all. It waits only if something was added to or removed from their
 * folder a moment ago, and not if the folder itself is new. `busy`: a folder in which files come and go all the time.
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

/** A folder below a file, or one that may not be looked at, counts as one to which nothing comes. */
function statOf(folder: string): Stats | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/**
 * Marks a file that is written whole before it takes another's place as at rest, so that no reader has to wait for it.
 */
export function putToRest(descriptor: number): void {
  const now = Date.now()
  futimesSync(descriptor, now / 1000, (now - 2 * REST) / 1000)
}

function readIfAtRest(file: string, most: number): Buffer | undefined {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const before = fstatSync(descriptor)
    if (!before.isFile() || before.size > most) throw new Error('it is not a plain file, or too large')
    if (isFresh(before, before.size === 0 ? LONG_REST : REST)) return undefined
    const bytes = readFileSync(descriptor)
    return isSame(before, fstatSync(descriptor)) ? bytes : undefined
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Whether it changed a moment ago. A time further in the future comes from another clock, or from before the clock was
 * set back.
 */
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
