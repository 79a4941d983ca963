/**
 * Part of the strict shell parser: `[[ … ]]`.
 *
 * Its operands are words, and their substitutions are listed like any others. Where bash evaluates an operand as
 * arithmetic or as the name of a variable, it would expand a subscript in it, and so run it, even out of single quotes;
 * such operands are refused.
 */

import * as c from './chars.ts'
import type { Reader } from './reader.ts'
import { readRegex } from './regex.ts'
import type { ShellWord } from './script.ts'
import { readWord } from './words.ts'

const UNARY = 'abcdefghknoprstuvwxzGLNORS'
const BINARY = ['==', '=~', '!=', '=', '-eq', '-ne', '-lt', '-le', '-gt', '-ge', '-nt', '-ot', '-ef'] as const
const ARITHMETIC: readonly string[] = ['-eq', '-ne', '-lt', '-le', '-gt', '-ge']

/** Reads from after `[[` to after `]]`. */
export function readTest(r: Reader): void {
  readOr(r)
  r.skipBlanks()
  if (!atEnd(r)) r.refuse('expected ]]', r.at)
  r.at += 2
}

function atEnd(r: Reader): boolean {
  return r.text.startsWith(']]', r.at) && r.isDelimiter(r.at + 2)
}

function readOr(r: Reader): void {
  readAnd(r)
  while (takeDouble(r, c.PIPE)) {
    refuseNamed(r, PROGRAM)
    readAnd(r)
  }
}

function readAnd(r: Reader): void {
  readTerm(r)
  while (takeDouble(r, c.AMPERSAND)) {
    refuseNamed(r, PROGRAM)
    readTerm(r)
  }
}

/** In `[[ x || reboot ]]`, a sh that does not know `[[` runs what follows the `||`. */
const PROGRAM = 'word that a plain sh runs'
const NAMED = /(?:!\s+)*["']?[A-Za-z_./~]/y

function refuseNamed(r: Reader, why: string): void {
  r.skipBlanks()
  NAMED.lastIndex = r.at
  if (NAMED.test(r.text)) r.refuse(why, r.at)
}

function takeDouble(r: Reader, code: number): boolean {
  r.skipBlanks()
  if (r.code(r.at) !== code || r.code(r.at + 1) !== code) return false
  r.at += 2
  if (r.pending.length === 0) r.skipLines()
  return true
}

function readTerm(r: Reader): void {
  r.enter()
  r.skipBlanks()
  const code = r.code(r.at)
  if (code === c.BANG && r.isDelimiter(r.at + 1)) {
    r.at++
    if (!c.isBlank(r.code(r.at))) r.refuse('place of !', r.at)
    readTerm(r)
  } else if (code === c.OPEN) {
    r.at++
    readOr(r)
    r.skipBlanks()
    if (r.code(r.at) !== c.CLOSE) r.refuse('expected )', r.at)
    r.at++
  } else readComparison(r)
  r.leave()
}

function readComparison(r: Reader): void {
  const start = r.at
  const left = readOperand(r)
  const end = r.at
  if (isUnary(r.text, start, r.at)) {
    r.skipBlanks()
    const from = r.at
    const operand = readOperand(r)
    const letter = r.text.charAt(start + 1)
    // In zsh a descriptor is an expression.
    if (letter === 't') noteArithmetic(r, operand, r.text.slice(from, r.at))
    if ((letter === 'v' || letter === 'R') && (operand.dynamic || mayHideCommand(operand))) {
      r.refuse('variable named by a test', start)
    }
    return
  }
  r.skipBlanks()
  const code = r.code(r.at)
  if (code === c.LESS || code === c.GREATER) {
    const next = r.code(r.at + 1)
    if (!c.isBlank(next)) r.refuse('operator of a test', r.at)
    r.at++
    // For a sh that does not know `[[`, this is a file that is written.
    if (code === c.GREATER) refuseNamed(r, 'file that a plain sh writes')
    readOperand(r)
    return
  }
  const operator = operatorAt(r)
  if (operator === undefined) return
  r.at += operator.length
  r.skipBlanks()
  if (operator === '=~' && readRegex(r)) return
  const from = r.at
  const right = readOperand(r)
  if (ARITHMETIC.includes(operator)) {
    noteArithmetic(r, left, r.text.slice(start, end))
    noteArithmetic(r, right, r.text.slice(from, r.at))
  }
}

function readOperand(r: Reader): ShellWord {
  r.skipBlanks()
  const start = r.at
  if (atEnd(r)) r.refuse('operand of a test', start)
  const word = readWord(r, 'operand')
  if (r.at === start) r.refuse('operand of a test', start)
  return word
}

function isUnary(text: string, start: number, end: number): boolean {
  return end - start === 2 && text.charCodeAt(start) === c.MINUS && UNARY.includes(text.charAt(start + 1))
}

function operatorAt(r: Reader): string | undefined {
  for (const operator of BINARY) {
    if (r.text.startsWith(operator, r.at) && c.isBlank(r.code(r.at + operator.length))) return operator
  }
  return undefined
}

function noteArithmetic(r: Reader, operand: ShellWord, spelled: string): void {
  if (mayHideCommand(operand)) r.refuse('subscript in an arithmetic test', r.at)
  if (operand.dynamic) {
    if (!NUMBER.test(spelled)) r.draft.evaluated.push(valueIn(operand))
  } else if (!isNumber(operand.value)) {
    r.draft.evaluated.push(c.nameEnd(operand.value, 0) === operand.value.length ? operand.value : '')
  }
}

/** `$#`, `$?`, `${#list[@]}`: always a number. */
const NUMBER = /^"?(?:\$[#?]|\$\{#\w+(?:\[[@*]\])?\})"?$/

/** The variable that the whole operand is, or the scope of the substitution that it is. */
function valueIn({ parts: [only, ...others] }: ShellWord): string {
  if (only === undefined || others.length > 0) return ''
  return only.kind === 'variable' ? only.text : only.kind === 'command' ? `$${only.scope}` : ''
}

function mayHideCommand(word: ShellWord): boolean {
  return word.value.includes('[') || word.value.includes('$') || word.value.includes('`')
}

function isNumber(value: string): boolean {
  const start = value.charCodeAt(0) === c.MINUS ? 1 : 0
  return c.digitsEnd(value, start) === value.length
}
