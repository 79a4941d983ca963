/** Part of the store: what can go wrong with a store, in words a person can act on. */

/**
 * - `closed` used after `close()`
 * - `invalid` the caller gave something that cannot be kept: a bad address, a text with NUL, a time that is no number
 * - `duplicate` the id is taken
 * - `stale` an answer to something else than what was asked
 * - `driver` no SQLite in this runtime
 * - `unreachable` no such folder, no such server, no right to open it
 * - `read-only`, `full`, `corrupt` the file or the server's disk
 * - `newer` written by a newer version
 * - `busy` others held it for too long
 * - `failed` anything else
 */
export type StoreProblem =
  | 'closed'
  | 'invalid'
  | 'duplicate'
  | 'stale'
  | 'driver'
  | 'unreachable'
  | 'read-only'
  | 'full'
  | 'corrupt'
  | 'newer'
  | 'busy'
  | 'failed'

/** The only kind of error that a store throws. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreProblem

  constructor(code: StoreProblem, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

export const CLOSED = 'the store is closed'
