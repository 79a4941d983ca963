/**
 * Part of the store: records as bytes, on their way to the thread that writes them. As texts they would be copied and
 * converted to bytes again for the message, for the hash and for the database.
 */

import type { NewRecord } from './record.ts'

export interface Packed {
  /**
   * Before each body there is room for what is hashed with it, so that the two mostly lie in one piece. After it there
   * is room for the hash, the kind and the session, so that the database takes all texts from here.
   */
  readonly bytes: Uint8Array
  /** The beginning and end of each body, in turn. */
  readonly bounds: Uint32Array
  readonly kinds: readonly string[]
  readonly ats: readonly number[]
  readonly sessions: readonly (string | null)[]
}

/** Room for brackets, commas, quotes, two numbers and a hash. */
const HEAD = 128
const HASH = 64
/** The most bytes that a UTF-16 code unit can take in UTF-8. */
const WIDEST = 3

/** `spare`: bytes that are used again if they are enough. */
export function pack(records: readonly NewRecord[], spare?: Uint8Array): Packed {
  let room = 0
  for (const { kind, session, body } of records)
    room += headRoom(kind, session) + body.length * WIDEST + tailRoom(kind, session)
  const bytes = spare !== undefined && spare.length >= room ? Buffer.from(spare.buffer) : Buffer.allocUnsafeSlow(room)
  const bounds = new Uint32Array(records.length * 2)
  const kinds: string[] = []
  const ats: number[] = []
  const sessions: (string | null)[] = []
  let free = 0
  for (const [index, { kind, at, session, body }] of records.entries()) {
    const start = free + headRoom(kind, session)
    const end = start + bytes.write(body, start)
    free = end + tailRoom(kind, session)
    bounds[index * 2] = start
    bounds[index * 2 + 1] = end
    kinds.push(kind)
    ats.push(at)
    sessions.push(session)
  }
  return { bytes, bounds, kinds, ats, sessions }
}

function headRoom(kind: string, session: string | null): number {
  return HEAD + kind.length + (session?.length ?? 0)
}

function tailRoom(kind: string, session: string | null): number {
  return HASH + (kind.length + (session?.length ?? 0)) * WIDEST
}
