/**
 * Part of the store: converts values into columns and back.
 *
 * INVARIANT: what is read back equals what was written, on every database. Texts that some driver would cut or change
 * (NUL, lone surrogates) are refused: a session id cut at a NUL would be another session's.
 */

import { messageOf } from '../engine/thrown.ts'
import { StoreError } from './error.ts'

/** Longer texts are not ids; the limit keeps ids inside every database's index. */
const LONGEST_KEY = 1024

/**
 * Exists in every supported Node, though not in the types we compile with. Records are long, and it is much quicker
 * than a search.
 */
type Text = string & { isWellFormed(): boolean }

/** True for a text that every database gives back unchanged. */
export function storable(text: string): boolean {
  return typeof text === 'string' && (text as Text).isWellFormed() && !text.includes('\0')
}

export function plainText(text: string, what: string): string {
  if (storable(text)) return text
  throw new StoreError('invalid', `${what} must be a text without NUL and without halves of characters`)
}

export function plainTextOrNull(text: string | null | undefined, what: string): string | null {
  return text === null || text === undefined ? null : plainText(text, what)
}

/** True for an id or a name, by which rows are found. */
export function isKey(text: string): boolean {
  return storable(text) && text.length > 0 && text.length <= LONGEST_KEY
}

export function keyText(text: string, what: string): string {
  if (isKey(plainText(text, what))) return text
  throw new StoreError('invalid', `${what} must be 1 to ${LONGEST_KEY} characters long`)
}

export function whole(value: number, what: string): number {
  if (Number.isSafeInteger(value)) return value
  throw new StoreError('invalid', `${what} must be a whole number, not ${String(value)}`)
}

export function wholeOrNull(value: number | null | undefined, what: string): number | null {
  return value === null || value === undefined ? null : whole(value, what)
}

export function toJson(value: unknown, what: string): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (error) {
    throw new StoreError('invalid', `${what} cannot be written as JSON: ${messageOf(error)}`, error)
  }
  if (text === undefined) throw new StoreError('invalid', `${what} is missing`)
  return text
}

/** Rows are trusted to have our shape, but not to be valid JSON still. */
export function fromJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StoreError('corrupt', `${what} is damaged in the store: ${messageOf(error)}`, error)
  }
}
