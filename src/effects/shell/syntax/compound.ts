/** Part of the strict shell parser: every form of command that is not a simple command. */

import { readExpression } from './arithmetic.ts'
import * as c from './chars.ts'
import * as list from './list.ts'
import { readCase } from './case.ts'
import { isEndless, noteSpawned } from './endless.ts'
import { type LoopHead, readLoopHead } from './loop.ts'
import { markOf } from './reader.ts'
import type { Mark, Reader } from './reader.ts'
import { mayFail, readRedirect } from './redirect.ts'
import { expectReserved, reservedAt } from './reserved.ts'
import type { Reserved } from './reserved.ts'
import type { Redirect } from './script.ts'
import { isFunctionName, newCommand, readSimple } from './simple.ts'
import { readParenthesised } from './substitution.ts'
import { readTest } from './test-command.ts'
import { readWord } from './words.ts'

/** Reads one command; `reserved` is the reserved word at `r.at`, if any. */
export function readCommand(r: Reader, reserved: Reserved | undefined): void {
  const opens = r.code(r.at) === c.OPEN
  if (reserved === undefined && !opens) return readSimple(r)
  if (reserved === 'function') return readFunction(r)
  if (reserved === 'coproc') return readCoprocess(r)
  readCompound(r, reserved)
}

function readCompound(r: Reader, reserved: Reserved | undefined): void {
  const tail = newCommand(r, true)
  const { conditional, block, enclosure } = r
  const before = markOf(r.draft)
  if (enclosure === 'substitution') r.enclosure = 'compound'
  r.enter()
  if (reserved === undefined) readParentheses(r)
  else readReserved(r, reserved)
  r.leave()
  r.conditional = conditional
  r.block = block
  r.enclosure = enclosure
  readTail(r, tail, before)
}

/** The redirections of the whole compound command. */
function readTail(r: Reader, tail: ReturnType<typeof newCommand>, before: Mark): void {
  const start = r.at
  const redirects: Redirect[] = []
  for (;;) {
    r.skipBlanks()
    const redirect = readRedirect(r)
    if (redirect === undefined) break
    redirects.push(redirect)
  }
  r.afterCompound = redirects.length === 0
  if (r.afterCompound) return
  tail.redirects = redirects
  tail.span = r.span(start, r.at)
  if (redirects.some((one) => mayFail(one, r))) makeConditional(r, before)
  r.draft.commands.push(tail)
}

/** If a file cannot be opened, none of the commands read since then run. */
function makeConditional({ draft: { commands, loops, functions } }: Reader, since: Mark): void {
  for (const one of commands.slice(since.command)) one.conditional = true
  for (const one of loops.slice(since.loop)) one.conditional = true
  for (const one of functions.slice(since.definition)) one.conditional = true
}

function readParentheses(r: Reader): void {
  if (r.code(r.at + 1) === c.OPEN) {
    r.at += 2
    if (readExpression(r) > 0) r.refuse('; in arithmetic', r.at)
    return
  }
  r.at++
  readParenthesised(r, 'subshell')
}

function readReserved(r: Reader, reserved: Reserved): void {
  r.at += reserved.length
  switch (reserved) {
    case '{':
      list.readBlock(r, list.IN_BRACES)
      return expectReserved(r, '}')
    case '[[':
      return readTest(r)
    case 'if':
      r.conditional = true
      r.block = -1
      return readIf(r)
    case 'while':
    case 'until':
      r.conditional = true
      r.block = -1
      return readRepeated(r, () => readCondition(r, reserved))
    case 'for':
    case 'select': {
      const { conditional } = r
      r.conditional = true
      return readRepeated(r, () => readLoopHead(r, reserved, conditional))
    }
    case 'case':
      r.conditional = true
      return readCase(r)
    default:
      r.refuse(`unexpected ${reserved}`, r.at - reserved.length)
  }
}

