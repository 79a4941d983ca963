/**
 * Part of the audit: secrets in running text (a command line, a file's content, a url), by the tables of `secrets.ts`.
 *
 * INVARIANT: linear time; text without a secret comes back as it is.
 */

import { isReference, REDACTED, redactCommands } from './command-secrets.ts'
import { quoted } from './canonical.ts'
import { MAY_HOLD_SECRET, scanText } from './scan-text.ts'
import { secrecyOf } from './secret-name.ts'
import { NAME_STEMS, NAME_TAILS, SECRET_PATTERNS } from './secrets.ts'
import type { SecretPattern } from './secrets.ts'

/** Longer texts are cut: the record shows what was decided and is not a copy of every file. */
const LONGEST = 64 * 1024
/** How much is dropped at the cut, so that half a secret is not taken for harmless text. */
const MARGIN = 4096
const SHORTEST = 6

/** Most texts hold none of these and need no closer look. */
const MAY_HOLD_FORM = new RegExp([...new Set(SECRET_PATTERNS.map(({ hint }) => hint))].join('|'), 'i')
const MAY_HOLD_NAME = new RegExp(
  `(?:${NAME_STEMS.join('|')}|(?:${NAME_TAILS.join('|')})(?![a-z]))[\\w-]{0,80}\\\\?["']?[ \\t]{0,3}[=:\\s]`,
  'i',
)

export function redactText(text: string): string {
  if (text.length < SHORTEST) return text
  if (text.length > LONGEST) {
    const shown = redactWhole(text.slice(0, LONGEST + MARGIN))
    const kept = shown.slice(0, Math.max(0, shown.length - MARGIN))
    return `${kept}… (cut: ${text.length} characters in all)`
  }
  return (scanText(text) & MAY_HOLD_SECRET) === 0 ? text : redactWhole(text)
}

/** The text without its secrets, as JSON. */
export function redactedString(text: string): string {
  if (text.length > LONGEST) return quoted(redactText(text))
  const bits = scanText(text)
  if (bits === 0) return `"${text}"`
  return (bits & MAY_HOLD_SECRET) === 0 || text.length < SHORTEST ? quoted(text) : quoted(redactWhole(text))
}

function redactWhole(text: string): string {
  let redacted = text
  if (MAY_HOLD_FORM.test(text)) for (const pattern of SECRET_PATTERNS) redacted = redactForm(redacted, pattern)
  if (MAY_HOLD_NAME.test(text)) redacted = redactNamed(redacted)
  return redactCommands(redacted)
}

function redactForm(text: string, { kind, pattern }: SecretPattern): string {
  return text.replace(pattern, (...found: unknown[]) => {
    const groups = found.at(-1)
    const kept = typeof groups === 'object' && groups !== null ? (groups as { keep?: string }).keep : undefined
    return `${kept ?? ''}[redacted: ${kind}]`
  })
}

/** A name and what separates it from its value: `TOKEN=`, `"password": `, `--api-key `. */
const NAMED =
  /(?<![\w-])(-{0,2})([A-Za-z_][\w-]{0,80})(\\?["']?[ \t]{0,3}(?:=>|:=|=|:)[ \t]{0,3}|(?:[ \t]|\\\r?\n){1,16})/g
const SIGN = /[=:]/
const VALUE = /\\"[^"]{0,4096}"?|"(?:[^"\\]|\\[^])*"?|'[^']*'?|`[^`]*`?|[^\s"'`;&|<>(){},\]]+/y
/** The value of a header is the whole line. */
const LINE = /[^\n\r"'`]+/y
const HEADER = /(?:authorization|cookie)$/i
const NO_SECRET = /^["'`]?(?:true|false|null|none|yes|no|undefined|\[redacted[^]*)?["'`]?$/i

function redactNamed(text: string): string {
  let done = ''
  let from = 0
  NAMED.lastIndex = 0
  for (let match = NAMED.exec(text); match !== null; match = NAMED.exec(text)) {
    const [, dashes = '', name = '', between = ''] = match
    const parted = SIGN.test(between) || dashes !== ''
    const secrecy = parted ? secrecyOf(name) : undefined
    if (secrecy === undefined) continue
    const isHeader = between.includes(':') && HEADER.test(name) && !isQuote(text[NAMED.lastIndex])
    const reader = isHeader ? LINE : VALUE
    reader.lastIndex = NAMED.lastIndex
    const value = reader.exec(text)?.[0]
    if (value === undefined || isHarmless(value, between)) continue
    if (secrecy === 'text' && /^\d{1,9}$/.test(value)) continue
    done += text.slice(from, NAMED.lastIndex) + redactedLike(value)
    from = NAMED.lastIndex + value.length
    NAMED.lastIndex = from
  }
  return from === 0 ? text : done + text.slice(from)
}

function isQuote(char: string | undefined): boolean {
  return char !== undefined && '"\'`\\'.includes(char)
}

function isHarmless(value: string, between: string): boolean {
  if (!SIGN.test(between) && value.startsWith('-')) return true
  return NO_SECRET.test(value) || isReference(value)
}

/** The quotes stay, so that the text around them can still be read. */
function redactedLike(value: string): string {
  const open = /^\\?["'`]/.exec(value)?.[0] ?? ''
  const close = open !== '' && value.length > open.length && value.endsWith(open) ? open : ''
  return open + REDACTED + close
}
