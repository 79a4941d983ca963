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

/** `> /dev/null`: no file that could not be opened. To zsh a number of two digits before it is a word of the command: `cd .. 20>/dev/null` fails. */
export function isSilencing({ op, fd = 1, target }: Redirect): boolean {
  return op === '>' && fd < 10 && target?.value === '/dev/null' && isWritten(target)
}
