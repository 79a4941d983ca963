/**
 * Part of the spool: its lines. Each holds a record, names the line it was written after, and ends with a code that can
 * only be made with the key of the audit.
 *
 * INVARIANT: without the key, changing, adding or moving a line, or removing one that is followed by another, is
 * detected. Cutting off the end, or removing everything, is not. An unfinished line does not count, since no call was
 * answered by it.
 */

import type { NewRecord } from '../../store/record.ts'
import type { OwnRule } from '../grants/book.ts'
import { hmacSha256 } from '../sha256.ts'

export interface SpoolEntry {
  readonly record: NewRecord
  readonly uses?: Uses | undefined
}

/** The rules from a person's own files that a decision rests on; the process that takes the record in counts them. */
export interface Uses {
  readonly project: string
  readonly agent: string | null
  readonly rules: readonly OwnRule[]
}

export interface SpoolRead {
  readonly entries: readonly SpoolEntry[]
  /** What is wrong with the spool, for a person. */
  readonly problems: readonly string[]
}

const FIRST = 'countersign spool 1'
/** The size in bytes of a spool that holds no record. */
export const EMPTY = 128
const CODE = /^[0-9a-f]{64}$/
const CODE_LENGTH = 64

/** The first line of a spool; `id` is a uuid. */
export function firstLine(id: string, key: Buffer): string {
  return `${signed(JSON.stringify([FIRST, id]), key).line}\n`
}

/**
 * Each record on a line of its own, whatever is before it: another process may have been stopped in the middle of a
 * line.
 */
export function linesOf(entries: readonly SpoolEntry[], after: string, key: Buffer): string {
  let last = after
  let text = ''
  for (const { record, uses } of entries) {
    const { line, code } = signed(JSON.stringify(uses === undefined ? [last, record] : [last, record, uses]), key)
    text += `\n${line}\n`
    last = code
  }
  return text
}

/** How many bytes at the end of a spool are needed to find the code of its last line. */
export const TAIL = CODE_LENGTH + 1

/** The code of the last line; undefined if that line is unfinished. */
export function lastCode(tail: string): string | undefined {
  const code = tail.slice(0, -1)
  return tail.endsWith('\n') && CODE.test(code) ? code : undefined
}

export function readSpool(text: string, key: Buffer): SpoolRead {
  const entries: SpoolEntry[] = []
  const problems: string[] = []
  const codes = new Set<string>()
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    // A finished line is followed by an empty one.
    if (line === '' || lines[index + 1] !== '') continue
    const code = line.slice(-CODE_LENGTH)
    const said = line.slice(0, -CODE_LENGTH - 1)
    if (signed(said, key).line !== line) {
      problems.push(`line ${index + 1} is not as it was written`)
      continue
    }
    const [after, record, uses] = JSON.parse(said) as [string, NewRecord, Uses | undefined]
    const isFirst = after === FIRST && codes.size === 0
    if (!isFirst && !codes.has(after)) problems.push(`what was before line ${index + 1} is gone`)
    if (after !== FIRST) entries.push(uses === undefined ? { record } : { record, uses })
    codes.add(code)
  }
  if (codes.size === 0 && problems.length === 0) problems.push('all that was in it is gone')
  return { entries, problems }
}

function signed(said: string, key: Buffer): { readonly line: string; readonly code: string } {
  const code = hmacSha256(key, Buffer.from(said)).toString('hex')
  return { line: `${said} ${code}`, code }
}
