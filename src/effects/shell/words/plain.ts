/** Part of reading shell lines: words that are written out, so that the shell has nothing to expand in them. */

import type { Redirect, ShellWord, SimpleCommand } from '../syntax/script.ts'

export function isWritten({ dynamic, glob, brace, tilde }: ShellWord): boolean {
  return !dynamic && !glob && !brace && !tilde
}

/** The same, or `[` alone, which is the name of a program. */
export function isPlain(word: ShellWord): boolean {
  return isWritten(word) || (word.value === '[' && !word.dynamic)
}

/** Not an option, and not empty. */
export function isName(word: string): boolean {
  return word !== '' && !word.startsWith('-')
}

export function isVariableName(word: string): boolean {
  return /^[A-Za-z_]\w*$/.test(word)
}

/** The letters of a text without the quotes and backslashes that may stand between them. */
export function unquoted(text: string): string {
  return text.replaceAll(/["'\\]/gu, '')
}

/** The words of a command that is all written out and consists of words only; undefined for any other. */
export function plainArgv({ words, assigns, redirects, compound }: SimpleCommand): readonly string[] | undefined {
  if (compound || assigns.length > 0 || redirects.length > 0 || !words.every(isWritten)) return undefined
  return words.map(({ value }) => value)
}

/**
 * For `> /dev/null`: a file that can always be opened. In zsh a two-digit number before it is a word of the command:
 * `cd .. 20>/dev/null` fails.
 */
export function isSilencing({ op, fd = 1, target }: Redirect): boolean {
  return op === '>' && fd < 10 && target?.value === '/dev/null' && isWritten(target)
}

/** For `> /dev/null 2>&1`: none of them can fail, since a descriptor that is copied was opened just before. */
export function areSilencing(redirects: readonly Redirect[]): boolean {
  return redirects.every((redirect, at) => {
    const before = redirects[at - 1]
    const isCopy = redirect.op === '>&' && redirect.fd === 2 && redirect.duplicate === '1'
    return isSilencing(redirect) || (isCopy && before !== undefined && isSilencing(before) && (before.fd ?? 1) === 1)
  })
}

/** For `command export x=1` and `builtin cd x`: what the shell does itself. */
export function behindPrefix(words: readonly ShellWord[]): readonly ShellWord[] {
  const at = words.findIndex(({ value, dynamic }) => dynamic || !isBuiltinPrefix(value))
  return at < 0 ? [] : words.slice(at)
}

const BUILTIN_PREFIXES = new Set(['command', 'builtin', 'time'])

/** `command cd x` moves the shell as `cd x` does. */
function isBuiltinPrefix(word: string): boolean {
  return BUILTIN_PREFIXES.has(word) || word.startsWith('-')
}
