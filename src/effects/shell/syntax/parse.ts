/**
 * Part of reading shell commands: the strict parser, the authority on what a command line would run.
 *
 * INVARIANT: what it accepts, bash accepts, and every simple command bash would read is listed with its words. Everything
 * outside the subset described in README.md is refused with a reason; nothing is guessed.
 */

import { forbiddenAt } from './chars.ts'
import { readWhole } from './list.ts'
import { Draft, MAX_LENGTH, Reader, Refusal } from './reader.ts'
import type { Parsed } from './script.ts'

export type { Parsed } from './script.ts'

/**
 * Reads a command line or script as bash would. Never throws.
 *
 * @example parseShell('cat a | sort > b') // ok, two commands, the second with a redirection
 */
export function parseShell(source: string): Parsed {
  const draft = new Draft()
  try {
    refuseUnreadable(source)
    readWhole(new Reader(source, draft, undefined, 0))
    return { ok: true, script: draft }
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal('not readable', 0)
    return { ok: false, reason: refusal.reason, at: refusal.at, partial: [...draft.commands, ...draft.open] }
  }
}

function refuseUnreadable(source: string): void {
  if (source.length > MAX_LENGTH) throw new Refusal('too long', MAX_LENGTH)
  const forbidden = forbiddenAt(source)
  if (forbidden >= 0) throw new Refusal('control or invisible character', forbidden)
  // `bash -c '-x …'` takes the text for options
  if (source.startsWith('-') || source.startsWith('+')) throw new Refusal('starts with - or +', 0)
}
