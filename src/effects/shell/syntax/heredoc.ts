/**
 * Part of the strict shell parser: here-documents.
 *
 * The delimiter is a plain word, whole in one kind of quote or none; the body must end in it. A body that bash would
 * expand is read by a reader of its own, over the text bash sees (with `<<-`, after the tabs are gone).
 */

import * as c from './chars.ts'
import { readDollar } from './expansion.ts'
import type { Reader } from './reader.ts'
import type { Redirect } from './script.ts'
import { readBackticks } from './substitution.ts'
import { WordDraft } from './word-draft.ts'

export interface PendingHereDocument {
  readonly delimiter: string
  readonly quoted: boolean
  readonly stripTabs: boolean
  /** Where its line continues. */
  readonly behind: number
  readonly redirect: { -readonly [K in keyof Redirect]: Redirect[K] }
}

/** Reads a delimiter at `r.at`. */
export function readDelimiter(r: Reader): { delimiter: string; quoted: boolean } {
  const { text } = r
  const first = text.charCodeAt(r.at)
  const quote = first === c.SINGLE_QUOTE || first === c.DOUBLE_QUOTE
  const start = quote || first === c.BACKSLASH ? r.at + 1 : r.at
  let end = start
  while (end < r.length && isDelimiterChar(text.charCodeAt(end), quote || end > start)) end++
  if (end === start) r.refuse('here-document delimiter', r.at)
  if (quote && text.charCodeAt(end) !== first) r.refuse('here-document delimiter', r.at)
  const after = quote ? end + 1 : end
  if (!r.isDelimiter(after)) r.refuse('here-document delimiter', r.at)
  r.at = after
  return { delimiter: text.slice(start, end), quoted: quote || first === c.BACKSLASH }
}

function isDelimiterChar(code: number, anywhere: boolean): boolean {
  if (!anywhere || c.isNameStart(code)) return c.isNameStart(code)
  return c.isDigit(code) || code === c.DOT || code === c.COLON || code === c.MINUS || code === c.AT || code === c.PLUS
}

/** Reads the bodies of all pending here-documents, from the start of a line. */
export function readHereDocuments(r: Reader): void {
  const pending = r.pending
  r.pending = []
  const line = r.at
  const changes = r.draft.commands.filter(({ words: [name] }) => name?.value === 'set' || name?.value === 'shift')
  for (const document of pending) {
    readBody(r, document)
    if (document.redirect.body?.dynamic !== true) continue
    const behind = r.source(document.behind)
    if (maySet(r.text.slice(document.behind, line)) || changes.some(({ span }) => span.start >= behind))
      r.refuse('here-document that is expanded before what is set behind it', document.behind)
  }
}

/**
 * For `cat <<E; x=1` and `cat <<E; set -- x`: what may set a variable or define a function, and is read before the body
 * although the body is expanded first.
 */
function maySet(text: string): boolean {
  const sum = text.indexOf('((')
  return SETS.test(text) || (sum >= 0 && text.lastIndexOf('=') > sum)
}

/** A long subscript is not searched. */
const SETS =
  /(?:^|[\s;&|(){}])(?:[A-Za-z_]\w*(?:\+?=|\[(?:[^\]]{0,64}\]\+?=|[^\]]{65}))|(?:for|select|while|until|function)\s)|\(\s*\)/u

function readBody(r: Reader, document: PendingHereDocument): void {
  const { text } = r
  const start = r.at
  let line = start
  for (;;) {
    if (line > r.length) r.refuse('unterminated here-document', start)
    const newline = text.indexOf('\n', line)
    const end = newline < 0 ? r.length : newline
    const from = document.stripTabs ? skipTabs(text, line) : line
    if (text.startsWith(document.delimiter, from)) {
      if (end - from === document.delimiter.length) {
        document.redirect.body = bodyWord(r, document, start, line)
        r.at = newline < 0 ? r.length : newline + 1
        return
      }
      // there `EOF)` ends the here-document and the substitution
      if (r.enclosure !== 'none') r.refuse('line that starts like the end of a here-document in a substitution', line)
    }
    if (!document.quoted && text.charCodeAt(end - 1) === c.BACKSLASH) r.refuse('continuation in a here-document', line)
    if (newline < 0) r.refuse('unterminated here-document', start)
    line = newline + 1
  }
}

function bodyWord(r: Reader, document: PendingHereDocument, start: number, end: number): WordDraft {
  const word = new WordDraft()
  if (document.quoted) {
    word.quoted = true
    word.value = document.stripTabs ? stripped(r, start, end).text : r.text.slice(start, end)
    // In a substitution it may be read more than once.
    if (r.enclosure === 'none') r.draft.verbatim += end - start
  } else {
    const inner = document.stripTabs ? stripped(r, start, end) : r.nestedSlice(start, end)
    inner.enter()
    readExpanded(inner, word)
  }
  word.end(r.span(start, end))
  return word
}

function readExpanded(r: Reader, word: WordDraft): void {
  const { text } = r
  let run = 0
  let at = 0
  while (at < r.length) {
    const code = text.charCodeAt(at)
    if (code === c.BACKSLASH) {
      const next = text.charCodeAt(at + 1)
      if (next === c.DOLLAR || next === c.BACKTICK || next === c.BACKSLASH) {
        word.value += text.slice(run, at)
        run = at + 1
      }
      at += 2
      continue
    }
    if (code !== c.DOLLAR && code !== c.BACKTICK) {
      at++
      continue
    }
    word.value += text.slice(run, at)
    r.at = at
    if (code === c.DOLLAR) readDollar(r, word, 'here-document')
    else readBackticks(r, word, 'here-document')
    at = run = r.at
  }
  word.value += text.slice(run)
}

function skipTabs(text: string, at: number): number {
  let end = at
  while (text.charCodeAt(end) === c.TAB) end++
  return end
}

/** A reader for the lines without their leading tabs, with a map back to the source. */
function stripped(r: Reader, start: number, end: number): Reader {
  const origin = new Int32Array(end - start + 1)
  let body = ''
  let line = start
  while (line < end) {
    const from = skipTabs(r.text, line)
    const next = r.text.indexOf('\n', from) + 1
    for (let at = from; at < next; at++) origin[body.length + at - from] = r.source(at)
    body += r.text.slice(from, next)
    line = next
  }
  origin[body.length] = r.source(end)
  return r.nested(body, origin, 0)
}
