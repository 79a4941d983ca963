/**
 * Part of the audit: a quick look at a text, before anything that costs more. Most texts hold no secret and need no
 * escape.
 *
 * INVARIANT: a text is called free of secrets only if it contains none of the words that every pattern of `secrets.ts`,
 * every secret name and every program with secret options requires. Linear: one step for each character.
 */

import { ASCII, automatonOf } from './automaton.ts'
import type { Automaton } from './automaton.ts'
import { NAME_STEMS, NAME_TAILS, SECRET_OPTIONS, SECRET_PATTERNS } from './secrets.ts'

export const MAY_HOLD_SECRET = 1
const NEEDS_ESCAPE = 2

let automaton: Automaton | undefined
/**
 * A process that decides a single call has fewer texts than this: checking them thoroughly costs less than building the
 * automaton.
 */
const FEW = 64
let met = 0

/** What further treatment a text may need, as bits. */
export function scanText(text: string): number {
  if (automaton === undefined && met++ < FEW) return FOUND
  automaton ??= automatonOf([new Set(NAME_TAILS), words()])
  const { next, first } = automaton
  // The tail of a name counts only if no letter follows it; every other word counts anywhere.
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

/**
 * What every text that a hint matches contains: the beginning of the hint, up to the point where it leaves open what
 * follows.
 */
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
