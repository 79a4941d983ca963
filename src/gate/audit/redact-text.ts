/**
 * Part of the audit: secrets in running text (a command line, a file's content, a url), by the tables of `secrets.ts`.
 *
 * INVARIANT: linear time; text without a secret comes back as it is.
 */

import { isReference, REDACTED, redactCommands } from './command-secrets.ts'
import { secrecyOf } from './secret-name.ts'
import { SECRET_OPTIONS, SECRET_PATTERNS } from './secrets.ts'

/** Longer texts are cut: the record tells what was decided, it is no copy of every file. */
const LONGEST = 64 * 1024
/** What is thrown away at the cut, so that half of a secret does not pass for no secret. */
const MARGIN = 4096
const SHORTEST = 6

const NAME_HINTS = ['pass', 'secret', 'token', 'key', 'auth', 'cookie', 'credential', 'jwt', 'otp', 'pwd', 'sig', 'pat']
const PROGRAMS = [...SECRET_OPTIONS.keys()]

export function redactText(text: string): string {
  if (text.length < SHORTEST) return text
  if (text.length > LONGEST) {
    const shown = redactWhole(text.slice(0, LONGEST + MARGIN))
    const kept = shown.slice(0, Math.max(0, shown.length - MARGIN))
    return `${kept}… (cut: ${text.length} characters in all)`
  }
  return redactWhole(text)
}

function redactWhole(text: string): string {
  const lower = text.toLowerCase()
  let redacted = text
  for (const { kind, hint, pattern } of SECRET_PATTERNS) {
    if (!lower.includes(hint)) continue
    redacted = redacted.replace(pattern, (...found: unknown[]) => {
      const groups = found.at(-1)
      const kept = typeof groups === 'object' && groups !== null ? (groups as { keep?: string }).keep : undefined
      return `${kept ?? ''}[redacted: ${kind}]`
    })
  }
  if (NAME_HINTS.some((hint) => lower.includes(hint))) redacted = redactNamed(redacted)
  if (PROGRAMS.some((program) => lower.includes(program))) redacted = redactCommands(redacted)
  return redacted
}

/** A name and what parts it from its value: `TOKEN=`, `"password": `, `--api-key `. */
const NAMED = /(?<![\w-])(-{0,2})([A-Za-z_][\w-]{0,80})(\\?["']?[ \t]{0,3}(?:=>|:=|=|:)[ \t]{0,3}|[ \t]{1,4})/g
const VALUE = /\\"[^"]{0,4096}"?|"(?:[^"\\]|\\[^])*"?|'[^']*'?|`[^`]*`?|[^\s"'`;&|<>(){},\]]+/y
/** Of a header the whole line is the value. */
const LINE = /[^\n\r"'`]+/y
const HEADER = /(?:authorization|cookie)$/i
const NO_SECRET = /^["'`]?(?:true|false|null|none|yes|no|undefined|\[redacted[^]*)?["'`]?$/i

function redactNamed(text: string): string {
  let done = ''
  let from = 0
  NAMED.lastIndex = 0
  for (let match = NAMED.exec(text); match !== null; match = NAMED.exec(text)) {
    const [, dashes = '', name = '', between = ''] = match
    const isHeader = between.includes(':') && HEADER.test(name)
    const parted = between.trim() !== '' || dashes !== ''
    if (!parted || secrecyOf(name) === undefined) continue
    const reader = isHeader ? LINE : VALUE
    reader.lastIndex = NAMED.lastIndex
    const value = reader.exec(text)?.[0]
    if (value === undefined || isHarmless(value, between)) continue
    done += text.slice(from, NAMED.lastIndex) + redactedLike(value)
    from = NAMED.lastIndex + value.length
    NAMED.lastIndex = from
  }
  return from === 0 ? text : done + text.slice(from)
}

function isHarmless(value: string, between: string): boolean {
  if (between.trim() === '' && value.startsWith('-')) return true
  return NO_SECRET.test(value) || isReference(value)
}

/** The quotes stay, so that the text around can still be read. */
function redactedLike(value: string): string {
  const open = /^\\?["'`]/.exec(value)?.[0] ?? ''
  const close = open !== '' && value.length > open.length && value.endsWith(open) ? open : ''
  return open + REDACTED + close
}
