/**
 * Part of the command catalogue: paths among words that no table explains.
 *
 * For restrictions only: a guess is never certain. If the program knows a word as text, a guess about it is `meta`:
 * rules apply to it, but the check for secrets, which nobody could silence, does not.
 */

import { includes, startsWith } from '../../code-at.ts'
import type { Table } from '../compile.ts'
import { addMaybeWritten, addRead, type Draft, GUESS, META, TREE } from '../draft.ts'
import { isOptimizing, isOutput, isResult } from './outputs.ts'
import { addValue } from '../values.ts'

const LONGEST = 4096

/** Operands of something unknown: each may be a path or an address. */
export function guessFrom(draft: Draft, from: number): void {
  for (let index = from; index < draft.argv.length; index++) {
    const word = draft.argv[index]
    if (word === undefined) continue
    if (word === null) draft.unknown = true
    else if (!startsWith(word, '-')) guessOperand(draft, index)
    else {
      guessFlag(draft, index, word)
      if (!draft.known && MAYBE_OUTPUT.has(word)) guessMaybe(draft, index + 1)
    }
  }
}

/** Some programs write to the value of these, others read it. */
const MAYBE_OUTPUT: ReadonlySet<string> = new Set(['-d', '-D', '-w'])

function guessMaybe(draft: Draft, index: number): void {
  const value = draft.argv[index]
  if (typeof value === 'string' && !startsWith(value, '-')) addMaybeWritten(draft, index, value)
}

export function guessOperand(draft: Draft, index: number): void {
  const word = draft.argv[index]
  if (typeof word === 'string') guessValue(draft, index, word)
  else addValue(draft, '?', index, word)
}

function guessValue(draft: Draft, index: number, word: string): void {
  addValue(draft, '?', index, word)
  for (const value of valuesIn(word)) addValue(draft, '?', index, value)
  guessSetting(draft, index, word)
  guessParts(draft, index, word)
  guessQuoted(draft, index, word)
}

/** `slurp(".env")`, `readFile "x"`: quoted text in the program's own language may be a file. */
function guessQuoted(draft: Draft, index: number, word: string): void {
  if (!includes(word, '"') && !includes(word, "'") && !includes(word, '`')) return
  let left = MOST_PARTS
  for (const [, , text = ''] of word.matchAll(QUOTED)) {
    if (left-- === 0) draft.unknown = true
    if (left < 0) return
    if (looksLikePath(text)) addRead(draft, index, text, GUESS | TREE | META)
  }
}

