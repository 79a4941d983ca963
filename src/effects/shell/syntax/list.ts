/**
 * Part of the strict shell parser: lists, and-or lists and pipelines.
 *
 * A scope is often recognised only afterwards (`a | …`, `a &`): the commands read since are then moved into it.
 */

import * as c from './chars.ts'
import { readCommand } from './compound.ts'
import { markOf } from './reader.ts'
import type { Mark, Reader } from './reader.ts'
import { reservedAt } from './reserved.ts'
import type { Reserved } from './reserved.ts'
import type { ScopeKind } from './script.ts'

/** What ends a list: the end of the text, a `)`, reserved words, or `;;` in a case. */
export interface Closing {
  readonly parenthesis: boolean
  readonly words: readonly Reserved[]
  readonly clause: boolean
}

const closedBy = (...words: Reserved[]): Closing => ({ parenthesis: false, words, clause: false })

const AT_END = closedBy()
export const IN_PARENTHESES: Closing = { parenthesis: true, words: [], clause: false }
export const IN_CLAUSE: Closing = { parenthesis: false, words: ['esac'], clause: true }
export const IN_BRACES = closedBy('}')
export const BEFORE_THEN = closedBy('then')
export const AFTER_THEN = closedBy('elif', 'else', 'fi')
export const AFTER_ELSE = closedBy('fi')
export const BEFORE_DO = closedBy('do')
export const AFTER_DO = closedBy('done')

/** Reads the whole text as a list, or nothing at all. */
export function readWhole(r: Reader): void {
  r.skipLines()
  if (r.at < r.length) readList(r, AT_END)
  if (r.pending.length > 0) r.refuse('unterminated here-document', r.at)
}

/** Reads at least one command, up to what closes the list; that is left unread. */
export function readList(r: Reader, closing: Closing): void {
  const open = closing !== AT_END
  r.connector = 'first'
  let end = r.at
  for (let first = true; ; first = false) {
    r.skipLines()
    if (r.at >= r.length) {
      if (open) r.refuse('unexpected end', r.at)
      return
    }
    if (!first && closes(r, closing)) return
    if (!first && !open && r.scope === 0 && r.text.slice(end, r.at).includes('\n')) r.draft.lines.push(r.source(r.at))
    if (r.hadHereDocument) r.refuse('command after a here-document in a substitution', r.at)
    const before = markOf(r.draft)
    readAndOr(r)
    end = r.at
    r.skipBlanks()
    const code = r.code(r.at)
    if (code === c.HASH) r.skipComment()
    if (r.at >= r.length || code === c.HASH || code === c.NEWLINE) {
      r.connector = ';'
      continue
    }
    if (code === c.AMPERSAND) {
      moveSince(r, 'background', before, -1, -1)
      endCommand(r, closing, '&')
      continue
    }
    if (code === c.SEMICOLON && !(closing.clause && isClauseEnd(r))) {
      endCommand(r, closing, ';')
      continue
    }
    if (code === c.CLOSE ? closing.parenthesis : code === c.SEMICOLON) return
    if (r.afterCompound && closes(r, closing)) return
    r.refuse('unexpected token', r.at)
  }
}

function closes(r: Reader, closing: Closing): boolean {
  if (closing.parenthesis) return r.code(r.at) === c.CLOSE
  if (closing.clause && isClauseEnd(r)) return true
  if (closing.words.length === 0) return false
  const word = reservedAt(r)
  return word !== undefined && closing.words.includes(word)
}

/** `;;`, `;&` or `;;&` */
export function isClauseEnd(r: Reader): boolean {
  if (r.code(r.at) !== c.SEMICOLON) return false
  const next = r.code(r.at + 1)
  return next === c.SEMICOLON || next === c.AMPERSAND
}

/** Consumes the separator; what follows may not be another. */
function endCommand(r: Reader, closing: Closing, connector: ';' | '&'): void {
  r.connector = connector
  r.at++
  r.skipBlanks()
  if (closing.clause && isClauseEnd(r)) return
  const next = r.code(r.at)
  if (next === c.SEMICOLON || next === c.AMPERSAND || next === c.PIPE)
    r.refuse(`unexpected token after ${connector}`, r.at)
}

/** Reads a list that, if it runs at all, runs from its beginning. */
export function readBlock(r: Reader, closing: Closing): void {
  const { block } = r
  const own = newBlock(r)
  r.block = own
  readList(r, closing)
  endBlock(r, own)
  r.block = block
}

function newBlock(r: Reader): number {
  return r.draft.blocks.push({ scope: r.scope, span: r.span(r.at, r.at) }) - 1
}

