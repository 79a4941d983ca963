/**
 * Part of the command catalogue: tells an awk program that only prints from one that runs, writes or reads something
 * else.
 *
 * Refused: `system`, `getline` except for the next line, pipes except into a mere `sort`, redirected prints, `@…`, the
 * environment and argument tables, and every place where a slash could be a division or a regular expression.
 *
 * INVARIANT: words that matter are searched in the raw text, so that no misread quote can hide them.
 */

import type { Word } from '../../../engine/effect.ts'
import { type Draft, GUESS, isMany, spoil } from '../draft.ts'
import { addValue } from '../values.ts'

const REFUSED_WORDS = /system|getline|ENVIRON|ARGV|ARGC|PROCINFO|SYMTAB|FUNCTAB/u
const REFUSED_ALONE = new RegExp(`^(?:${REFUSED_WORDS.source})$`, 'u')
/**
 * Reads the next line of the input, as awk does anyway, unless a command is piped into it or a file follows, which some
 * awk may look for on the next line.
 */
const NEXT_LINE = /(?<!\w)getline(?:[ \t]+[a-zA-Z_]\w*)?(?=[ \t]*(?:[;}]|$|\)(?!\s*<)|\n\s*[^\s<#]))/gu
const PIPE = /\|/u
/** Letters after digits may be a name of their own: `1system("x")`, `0xasystem("x")`. */
const RUN = /\w+/gu
const OPENS = /getline(?:\s+[\w$[\]]+)?\s*<|ARGV|@include|@load/u
/** gawk's special files for connections. */
const SOCKET = /\/inet[46]?\/(?:tcp|udp)\/[^/"\s]*\/([^/"\s]+)/gu
const BEFORE_REGEX = new Set(['', '(', ',', '{', '}', ';', '!', '~', '&', '|', '\n'])
const WORD = /[\w$]/u
const KEYWORDS = new Set(
  `print printf return in case else do delete exit length next nextfile break continue BEGIN END BEGINFILE ENDFILE function
   func if while for switch default`.split(/\s+/u),
)
/** `print > "/dev/stderr"`, with nothing after it that would make another name of it. */
const OPEN_ALREADY = />>?[ \t]*"\/dev\/std(?:err|out)"(?=[ \t]*(?:[;}\n]|$))/uy
/** `print | "sort -rn"`, also with nothing after it, and without options that write, read or run. */
const SORTED = /\|[ \t]*"sort(?: -[bdfghinruMRV]*(?:k ?[\d.,bdfghinrMRV]+)?)*"(?=[ \t]*(?:[;}\n]|$))/uy
const ENDS_VALUE = /[\w$"\]]$/u

export function awkProgram(draft: Draft): void {
  const first = draft.operands[0]
  const text = first === undefined ? undefined : draft.argv[first]
  if (readsProgram(draft)) draft.unknown = true
  if (text === undefined && draft.flags.some(({ flag }) => flag.names[0]?.startsWith('--'))) return
  if (draft.flags.some(({ flag, value }) => flag.names.includes('-i') && value === 'inplace'))
    for (const index of draft.operands.slice(1)) addValue(draft, 'w', index, draft.argv[index], GUESS)
  // The words after the program are files, whatever they look like.
  for (const { index, value } of draft.flags)
    if (first !== undefined && index > first) addValue(draft, 'r', index, value, GUESS)
  for (const index of draft.operands) addSockets(draft, index, draft.argv[index])
  // `awk q* f`: the name of a file would become the program.
  if (typeof text === 'string' && !isMany(draft, first ?? 0) && printsOnly(text)) return
  spoil(draft, 'the awk program is not provably harmless')
  // The names of the files that it opens may be computed, or read.
  if (text === null || OPENS.test(text ?? '')) draft.unknown = true
  if (printsSomewhere(text ?? '')) addValue(draft, 'w', first ?? 0, null)
  for (const { flag, index, value } of draft.flags)
    if (flag.names.includes('-v')) addFile(draft, index, value?.slice(value.indexOf('=') + 1))
  for (const [, quoted] of text?.matchAll(/"([^"\s]+)"/gu) ?? []) {
    addFile(draft, first ?? 0, quoted)
  }
}

const LITERAL = /"(?:[^"\\]|\\[^])*"/gu
const ENCLOSED = /\([^()]*\)/gu