const QUOTED = /(["'`])([^"'`\s]{1,400})\1/gu

/** `file:.env`, `api:config/.env:ro`, `a,.env`, `@.env`: it is not known which of the parts is a file here, if any. */
function guessParts(draft: Draft, index: number, word: string): void {
  if (!looksLikePath(word) || !PART.test(word)) return
  const parts = word.split(PART, MOST_PARTS + 1)
  if (parts.length > MOST_PARTS) draft.unknown = true
  for (const part of parts) if (looksLikePath(part)) addRead(draft, index, part, GUESS | TREE | META)
}

const PART = /[:,;@]/u
/** A class path of Java may have a hundred parts. */
const MOST_PARTS = 200

/** `DESTDIR=out`, `output=a.xml`, `trx;LogFileName=a`: a setting that says where something is written. */
function guessSetting(draft: Draft, index: number, word: string): void {
  if (!includes(word, '=')) return
  if (word.length > LONGEST) {
    draft.unknown = true
    return
  }
  // As a whole, and each of its parts: `output='my dir/a'`, `type=local,dest=out`.
  for (const one of new Set([word, ...word.split(/[,;\s]/u)])) {
    const mark = one.indexOf('=')
    if (mark > 0 && isOutput(`--${one.slice(0, mark)}`)) guessOutput(draft, index, one.slice(mark + 1))
  }
}

/** The value of `name=value`, and each value of `a=x.txt,b=.env` and `a=x.txt b=.env`. */
export function valuesIn(word: string): readonly string[] {
  const mark = word.indexOf('=')
  if (mark < 0 || mark === word.length - 1) return NO_VALUES
  const whole = word.slice(mark + 1)
  if (word.length > LONGEST || !SEPARATOR.test(whole)) return [whole]
  return [whole, ...Array.from(word.matchAll(PAIR), ([, value = '']) => value)]
}

const NO_VALUES: readonly string[] = []
const SEPARATOR = /[,\s]/u
const PAIR = /[^,\s=]*=([^,\s]+)/gu

/**
 * A flag that is not in the program's table. If that table should list every flag, the value of this one may be
 * written.
 */
export function guessStray(draft: Draft, index: number, word: string): void {
  guessFlag(draft, index, word)
  if (!startsWith(word, '--') || !isThorough(draft.table)) return
  const mark = word.indexOf('=')
  if (mark > 0) addMaybeWritten(draft, index, word.slice(mark + 1))
  else guessMaybe(draft, index + 1)
}

/**
 * Whether the table lists every flag: it does for a program that only reads, but not for one that builds or runs code.
 */
function isThorough({ spec, head, rest, flags }: Table): boolean {
  if (spec.acts !== undefined || spec.subs !== undefined || (head.length === 0 && rest === undefined)) return false
  for (const { role } of flags.values()) if (role === 'x') return false
  return true
}

/** A flag nobody knows: the text glued to it may be a path, and one that is written if the name says so. */
export function guessFlag(draft: Draft, index: number, word: string): void {
  const mark = word.indexOf('=')
  const name = mark < 0 ? word : word.slice(0, mark)
  if (mark > 0) guessValue(draft, index, word.slice(mark + 1))
  const glued = startsWith(word, '--') || word.length < 3 ? undefined : word.slice(2)
  if (mark < 0 && glued !== undefined) guessGlued(draft, index, word)
  if (LISTS.test(name)) draft.unknown = true
  if (HOSTS.test(name)) guessHost(draft, index, mark < 0 ? undefined : word.slice(mark + 1))
  const colon = word.indexOf(':')
  // `-o:x`, `-Xlog:gc:x`, `-dump:format=b,file=x`.
  if (colon > 0 && (mark < 0 || colon < mark) && isOutput(word.slice(0, colon)))
    guessOutput(draft, index, word.slice(colon + 1))
  else if (isOutput(name) || (mark > 0 && isResult(name)))
    guessOutput(draft, index, mark < 0 ? undefined : word.slice(mark + 1))
  // `-osrc` may also be four letters; then the guess names a file that no rule is about.
  else if (glued !== undefined && /^-[oO]/u.test(word) && !isOptimizing(word)) guessOutput(draft, index, glued)
}

/** `-fsrc/a`, `-abf.env`: it is not known which letter takes the rest as its value. */
export function guessGlued(draft: Draft, index: number, word: string): void {
  const sign = word.search(/[./~]/u)
  if (sign < 2 || !looksLikePath(word)) return
  const letters = Math.min(sign, MOST_LETTERS)
  for (let at = 2; at <= letters; at++) addValue(draft, '?', index, word.slice(at))
  if (sign > letters) addValue(draft, '?', index, word.slice(sign))
}

const MOST_LETTERS = 5

/** Options that name a file with further names of files. */
const LISTS = /^--(?:[a-z]+-)*(?:files?0?|paths?|pathspec|includes?)-from(?:-[a-z]+)*$/u

/** Options that name the machine to talk to. */
const HOSTS =
  /^--?(?:[a-z]+[-_])*(?:host(?:name)?|server|servers|addr(?:ess)?|endpoints?|ur[il]|brokers?|broker-list|keyserver)$/iu
const HOST = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+\.?(?::\d+)?(?:[/,]|$)/iu

function guessHost(draft: Draft, index: number, glued: string | undefined): void {
  const value = glued ?? draft.argv[index + 1]
  if (typeof value === 'string' && HOST.test(value))
    addValue(draft, 'u', glued === undefined ? index + 1 : index, value, GUESS)
}

export function guessOutput(draft: Draft, index: number, glued: string | undefined): void {
  const value = glued ?? draft.argv[index + 1]
  if (typeof value !== 'string' || startsWith(value, '-')) return
  const at = glued === undefined ? index + 1 : index
  // `-o spdx=out.json`, `--output type=local,dest=out`.
  for (const one of [value, ...valuesIn(value)]) addValue(draft, 'w', at, one, GUESS)
  // `--report json:out.json`, `--go_out=a=b:out`.
  const colon = value.indexOf(':')
  if (colon < 0 || value.endsWith(':') || includes(value, '://')) return
  addValue(draft, 'w', at, value.slice(colon + 1), GUESS)
  addValue(draft, 'w', at, value.slice(value.lastIndexOf(':') + 1), GUESS)
}

/** `type=local,dest=out`: where docker and similar programs put what they build. */
export function addDestinations(draft: Draft, index: number, value: string): void {
  for (const [, folder = ''] of value.matchAll(DESTINATION)) addValue(draft, 'w', index, folder, GUESS | TREE)
}

const DESTINATION = /(?:^|,)dest=([^,]+)/gu

/** An operand of a known program that does more than its table says. */
export function guessText(draft: Draft, index: number): void {
  const word = draft.argv[index]
  if (typeof word !== 'string') return
  guessSetting(draft, index, word)
  if (SETTINGS.test(word)) for (const value of valuesIn(word)) addValue(draft, '?', index, value)
  if (!looksLikePath(word)) return
  const inside = startsWith(word, '@') ? [word.slice(1)] : valuesIn(word)
  for (const value of [word, ...inside]) addRead(draft, index, value.replace(/^@/u, ''), GUESS | TREE | META)
}

/** `src=.env dest=/x`: nothing but settings. */
const SETTINGS = /^\w+=\S+(?:\s+\w+=\S+)+$/u

function looksLikePath(word: string): boolean {
  return (
    (includes(word, '/') || includes(word, '.')) && !includes(word, '://') && word.length < LONGEST && !/\s/u.test(word)
  )
}
