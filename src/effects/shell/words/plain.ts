/** Part of reading shell lines: words that are written out, with nothing left for the shell to do to them. */

import type { Redirect, ShellWord, SimpleCommand } from '../syntax/script.ts'

export function isWritten({ dynamic, glob, brace, tilde }: ShellWord): boolean {
  return !dynamic && !glob && !brace && !tilde
}

/** Neither an option nor nothing. */
export function isName(word: string): boolean {
  return word !== '' && !word.startsWith('-')
}

/** The words of a command that is all written out and nothing but words; undefined for any other. */
export function plainArgv({ words, assigns, redirects, compound }: SimpleCommand): readonly string[] | undefined {
  if (compound || assigns.length > 0 || redirects.length > 0 || !words.every(isWritten)) return undefined
  return words.map(({ value }) => value)
}

/** `> /dev/null`: no file that could not be opened. */
export function isSilencing({ op, target }: Redirect): boolean {
  return op === '>' && target?.value === '/dev/null' && isWritten(target)
}
