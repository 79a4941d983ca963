/**
 * Part of reading shell commands: the strict parser, the authority on what a command line would run.
 *
 * INVARIANT: what it accepts, bash accepts, and every simple command bash would read is listed with its words. Everything
 * outside the subset described in README.md is refused with a reason; nothing is guessed.
 */

import { MINUS, PLUS, forbiddenAt } from './chars.ts'
import { readWhole } from './list.ts'
import { fillCodes } from './plain.ts'
import { Draft, MAX_GRAMMAR, MAX_LENGTH, Reader, Refusal } from './reader.ts'
import type { Parsed } from './script.ts'

export type { Parsed } from './script.ts'

/**
 * Reads a command line or script as bash would. Never throws.
 *
 * @example parseShell('cat a | sort > b') // ok, two commands, the second with a redirection
 */
export function parseShell(source: string): Parsed {
  const draft = new Draft(source)
  try {
    const plain = fillReadable(source)
    readWhole(new Reader(source, CODES, draft, undefined, 0))
    if (source.length - draft.verbatim > MAX_GRAMMAR) throw new Refusal(TOO_MUCH, MAX_GRAMMAR)
    return { ok: true, script: draft, plain }
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal('not readable', 0)
    return { ok: false, reason: refusal.reason, at: refusal.at }
  }
}

export const TOO_LONG = `longer than ${MAX_LENGTH} characters`
export const TOO_MUCH = `longer than ${MAX_GRAMMAR} characters, without the text of here-documents in which nothing is expanded`

/** For the text that is being parsed: there is never more than one, and making an array costs more than filling it. */
const CODES = new Uint16Array(MAX_LENGTH)

/** Copies the text into `CODES`, unless it has characters that no text may have; true if it is plain. */
function fillReadable(source: string): boolean {
  // Written like this so that it also refuses a value that is not a text and has no length.
  if (!(source.length <= MAX_LENGTH)) throw new Refusal(TOO_LONG, MAX_LENGTH)
  const plain = fillCodes(source, CODES)
  const forbidden = plain ? -1 : forbiddenAt(CODES, source.length)
  if (forbidden >= 0) throw new Refusal('control or invisible character', forbidden)
  // `bash -c '-x …'` takes the text for options
  if (source !== '' && (CODES[0] === MINUS || CODES[0] === PLUS))
    throw new Refusal('the line begins with - or +, which a shell may take for options', 0)
  return plain
}