function endBlock(r: Reader, block = -1): void {
  // Reading index -1 of an array is slow, because it is not an index but the name of a property.
  const ended = block < 0 ? undefined : r.draft.blocks[block]
  if (ended !== undefined) ended.span = { start: ended.span.start, end: r.source(r.at) }
}

function readAndOr(r: Reader): void {
  const { conditional, block } = r
  let chain = r.draft.chains++
  let joined: number | undefined
  for (;;) {
    readPipeline(r, chain)
    r.skipBlanks()
    const code = r.code(r.at)
    const doubled = r.code(r.at + 1) === code
    if (!doubled || (code !== c.AMPERSAND && code !== c.PIPE)) break
    r.at += 2
    r.connector = code === c.PIPE ? '||' : '&&'
    // What follows may run although what comes before it did not.
    if (code === c.PIPE) {
      chain = -1
      endBlock(r, joined)
      joined = -1
    } else joined ??= newBlock(r)
    r.block = joined
    r.conditional = true
    r.skipLines()
    if (r.at >= r.length) r.refuse('unexpected end', r.at)
  }
  endBlock(r, joined)
  r.conditional = conditional
  r.block = block
}

function readPipeline(r: Reader, chain: number): void {
  const outer = r.scope
  const pipeline = r.draft.stages.push(1) - 1
  const before = markOf(r.draft)
  const start = r.at
  let reserved = readPrefixes(r)
  const negated = r.at > start && r.text.slice(start, r.at).includes('!')
  for (let stage = 0; ; stage++) {
    r.pipeline = pipeline
    r.stage = stage
    r.chain = negated ? -1 : chain
    if (stage > 0) r.scope = r.newScope('pipe', pipeline, stage)
    readCommand(r, reserved)
    r.scope = outer
    r.skipBlanks()
    if (r.code(r.at) !== c.PIPE || r.code(r.at + 1) === c.PIPE) break
    if (stage === 0) moveSince(r, 'pipe', before, pipeline, 0)
    r.draft.stages[pipeline] = stage + 2
    r.at++
    if (r.code(r.at) === c.AMPERSAND) {
      r.draft.merged.push(pipeline)
      r.at++
    }
    r.connector = '|'
    r.skipLines()
    if (r.at >= r.length) r.refuse('unexpected end', r.at)
    reserved = reservedAt(r)
    if (reserved === '!' || reserved === 'time') r.refuse(`${reserved} after |`, r.at)
  }
}

/** Consumes `!` and `time`; returns the reserved word the command itself starts with. */
function readPrefixes(r: Reader): Reserved | undefined {
  let negated = false
  for (;;) {
    r.skipBlanks()
    const reserved = reservedAt(r)
    if (reserved === '!') {
      if (negated || !c.isBlank(r.code(r.at + 1))) r.refuse('place of !', r.at)
      negated = true
      r.at++
    } else if (reserved === 'time') {
      negated = false
      r.at += 4
      readTimeOption(r)
    } else return reserved
  }
}

function readTimeOption(r: Reader): void {
  r.skipBlanks()
  if (r.text.startsWith('-p', r.at) && r.isDelimiter(r.at + 2)) {
    r.at += 2
    r.skipBlanks()
  }
  if (r.text.startsWith('--', r.at) && r.isDelimiter(r.at + 2)) {
    r.at += 2
    r.skipBlanks()
  }
  const code = r.code(r.at)
  if (code === c.MINUS) r.refuse('option of time', r.at)
  if (r.isDelimiter(r.at) && code !== c.OPEN) r.refuse('time without a command', r.at)
}

/** Moves what was read since, as far as it belongs to the present scope, into a new scope inside it. */
function moveSince(r: Reader, kind: ScopeKind, since: Mark, pipeline: number, stage: number): void {
  const { commands, scopes, loops, repeated, blocks, evaluations } = r.draft
  const made = scopes.length
  const inner = r.newScope(kind, pipeline, stage)
  moveAll(commands, since.command)
  moveAll(loops, since.loop)
  moveAll(repeated, since.repeated)
  moveAll(blocks, since.block)
  moveAll(evaluations, since.evaluation)
  for (let at = since.scope; at < made; at++) {
    const moved = scopes[at]
    if (moved?.parent === r.scope) moved.parent = inner
  }

  function moveAll(all: readonly { scope: number }[], from: number): void {
    for (let at = from; at < all.length; at++) {
      const moved = all[at]
      if (moved?.scope === r.scope) moved.scope = inner
    }
  }
}
