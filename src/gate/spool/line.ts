/**
 * Part of the spool: its lines. Each holds a record, names the line it was written after, and has a code that takes the key of the
 * audit to make.
 *
 * INVARIANT: without the key no line is changed, added or moved, or taken out before one that stays, without being found. That its end
 * was cut off, or all of it, is not found. What was begun and not finished is no line: nobody was answered by it.
 */

import { createHmac } from 'node:crypto'
import type { NewRecord } from '../../store/record.ts'
import type { OwnRule } from '../grants/book.ts'

export interface SpoolEntry {
  readonly record: NewRecord
  readonly uses?: Uses | undefined
}

/** The rules of a person's own files that a decision rests on, for whoever takes it in to count. */
export interface Uses {
  readonly project: string
  readonly agent: string | null
  readonly rules: readonly OwnRule[]
}

export interface SpoolRead {
  readonly entries: readonly SpoolEntry[]
  /** What is wrong with it, for a person. */
  readonly problems: readonly string[]
}

const FIRST = 'countersign spool 1'
/** Bytes of a spool that holds no record. */
export const EMPTY = 128
const CODE = /^[0-9a-f]{64}$/
const CODE_LENGTH = 64

/** What a spool begins with; `id` is a uuid. */
export function firstLine(id: string, key: Buffer): string {
  return `${signed(JSON.stringify([FIRST, id]), key).line}\n`
}

/** Each on a line of its own, whatever is before them: another may have been stopped in the middle of a line. */
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

/** Bytes at the end of a spool in which the code of its last line is found. */
export const TAIL = CODE_LENGTH + 1

/** The code of the last line; undefined when that was not finished. */
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
    // A finished line has an empty one behind it.
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
  const code = createHmac('sha256', key).update(said).digest('hex')
  return { line: `${said} ${code}`, code }
}
