/**
 * Part of reading shell lines: commands that print numbers and nothing else, digits or nothing at all.
 *
 * INVARIANT: all their words are written out; what they are given to read does not matter.
 */

import type { ShellWord, SimpleCommand } from './syntax/script.ts'

/** Alone, or at the end of a pipe. */
export function printsDigits({ words, assigns, redirects, compound }: SimpleCommand): boolean {
  if (compound || assigns.length > 0 || !words.every(isWritten)) return false
  if (!redirects.every(({ op, fd, target }) => op === '<' || (fd === 2 && target?.value === '/dev/null'))) return false
  const [program, ...rest] = words.map(({ value }) => value)
  switch (program) {
    case 'wc':
      return rest.length === 1 && /^-[lwcm]$/.test(rest[0] ?? '')
    case 'grep':
      return COUNT.test(rest[0] ?? '') && rest.length <= 3 && rest.slice(1).every(isName)
    case 'seq':
      return rest.length > 0 && rest.every((word) => /^\d{1,9}$/.test(word))
    case 'date':
      return rest.length === 1 && rest[0] === '+%s'
    case 'nproc':
      return rest.length === 0
    case 'id':
      return rest.length === 1 && /^-[ug]$/.test(rest[0] ?? '')
    case 'pgrep':
    case 'pidof':
      return rest.length > 0 && rest.every((word) => isName(word) || /^-[fxnoics]+$/.test(word))
    case 'lsof':
      return /^-t(?:i\S*)?$/.test(rest[0] ?? '') && rest.slice(1).every((word) => LISTENING.test(word))
    case 'git':
      return rest.length === 3 && rest[0] === 'rev-list' && rest[1] === '--count' && isName(rest[2] ?? '')
    default:
      return false
  }
}

/** `grep -n x file | head -1 | cut -d: -f1`: where in the file it is. */
export function printsLineNumbers(stages: readonly SimpleCommand[]): boolean {
  const [first, ...others] = stages.map((stage) => (isPlain(stage) ? stage.words.map(({ value }) => value) : undefined))
  if (first?.[0] !== 'grep') return false
  const [, flags, ...rest] = first
  if (/^-m\d+$/.test(rest[0] ?? '')) rest.shift()
  const texts = others.map((words) => words?.join(' ') ?? '')
  return (
    NUMBERED.test(flags ?? '') &&
    rest.length === 2 &&
    isName(rest[0] ?? '') &&
    /^[\w./][\w./-]*$/.test(rest[1] ?? '') &&
    texts.filter((text) => FIRST_FIELD.has(text)).length === 1 &&
    texts.every((text) => FIRST_FIELD.has(text) || HEAD.test(text))
  )
}

const LISTENING = /^(?:-i\S*|(?:tcp|udp)?:\d+|-sTCP:LISTEN)$/i
/** Letters that change what is counted, not what is printed. */
const COUNT = /^-[iEFPvwx]*c[iEFPvwx]*$/
const NUMBERED = /^-[iEFPvwx]*n[iEFPvwx]*$/
const HEAD = /^(?:head|tail)(?: -\d+| -n ?\d+)?$/
const FIRST_FIELD = new Set(['cut -d: -f1', 'cut -f1 -d:', 'awk -F: {print $1}'])

function isPlain({ words, assigns, redirects, compound }: SimpleCommand): boolean {
  return !compound && assigns.length === 0 && redirects.length === 0 && words.every(isWritten)
}

export function isWritten({ dynamic, glob, brace, tilde }: ShellWord): boolean {
  return !dynamic && !glob && !brace && !tilde
}

export function isName(word: string): boolean {
  return word !== '' && !word.startsWith('-')
}
