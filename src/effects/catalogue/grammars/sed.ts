/**
 * Part of the command catalogue: tells a sed script that only prints from one that writes, runs or reads something
 * else.
 *
 * Accepted: addresses (numbers, `$`, `/re/`, `\|re|`, ranges, steps), `!`, groups, labels and the commands
 * `= d D g G h H l n N p P q Q x z F b t T s y a i c` with closed argument syntax. Refused: everything else, including
 * `e r R w W v` and the `e` and `w` flags of `s`.
 *
 * INVARIANT: one pass over the script; where sed dialects read a byte differently, the script is refused.
 */

import { type Draft, GUESS, isMany, spoil, traits, type WordTraits } from '../draft.ts'
import { addValue } from '../values.ts'

/** By their first name; `-I` is BSD's. */
const IN_PLACE = new Set(['-i', '-I'])

export function sedScript(draft: Draft): void {
  const scripts = expressions(draft)
  const bad = scripts.some((script) => script === null || script === undefined || !printsOnly(script))
  if (bad) {
    spoil(draft, 'the sed script is not provably harmless')
    guessFiles(draft, scripts)
  }
  if (mayBeScript(draft)) {
    spoil(draft, 'the first word may be the script')
    guessFiles(draft, [draft.argv[draft.operands[0] ?? 0]])
  }
  for (const { flag, value } of draft.flags)
    // In BSD `-l` takes no value, and the word after it is the script.
    if (flag.names.includes('-l') && !/^\d+$/u.test(value ?? '')) spoil(draft, 'the length of a line is not a number')
  const inPlace = draft.flags.filter(({ flag }) => IN_PLACE.has(flag.names[0] ?? ''))
  if (inPlace.length === 0) return
  rewrite(draft)
  if (inPlace.every(({ value }) => value === undefined)) guessScript(draft)
  for (const { value } of inPlace) if (value !== undefined && value !== '') backUp(draft, inputs(draft), value)
}

function expressions(draft: Draft): (string | null | undefined)[] {
  const given = draft.flags.filter(({ flag }) => flag.names.includes('-e'))
  if (given.length > 0)
    return [given.some(({ value }) => value == null) ? null : given.map(({ value }) => value).join('\n')]
  const first = draft.operands[0]
  if (first !== undefined) return [draft.argv[first] ?? linesOf(draft, first)]
  return draft.flags.some(({ flag }) => flag.names[0]?.startsWith('--')) ? [] : [undefined]
}

function linesOf(draft: Draft, index: number): string | null {
  const word = traits(draft, index)
  return printsLines(word) ? (word.digits ?? null) : null
}

/** `"${n},+5p"`: addresses and commands that only print, whatever the numbers are, even if they are empty. */
export function printsLines({ digits, splits }: WordTraits): boolean {
  return digits !== undefined && !splits && /^[\d,;+~$pdq=!{} \n]*$/u.test(digits)
}

/** `w file`, `r file`: the text after such a letter may be a file that it writes or reads. */
function guessFiles(draft: Draft, scripts: readonly (string | null | undefined)[]): void {
  const index = draft.flags.find(({ flag }) => flag.names.includes('-e'))?.index ?? draft.operands[0] ?? 0
  for (const script of scripts) {
    for (const [, letter, file] of script?.matchAll(/([rRwW])[ \t]*([^\s;}]+)/gu) ?? []) {
      addValue(draft, letter === 'w' || letter === 'W' ? 'w' : 'r', index, file, GUESS)
    }
  }
}

/**
 * `sed 'w x' file -e p`: in BSD no flag follows an operand, so the first operand is the script. A mere name is no
 * script.
 */
function mayBeScript({ argv, flags, operands }: Draft): boolean {
  const [first] = operands
  const given = flags.find(({ flag }) => flag.names.includes('-e'))
  if (first === undefined || given === undefined || given.index < first) return false
  const word = argv[first] ?? ' '
  return !/^[\w./-]+$/u.test(word) || /^\d*[wr]/u.test(word)
}

