/**
 * Part of the server: what a hook's shell script says about itself. `nc` sends the payload from the script's own input
 * and nothing else, so the script first leaves a note beside the socket, which only one script at a time can do.
 *
 * INVARIANT: a note is taken once. It is sent back with the answer, so that a script notices if it got the answer to
 * another script's note.
 */

import { isUtf8 } from 'node:buffer'
import { closeSync, constants, lstatSync, openSync, readSync, rmSync, unlinkSync } from 'node:fs'

export interface Note {
  readonly bytes: Buffer
  /** The script's process. */
  readonly pid: number
  readonly agent: string
  readonly project: string
  /** How many milliseconds it waits for an answer, if that is less than usual. */
  readonly within: number | undefined
}

/** The longest path on Linux, and a line before it. */
const MOST = 4096 + 256
const ROOM = Buffer.alloc(MOST + 1)
const SHAPE = /^([1-9]\d{0,9}) ([a-z-]{1,64})(?: ([1-9]\d{0,2}))?\n(\/[^\0]*)$/

export function noteFile(socket: string): string {
  return `${socket}.note`
}

/** Undefined if there is no note, or a malformed one. */
export function takeNote(file: string): Note | undefined {
  const bytes = readOnce(file)
  if (bytes === undefined || bytes.length > MOST || !isUtf8(bytes)) return undefined
  const [, pid, agent, seconds, project] = SHAPE.exec(bytes.toString()) ?? []
  if (pid === undefined || agent === undefined || project === undefined) return undefined
  return { bytes, pid: Number(pid), agent, project, within: seconds === undefined ? undefined : Number(seconds) * 1000 }
}

/** Reads the file without waiting, whatever it is. */
function readOnce(file: string): Buffer | undefined {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const length = readSync(descriptor, ROOM)
      unlinkSync(file)
      return Buffer.from(ROOM.subarray(0, length))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return undefined
  }
}

/**
 * A script that was killed leaves its note, which blocks the socket. Never throws: if it cannot be removed now, that is
 * tried again.
 */
export function dropOldNote(file: string, olderThan: number): void {
  try {
    const left = lstatSync(file, { throwIfNoEntry: false })
    // A note with a future time was left before the clock was set back.
    if (left !== undefined && Math.abs(Date.now() - left.mtimeMs) > olderThan)
      rmSync(file, { recursive: true, force: true })
  } catch {
    return
  }
}
