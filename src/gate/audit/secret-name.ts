/** Part of the audit: does a field, variable, option or header of this name hold a secret? */

import { HARMLESS_ENDINGS, NOT_ALONE, SECRET_ENDINGS, SECRET_KEYS, SECRET_STEMS, SECRET_WORDS } from './secrets.ts'

/** `always`: numbers are secret too. `text`: only texts are, since the number in `max_tokens: 4096` is not a secret. */
export type Secrecy = 'always' | 'text' | undefined

const LONGEST = 100
const MOST_KNOWN = 4096
const known = new Map<string, Secrecy>()

export function secrecyOf(name: string): Secrecy {
  const found = known.get(name)
  if (found !== undefined || known.has(name)) return found
  const secrecy = judge(wordsOf(name.slice(-LONGEST)))
  // Names come from outside, so the memory they take is limited.
  if (known.size >= MOST_KNOWN) known.clear()
  if (name.length <= LONGEST) known.set(name, secrecy)
  return secrecy
}

function judge(words: readonly string[]): Secrecy {
  const last = words.at(-1)
  if (last === undefined || HARMLESS_ENDINGS.has(last)) return undefined
  if (words.some(isSecretWord)) return 'always'
  if (SECRET_ENDINGS.has(last) && (words.length > 1 || !NOT_ALONE.has(last))) return 'text'
  const isKey = (word: string, at: number) => word.startsWith('key') && SECRET_KEYS.has(words[at - 1] ?? '')
  return words.some(isKey) ? 'text' : undefined
}

/** `PGPASSWORD` is one word. */
function isSecretWord(word: string): boolean {
  return SECRET_WORDS.has(word) || SECRET_STEMS.some((stem) => word.endsWith(stem))
}

/** `X-Api-Key`, `apiKey`, `API_KEY` and `APIKey` are all `api`, `key`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}
