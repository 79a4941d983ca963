/**
 * Part of the audit: one look at a text, before anything that costs more. Most texts hold no secret and need no escape.
 *
 * INVARIANT: a text is called free of secrets only when none of the words is in it without which no pattern of `secrets.ts`,
 * no secret name and no program that takes secrets can be found. Linear: one step for each character.
 */

import { ASCII, automatonOf } from './automaton.ts'
import type { Automaton } from './automaton.ts'
import { NAME_STEMS, NAME_TAILS, SECRET_OPTIONS, SECRET_PATTERNS } from './secrets.ts'

export const MAY_HOLD_SECRET = 1
const NEEDS_ESCAPE = 2

let automaton: Automaton | undefined
/** A process that decides one call has fewer texts than this: to look closely at them costs less than building the automaton. */
const FEW = 64
let met = 0

/** What a text may need, as bits. */
export function scanText(text: string): number {
  if (automaton === undefined && met++ < FEW) return FOUND
  automaton ??= automatonOf([new Set(NAME_TAILS), words()])
  const { next, first } = automaton
  // A tail of a name counts only where no letter follows, every other word wherever it stands.
  const [ended = 0, found = 0] = first
  let bits = 0
  let state = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (state >= ended && !isLetter(code)) return FOUND
    if (code >= ASCII) {
      bits |= NEEDS_ESCAPE
      state = 0
      continue
    }
    if (code < 0x20 || code === 0x22 || code === 0x5c || code === 0x7f) bits |= NEEDS_ESCAPE
    state = next[state * ASCII + code] as number
    if (state >= found) return FOUND
  }
  return bits
}

const FOUND = MAY_HOLD_SECRET | NEEDS_ESCAPE

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

/** In lower case. */
function words(): ReadonlySet<string> {
  const hints = SECRET_PATTERNS.flatMap(({ hint }) => beginnings(hint))
  return new Set([...hints, ...NAME_STEMS, ...SECRET_OPTIONS.keys()].map((word) => word.toLowerCase()))
}

const PIECE = /\[([a-z]+)\]|\(\?:([a-z|]+)\)|\\([^a-z])|([^[(\\])/y

/** What every text that a hint finds has: the hint itself, up to where it leaves open what comes. */
function beginnings(hint: string): string[] {
  let made = ['']
  PIECE.lastIndex = 0
  for (let piece = PIECE.exec(hint); piece !== null; piece = PIECE.exec(hint)) {
    const [, set, group, escaped, plain = ''] = piece
    const choices = set?.split('') ?? group?.split('|') ?? [escaped ?? plain]
    made = made.flatMap((start) => choices.map((choice) => start + choice))
  }
  return made
}
