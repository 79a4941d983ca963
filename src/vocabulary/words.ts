/**
 * Part of the vocabularies: a command given as a list of words, to a tool that may treat them in either of two ways.
 *
 * Some tools start the program and pass the words on unchanged; others join them and hand the line to a shell.
 * INVARIANT: a command that may be either is read as both, and both must be allowed.
 */

import { singleQuoted } from './quote.ts'
import type { Translated } from './translate.ts'

type Command = NonNullable<Translated['command']>

const PLAIN_PROGRAM = /^[\w@%+:,./-]+$/u
const PLAIN_WORD = /^[\w@%+=:,./-]+$/u
const SHELL = /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh$/u

export function inEitherWay(command: Command): Command {
  if (!('argv' in command)) return command
  const [program = '', ...rest] = command.argv
  if (PLAIN_PROGRAM.test(program) && rest.every((word) => PLAIN_WORD.test(word))) return command
  // If a tool joined these words, the line would no longer be one word for the shell: no tool that joins is called like
  // this.
  if (SHELL.test(program) && rest.length === 2 && /^-l?c$/u.test(rest[0] ?? '')) return command
  return { text: `${command.argv.map(quoted).join(' ')}\n${command.argv.join(' ')}` }
}

function quoted(word: string): string {
  return PLAIN_PROGRAM.test(word) ? word : singleQuoted(word)
}
