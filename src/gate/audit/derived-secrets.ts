/**
 * Part of the audit: takes the secrets of a call's input out of the texts that were made from it. `deploy --token
 * hunter2` may read a file named `hunter2`, and nothing near that name shows that it is a secret.
 *
 * INVARIANT: linear time. Too much may be taken out, never too little: a word of the input that is missing from the
 * redacted input is missing from these texts, too.
 */

import { canonicalJson } from './canonical.ts'
import { REDACTED } from './command-secrets.ts'
import { redactedJson } from './redact.ts'

/** Shorter words occur in every text. */
const WORD = /[^\s"'`=:;,|&<>(){}[\]@/\\]{4,}/g
const DEEPEST = 10

export function withoutSecretsOf(input: unknown, made: unknown): unknown {
  const left = redactedJson(input)
  const given = canonicalJson(input)
  if (left === given) return made
  const kept = new Set(wordsOf(left))
  const gone = new Set(wordsOf(given).filter((word) => !kept.has(word)))
  return gone.size === 0 ? made : without(gone, made, DEEPEST)
}

/** The words of a JSON text: `\\n` before a word is a line end, and the `n` is not part of the word. */
function wordsOf(json: string): readonly string[] {
  return json.replaceAll(/\\(?:u[\da-f]{4}|[^])/gi, ' ').match(WORD) ?? []
}

function without(gone: ReadonlySet<string>, made: unknown, levels: number): unknown {
  if (typeof made === 'string') return made.replace(WORD, (word) => (gone.has(word) ? REDACTED : word))
  if (typeof made !== 'object' || made === null) return made
  if (levels === 0) return REDACTED
  if (Array.isArray(made)) return made.map((item) => without(gone, item, levels - 1))
  return Object.fromEntries(Object.entries(made).map(([key, value]) => [key, without(gone, value, levels - 1)]))
}