/** `print > f`, `print > "a" $1`: prints to a file whose name is computed. */
function printsSomewhere(program: string): boolean {
  const bare = program
    .replaceAll(LITERAL, (text) => (text.includes('\\') ? '.' : '""'))
    .replaceAll(ENCLOSED, '()')
    .replaceAll(ENCLOSED, '()')
  return bare.split(/[;}\n]/u).some((statement) => {
    const from = statement.search(/\bprint/u)
    return from >= 0 && />+(?!>)(?![ \t]*""[ \t]*$)/u.test(statement.slice(from))
  })
}

/** `awk -f -`: the program comes from the input. */
function readsProgram({ flags }: Draft): boolean {
  return flags.some(({ flag, value }) => flag.names.includes('-f') && (value === '-' || value === '/dev/stdin'))
}

/** gawk opens a connection for a file with such a name, in the program and among the operands. */
function addSockets(draft: Draft, index: number, text: Word | undefined): void {
  for (const [, host] of text?.matchAll(SOCKET) ?? []) addValue(draft, 'u', index, host, GUESS)
}

/** The program may read or write the file with this name. */
function addFile(draft: Draft, index: number, name: string | undefined): void {
  addValue(draft, 'r', index, name, GUESS)
  addValue(draft, 'w', index, name, GUESS)
}

/** Whether the program can do nothing but print to its standard output. */
export function printsOnly(program: string): boolean {
  if (namesRefused(program)) return false
  let before = ''
  let printing = false
  /** Inside parentheses `>` compares, even in a print. */
  let depth = 0
  for (let at = 0; at < program.length;) {
    const char = program[at] as string
    if (char === '\\' || char === '@' || char === '`') return false
    if (char === '#') {
      const end = program.indexOf('\n', at)
      at = end === -1 ? program.length : end
      continue
    }
    if (char === ' ' || char === '\t') {
      at++
      continue
    }
    if (char === '"' || (char === '/' && BEFORE_REGEX.has(before))) {
      at = closing(program, at)
      if (at < 0) return false
      before = '"'
      continue
    }
    if (char === '/' && !plainDivision(program, at, before)) return false
    if (WORD.test(char)) {
      let end = at + 1
      while (end < program.length && WORD.test(program[end] as string)) end++
      before = program.slice(at, end)
      if (before === 'print' || before === 'printf') printing = true
      at = end
      continue
    }
    const goes = char === '>' ? OPEN_ALREADY : char === '|' && program[at + 1] !== '|' ? SORTED : undefined
    if (goes !== undefined && printing && depth === 0) {
      goes.lastIndex = at
      const whole = goes.exec(program)
      if (whole === null) return false
      at += whole[0].length
      before = '"'
      continue
    }
    if (char === '|' || char === '&') {
      if (program[at + 1] !== char) return false
      at++
    }
    if (char === '(') depth++
    else if (char === ')') depth--
    if (depth < 0 || (depth > 0 && (char === '{' || char === '}'))) return false
    if (char === ';' || char === '{' || char === '}') printing = false
    before = char
    at++
  }
  return true
}

/** Names such as `systemd` and `filesystem` contain these words, but are other names. */
function namesRefused(whole: string): boolean {
  if (!REFUSED_WORDS.test(whole)) return false
  const program = PIPE.test(whole.replaceAll('||', '')) ? whole : whole.replaceAll(NEXT_LINE, '')
  return (program.match(RUN) ?? []).some((run) => (/^\d/u.test(run) ? REFUSED_WORDS : REFUSED_ALONE).test(run))
}

/** Index after a string or regular expression, or -1; a newline inside it is an error in awk. */
function closing(program: string, from: number): number {
  const mark = program[from]
  for (let at = from + 1; at < program.length; at++) {
    const char = program[at]
    if (char === '\n') return -1
    if (char === '\\') at++
    else if (mark === '/' && char === '[') return bracketed(program, at)
    else if (char === mark) return at + 1
  }
  return -1
}

/** A bracket may hold the closing slash in one awk and not in another, so it is fine only if it contains none. */
function bracketed(program: string, from: number): number {
  for (let at = from; at < program.length; at++) {
    const char = program[at]
    if (char === '\n') return -1
    if (char === '[') {
      let end = at + 1
      if (program[end] === '^') end++
      end = program.indexOf(']', end + 1)
      if (end === -1 || program.slice(at, end).includes('/')) return -1
      at = end
    } else if (char === '\\') at++
    else if (char === '/') return at + 1
  }
  return -1
}

/** A slash after a value is a division; after `)` or a keyword it might open a regular expression. */
function plainDivision(program: string, at: number, before: string): boolean {
  if (KEYWORDS.has(before)) return false
  if (before !== ')') return ENDS_VALUE.test(before)
  return !program.includes('/', at + 1)
}