const WRITES_TO = /(?:^|[\s;{}!$\d/|,#])w[ \t]*(\S+)/gu

/** `sed -i p 'w x' file`: in BSD the script is read as an ending, and the first file as the script. */
function guessScript(draft: Draft): void {
  const [, index] = draft.operands
  if (index === undefined || draft.operands.length < 3 || inputs(draft).length === draft.operands.length) return
  for (const [, file] of draft.argv[index]?.matchAll(WRITES_TO) ?? []) addValue(draft, 'w', index, file, GUESS)
}

/** `-i` rewrites every input file. */
function rewrite(draft: Draft): void {
  draft.writes = true
  for (const index of inputs(draft)) addValue(draft, 'w', index, draft.argv[index])
}

/** The old file is kept under the suffix; a suffix with `*` or `/` gives a name or a path of its own. */
export function backUp(draft: Draft, files: readonly number[], suffix: string | null): void {
  const plain = suffix !== null && !suffix.includes('/') && !suffix.includes('*')
  if (!plain) spoil(draft, 'the suffix of -i decides where the old file goes')
  for (const index of files) {
    const file = draft.argv[index]
    if (suffix !== null && file != null && (plain || !isMany(draft, index)))
      addValue(draft, 'c', index, backUpName(file, suffix))
    else if (!plain) draft.unknown = true
  }
}

function backUpName(file: string, suffix: string): string {
  const slash = file.lastIndexOf('/') + 1
  const base = file.slice(slash)
  const name = suffix.includes('*') ? suffix.replaceAll('*', () => base) : base + suffix
  return name.includes('/') ? name : file.slice(0, slash) + name
}

function inputs(draft: Draft): readonly number[] {
  const shifted = draft.flags.some(({ flag }) => draft.table.shift.has(flag.names[0] ?? ''))
  return draft.operands.slice(shifted ? 0 : 1)
}

const BLANK_OR_END = /[\s;]/u
const PLAIN_COMMANDS = new Set('=dDgGhHnNpPxzF')
const SUBSTITUTE_FLAGS = /[gpiImM0-9]/u

/** Whether every command of the script only prints or changes the pattern space. */
export function printsOnly(script: string): boolean {
  let at = 0
  let depth = 0
  const skip = (pattern: RegExp): void => {
    while (at < script.length && pattern.test(script[at] as string)) at++
  }
  for (;;) {
    skip(BLANK_OR_END)
    if (at >= script.length) return depth === 0
    if (script[at] === '}') {
      if (--depth < 0) return false
      at++
      continue
    }
    const past = address(script, at)
    if (past < 0) return false
    at = past
    const command = script[at++]
    if (command === undefined) return false
    if (command === '{') {
      depth++
      continue
    }
    if (PLAIN_COMMANDS.has(command)) {
      // nothing follows
    } else if (command === 'q' || command === 'Q' || command === 'l') {
      skip(/[ \t]/u)
      skip(/\d/u)
    } else if (command === ':' || command === 'b' || command === 't' || command === 'T') {
      skip(/[ \t]/u)
      skip(/\w/u)
    } else if (command === 's' || command === 'y') {
      const end = delimited(script, at, 2, command === 's' ? NO_FLAG : undefined)
      if (end < 0) return false
      at = end
      if (command === 's') skip(SUBSTITUTE_FLAGS)
    } else if (command === 'a' || command === 'i' || command === 'c') {
      at = pastText(script, at)
      if (at < 0) return false
    } else return false
    skip(/[ \t]/u)
    const next = script[at]
    if (next !== undefined && next !== ';' && next !== '\n' && next !== '}') return false
  }
}

const BEFORE_TEXT = /[ \t]*\\(?=[ \t]*[^ \t\n])/uy

/** `a text`, `a\text`. If only blanks follow the backslash, it is not certain what the text is. */
function pastText(script: string, from: number): number {
  BEFORE_TEXT.lastIndex = from
  const start = BEFORE_TEXT.test(script) ? BEFORE_TEXT.lastIndex : from
  const end = script.indexOf('\n', start)
  const text = script.slice(start, end === -1 ? undefined : end)
  if (text.includes('\\')) return -1
  return end === -1 ? script.length : end
}

/** Index after an optional address and `!`; -1 if it is no address we know. */
export function address(script: string, from: number): number {
  let at = one(script, from)
  if (at < 0) return -1
  if (at > from && script[at] === ',') {
    const second = script[at + 1] === '+' || script[at + 1] === '~' ? number(script, at + 2) : one(script, at + 1)
    if (second <= at + 1) return -1
    at = second
  }
  while (script[at] === ' ' || script[at] === '!') at++
  return at
}

function one(script: string, from: number): number {
  const first = script[from]
  if (first === '$') return from + 1
  if (first === '/' || first === '\\') {
    let at = delimited(script, first === '/' ? from : from + 1, 1, NO_COMMAND)
    while (at > 0 && (script[at] === 'I' || script[at] === 'M')) at++
    return at
  }
  const at = number(script, from)
  return at > from && script[at] === '~' ? number(script, at + 1) : at
}

function number(script: string, from: number): number {
  let at = from
  while (at < script.length && (script[at] as string) >= '0' && (script[at] as string) <= '9') at++
  return at
}

/** Characters that no sed accepts as a flag of `s`, or as a command: it stops there, before it does anything. */
const NO_FLAG = /[\]/*+?)(\\[.$^|]/u
const NO_COMMAND = /\]/u

/**
 * Index after `count` parts that the character at `from` closes; -1 if one is not closed. Old versions of GNU sed end a
 * part at the mark even inside `[…]`, all others do not. That does not matter if the text after that earlier end is
 * `refused`.
 */
export function delimited(script: string, from: number, count: number, refused: RegExp | undefined): number {
  const mark = script[from]
  if (mark === undefined || /[\w\s\\;{}[\]]/u.test(mark) || mark > '~' || mark < '!') return -1
  let at = from + 1
  let open = false
  for (let part = 0; part < count; part++) {
    const start = at
    while (at < script.length && script[at] !== mark) at += script[at] === '\\' ? 2 : 1
    if (at >= script.length) return -1
    if (part === 0) open = openBracket(script.slice(start, at))
    at++
  }
  if (!open) return at
  return refused?.test(script[at] ?? '') === true ? pastBrackets(script, from + 1, mark, count) : -1
}

/** The same for seds in which a mark inside `[…]` is one of its characters. */
function pastBrackets(script: string, from: number, mark: string, count: number): number {
  let at = from
  for (let part = 0; part < count; part++) {
    for (; script[at] !== mark; at++) {
      if (at >= script.length) return -1
      if (script[at] === '\\') at++
      else if (script[at] === '[' && part === 0) {
        const inside = PLAIN_BRACKET.exec(script.slice(at))
        if (inside === null) return -1
        at += inside[0].length - 1
      }
    }
    at++
  }
  return at
}

/** A bracket without classes, and without anything that only looks like its end: `[^/]`, `[:\/]`. */
const PLAIN_BRACKET = /^\[\^?[^\]^[\\\n](?:[^\][\\\n]|\\(?=[^\]\n]))*\]/u

/** Whether a bracket is still open at the end of the part. */
function openBracket(regex: string): boolean {
  for (let at = 0; at < regex.length; at++) {
    if (regex[at] === '\\') at++
    else if (regex[at] === '[') {
      let end = at + 1
      if (regex[end] === '^') end++
      end = regex.indexOf(']', end + 1)
      if (end === -1) return true
      at = end
    }
  }
  return false
}
