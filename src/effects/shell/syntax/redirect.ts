/**
 * Part of the strict shell parser: redirections.
 *
 * INVARIANT: `>&` and `<&` take a plain descriptor that ends there. bash joins `>&-` with the word after it, and expands the
 * word of `>&word` twice, even in quotes (`>&'$(x)'` runs x); so any other word after them must be a plain file name.
 */

import * as c from './chars.ts'
import { readDelimiter } from './heredoc.ts'
import type { Reader } from './reader.ts'
import type { Redirect, RedirectOp } from './script.ts'
import type { WordDraft } from './word-draft.ts'
import { readWord } from './words.ts'

type RedirectDraft = { -readonly [K in keyof Redirect]: Redirect[K] }

/** Reads the redirection at `r.at`; undefined, and nothing read, when none starts there. */
export function readRedirect(r: Reader): Redirect | undefined {
  const { text } = r
  const start = r.at
  const first = r.code(start)
  if (first === c.AMPERSAND) {
    if (r.code(start + 1) !== c.GREATER) return undefined
    const op = r.code(start + 2) === c.GREATER ? '&>>' : '&>'
    r.at += op.length
    return readTarget(r, newRedirect(op, undefined, undefined), start)
  }
  const sign = descriptorEnd(text, start, first)
  const code = r.code(sign)
  if (code !== c.LESS && code !== c.GREATER) return undefined
  if (r.code(sign + 1) === c.OPEN) {
    if (sign > start) r.refuse('descriptor before a process substitution', start)
    return undefined
  }
  if (sign - start > 3 && first !== c.OPEN_BRACE) r.refuse('descriptor number', start)
  const op = operatorAt(text, sign)
  r.at = sign + op.length
  const variable = first === c.OPEN_BRACE ? text.slice(start + 1, sign - 1) : undefined
  if (variable !== undefined) r.draft.assigned.push(variable)
  const fd = variable === undefined && sign > start ? Number(text.slice(start, sign)) : undefined
  const redirect = newRedirect(op, fd, variable)
  if (op === '<<' || op === '<<-') return readHereDocument(r, redirect, start)
  if (op === '<&' || op === '>&') return readDuplicate(r, redirect, start)
  return readTarget(r, redirect, start)
}

const STANDARD = new Set(['0', '1', '2'])
/** `>&-`, and `5>&1-`, which closes what it copies. */
const CLOSES = /[<>]&\s*\d*-/u

/**
 * Whether it may fail. A file may be missing, or a descriptor that is copied; then nothing runs. Or the target is
 * expanded, which happens before the command in front of it runs.
 */
export function mayFail({ op, target, duplicate }: Redirect, { draft }: Reader): boolean {
  if (duplicate === '-') return false
  if (duplicate !== undefined) return !STANDARD.has(duplicate) || CLOSES.test(draft.source)
  return op === '<<<' || target === undefined || target.dynamic || target.value !== '/dev/null'
}

function operatorAt(text: string, at: number): RedirectOp {
  const second = text.charCodeAt(at + 1)
  if (text.charCodeAt(at) === c.GREATER) {
    if (second === c.GREATER) return '>>'
    if (second === c.PIPE) return '>|'
    return second === c.AMPERSAND ? '>&' : '>'
  }
  if (second === c.GREATER) return '<>'
  if (second === c.AMPERSAND) return '<&'
  if (second !== c.LESS) return '<'
  const third = text.charCodeAt(at + 2)
  if (third === c.LESS) return '<<<'
  return third === c.MINUS ? '<<-' : '<<'
}

function newRedirect(op: RedirectOp, fd: number | undefined, variable: string | undefined): RedirectDraft {
  return { op, fd, variable, target: undefined, duplicate: undefined, body: undefined, span: { start: 0, end: 0 } }
}

/** The end of `2` or `{name}` before an operator; `start` if there is neither. */
function descriptorEnd(text: string, start: number, first: number): number {
  if (c.isDigit(first)) return c.digitsEnd(text, start)
  if (first !== c.OPEN_BRACE) return start
  const end = c.nameEnd(text, start + 1)
  return end > start + 1 && text.charCodeAt(end) === c.CLOSE_BRACE ? end + 1 : start
}

function readTarget(r: Reader, redirect: RedirectDraft, start: number): Redirect {
  if (r.code(r.at) === c.BANG || isRange(r)) r.refuse('redirection that zsh reads otherwise', start)
  r.skipBlanks()
  const from = r.at
  const word = readWord(r, 'operand')
  if (r.at === from) r.refuse('redirection without a target', from)
  refuseGluedOperator(r, word, from)
  redirect.target = word
  return ended(r, redirect, start)
}

const RANGE = /\d*-\d*>/y

/** `id_<1-9> x`: in zsh this is a pattern for numbers. */
function isRange(r: Reader): boolean {
  RANGE.lastIndex = r.at
  return r.code(r.at - 1) === c.LESS && RANGE.test(r.text)
}

function readDuplicate(r: Reader, redirect: RedirectDraft, start: number): Redirect {
  r.skipBlanks()
  const { text } = r
  const from = r.at
  const end = r.code(from) === c.MINUS ? from + 1 : c.digitsEnd(text, from)
  if (end > from) {
    const code = r.code(end)
    if (!r.isDelimiter(end) || code === c.LESS || code === c.GREATER) r.refuse('descriptor to copy', from)
    redirect.duplicate = text.slice(from, end)
    r.at = end
    return ended(r, redirect, start)
  }
  if (redirect.op === '<&' || redirect.fd !== undefined || redirect.variable !== undefined) {
    r.refuse('descriptor to copy', from)
  }
  redirect.op = '&>'
  readTarget(r, redirect, start)
  // Whatever it becomes, a text that begins with a slash is not a descriptor.
  if (r.code(from) !== c.SLASH && !isPlainFileName(text, from, r.at)) r.refuse('word after >&', from)
  return redirect
}

function isPlainFileName(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (!c.isNameChar(code) && code !== c.DOT && code !== c.SLASH && code !== c.MINUS) return false
  }
  return true
}

function readHereDocument(r: Reader, redirect: RedirectDraft, start: number): Redirect {
  if (r.enclosure === 'compound') r.refuse('here-document in a compound command in a substitution', start)
  r.hadHereDocument = r.enclosure === 'substitution'
  r.skipBlanks()
  const { delimiter, quoted } = readDelimiter(r)
  r.pending.push({ delimiter, quoted, stripTabs: redirect.op === '<<-', behind: r.at, redirect })
  return ended(r, redirect, start)
}

function ended(r: Reader, redirect: RedirectDraft, start: number): Redirect {
  redirect.span = r.span(start, r.at)
  return redirect
}

/** `12>x` and `{a}>x` in the place of a word are a descriptor, and `word(` is not a word. */
export function refuseGluedOperator(r: Reader, word: WordDraft, start: number): void {
  const code = r.code(r.at)
  if (code === c.OPEN) r.refuse('parenthesis after a word', r.at)
  if (code !== c.LESS && code !== c.GREATER) return
  const first = r.code(start)
  const braces = first === c.OPEN_BRACE && r.code(r.at - 1) === c.CLOSE_BRACE
  if (braces || (!word.quoted && c.digitsEnd(r.text, start) === r.at)) r.refuse('word that may be a descriptor', start)
}