function readIf(r: Reader): void {
  for (;;) {
    list.readList(r, list.BEFORE_THEN)
    expectReserved(r, 'then')
    list.readBlock(r, list.AFTER_THEN)
    const next = reservedAt(r)
    if (next === 'elif') {
      r.at += next.length
      continue
    }
    if (next === 'else') {
      r.at += next.length
      list.readBlock(r, list.AFTER_ELSE)
    }
    return expectReserved(r, 'fi')
  }
}

function readCondition(r: Reader, reserved: 'while' | 'until'): LoopHead {
  const start = r.at
  list.readList(r, list.BEFORE_DO)
  return { ends: isEndless(reserved, r.text.slice(start, r.at)) ? 'never' : 'maybe', counter: undefined }
}

function readRepeated(r: Reader, readHead: () => LoopHead): void {
  const start = r.at
  const head = markOf(r.draft)
  const { ends, counter } = readHead()
  const body = markOf(r.draft)
  expectReserved(r, 'do')
  list.readBlock(r, list.AFTER_DO)
  expectReserved(r, 'done')
  r.draft.repeated.push({ scope: r.scope, span: r.span(start, r.at), counter })
  if (ends !== 'surely') noteSpawned(r.draft, head, body, ends === 'never')
}

/** `function name [()] body` */
function readFunction(r: Reader): void {
  const from = r.at
  r.at += 'function'.length
  r.skipBlanks()
  const start = r.at
  if (reservedAt(r) !== undefined) r.refuse('name of a function', start)
  const name = readWord(r, 'command')
  if (!isFunctionName(r.text, start, r.at)) r.refuse('name of a function', start)
  r.skipBlanks()
  if (r.code(r.at) === c.OPEN) {
    r.at++
    r.skipBlanks()
    if (r.code(r.at) !== c.CLOSE) r.refuse('definition of a function', r.at)
    r.at++
  }
  readFunctionBody(r, name.value, from)
}

/** The body, a group or a subshell, from after the name. */
export function readFunctionBody(r: Reader, name: string, from: number): void {
  r.skipLines()
  const reserved = reservedAt(r)
  if (reserved !== '{' && r.code(r.at) !== c.OPEN) r.refuse('body of a function', r.at)
  const outer = r.scope
  const { conditional, at } = r
  const scope = r.newScope('function', -1, -1)
  r.scope = scope
  r.conditional = true
  readCompound(r, reserved)
  r.scope = outer
  r.conditional = conditional
  r.draft.functions.push({ name, scope, conditional, body: r.span(at, r.at), span: r.span(from, r.at) })
}

/**
 * `coproc command` or `coproc [NAME] { … }`. After the first word bash looks for a reserved word once more, so a plain
 * command may not have one as its second word.
 */
function readCoprocess(r: Reader): void {
  r.at += 'coproc'.length
  r.skipBlanks()
  const outer = r.scope
  r.scope = r.newScope('background', -1, -1)
  const reserved = reservedAt(r)
  if (reserved === '{' || r.code(r.at) === c.OPEN) readCompound(r, reserved)
  else if (reserved !== undefined || r.isDelimiter(r.at)) r.refuse('coproc of this kind', r.at)
  else readNamedOrSimple(r)
  r.scope = outer
}

const PLAIN = /[\w./+-]*/y

/** The end of a word that has no quotes and no expansions. */
function plainEnd(text: string, start: number): number {
  PLAIN.lastIndex = start
  return start + (PLAIN.exec(text)?.[0].length ?? 0)
}

function readNamedOrSimple(r: Reader): void {
  const start = r.at
  const stop = plainEnd(r.text, start)
  if (stop === start || !r.isDelimiter(stop)) r.refuse('coproc of this kind', start)
  r.at = stop
  r.skipBlanks()
  const next = reservedAt(r)
  if (next === '{' && r.nameEnd(start) === stop) {
    r.draft.assigned.push(r.text.slice(start, stop))
    return readCompound(r, next)
  }
  if (next !== undefined || r.code(r.at) === c.OPEN) r.refuse('coproc of this kind', r.at)
  r.at = start
  readSimple(r)
}
