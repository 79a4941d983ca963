/** Part of the strict shell parser: simple commands, and function definitions, which start like one. */

import { readAssignment } from './assignment.ts'
import * as c from './chars.ts'
import { readFunctionBody } from './compound.ts'
import type { CommandDraft, Reader } from './reader.ts'
import { mayFail, readRedirect, refuseGluedOperator } from './redirect.ts'
import { reservedAt } from './reserved.ts'
import type { Assign, Redirect, ShellWord } from './script.ts'
import { NO_SPAN, WordDraft } from './word-draft.ts'
import { readWord } from './words.ts'

const NO_ASSIGNS: Assign[] = []
const NO_REDIRECTS: Redirect[] = []

/**
 * After one of these bash reads assignments, array literals included, as arguments;
 * up to a redirection or a substitution, which make it forget.
 */
const DECLARES = new Set(['declare', 'typeset', 'local', 'export', 'readonly', 'alias'])

export function readSimple(r: Reader): void {
  const start = r.at
  const command = newCommand(r, false)
  const words = command.words as ShellWord[]
  let declares = false
  let end = start
  for (;;) {
    r.skipBlanks()
    if (r.at >= r.length) break
    const code = r.code(r.at)
    if (endsCommand(code)) break
    if (mayRedirect(code)) {
      const redirect = readRedirect(r)
      if (redirect !== undefined) {
        if (command.redirects === NO_REDIRECTS) command.redirects = [redirect]
        else (command.redirects as Redirect[]).push(redirect)
        declares = false
        end = r.at
        continue
      }
      if (code === c.AMPERSAND) break
    }
    if (code === c.OPEN) r.refuse('unexpected (', r.at)
    const first = words.length === 0
    const from = r.at
    if (first || declares) {
      const assign = readAssignment(r, declares)
      if (assign !== undefined) {
        if (assign.array !== undefined && command.redirects !== NO_REDIRECTS)
          r.refuse('array after a redirection', from)
        if (declares) words.push(argument(r, assign, from))
        else if (command.assigns === NO_ASSIGNS) command.assigns = [assign]
        else (command.assigns as Assign[]).push(assign)
        end = r.at
        continue
      }
    }
    const word = readWord(r, first || declares ? 'command' : 'operand')
    if (r.at === from) r.refuse('unexpected token', from)
    if (first) {
      if (startsDefinition(r)) return readDefinition(r, command, word, from)
      const prefixed = command.assigns !== NO_ASSIGNS || command.redirects !== NO_REDIRECTS
      if (prefixed && isReservedBetween(r, from)) r.refuse('reserved word after an assignment or redirection', from)
      declares = !word.quoted && !word.dynamic && command.redirects === NO_REDIRECTS && DECLARES.has(word.value)
    }
    refuseGluedOperator(r, word, from)
    if (word.dynamic) declares = false
    words.push(word)
    end = r.at
  }
  if (end === start) r.refuse('expected a command', start)
  command.span = r.span(start, end)
  // In zsh nothing is assigned if a file cannot be opened.
  if (words.length === 0 && command.redirects.some((one) => mayFail(one, r))) {
    command.conditional = true
    command.block = -1
  }
  r.draft.commands.push(command)
  r.afterCompound = false
}

/** A command with the surroundings the reader is in. */
export function newCommand(r: Reader, compound: boolean): CommandDraft {
  return {
    assigns: NO_ASSIGNS,
    words: [],
    redirects: NO_REDIRECTS,
    compound,
    pipeline: r.pipeline,
    stage: r.stage,
    scope: r.scope,
    connector: r.connector,
    chain: r.chain,
    conditional: r.conditional,
    block: r.block,
    span: NO_SPAN,
  }
}

/** `&` may begin `&>` and is examined later; `#` starts a comment, because it is at the start of a token. */
function endsCommand(code: number): boolean {
  return code === c.NEWLINE || code === c.SEMICOLON || code === c.PIPE || code === c.CLOSE || code === c.HASH
}

function mayRedirect(code: number): boolean {
  return (
    code === c.LESS ||
    code === c.GREATER ||
    code === c.AMPERSAND ||
    code === c.OPEN_BRACE ||
    (code >= c.ZERO && code <= c.NINE)
  )
}

/** The assignment as the argument bash passes to `export` and its like. */
function argument(r: Reader, assign: Assign, from: number): WordDraft {
  const value = r.text.indexOf('=', from + assign.name.length + (assign.subscript?.length ?? 0)) + 1
  return WordDraft.prefixed(r.text.slice(from, assign.array === undefined ? value : r.at), assign.value, assign)
}

function isReservedBetween(r: Reader, start: number): boolean {
  const end = r.at
  r.at = start
  const reserved = reservedAt(r)
  r.at = end
  return reserved !== undefined
}

/** `name (`, with or without blanks. */
function startsDefinition(r: Reader): boolean {
  let at = r.at
  while (c.isBlank(r.code(at))) at++
  return r.code(at) === c.OPEN
}

function readDefinition(r: Reader, command: CommandDraft, name: WordDraft, from: number): void {
  const bare = command.assigns === NO_ASSIGNS && command.redirects === NO_REDIRECTS
  if (!bare || !isFunctionName(r.text, from, r.at)) r.refuse('unexpected (', r.at)
  r.skipBlanks()
  r.at++
  r.skipBlanks()
  if (r.code(r.at) !== c.CLOSE) r.refuse('unexpected (', r.at)
  r.at++
  readFunctionBody(r, name.value, from)
}

/** Plain names only. bash accepts stranger ones, but then quoting and expansion matter. */
export function isFunctionName(text: string, start: number, end: number): boolean {
  if (start === end || c.isDigit(text.charCodeAt(start))) return false
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    const plain = c.isNameChar(code) || code === c.COLON || code === c.DOT || (code === c.MINUS && at > start)
    if (!plain) return false
  }
  return true
}
