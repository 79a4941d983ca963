/**
 * Part of reading shell lines: the positional parameters of a script (`$1`, `"$@"`), as `set --` and `shift` change
 * them.
 *
 * INVARIANT: they are known only if everything that may change them surely runs, one after the other, in the shell
 * itself.
 */

import { changesShell } from '../../catalogue/environment.ts'
import { onlySwitches } from '../../catalogue/grammars/shell-state.ts'
import type { Line } from '../line.ts'
import { programOf } from '../program.ts'
import type { SimpleCommand } from '../syntax/script.ts'
import { isPlain, isWritten, unquoted } from '../words/plain.ts'
import { type CommandWords, plainWord, type Resolved, resolveWords, unsplitWords } from '../words/words.ts'
import type { Environment } from './state.ts'
import type { GivenWords } from './survey.ts'

/** After `shift` or `set -- x`, `$1` is no longer what it was. */
export function changesWords({ words }: SimpleCommand): boolean {
  const name = words[0]?.value
  if (name !== 'set') return name === 'shift'
  const rest = words.slice(1)
  const switches = rest.map(({ value }) => value)
  return !(rest.every(isWritten) && onlySwitches(switches, true))
}

export function setsWords(command: SimpleCommand): boolean {
  return command.words[0]?.value === 'set' && changesWords(command)
}

/** How many of the words a `shift` removes; none for any other command. */
export function shiftedBy({ words: [name, first] }: SimpleCommand): number {
  if (name?.value !== 'shift') return 0
  if (first === undefined) return 1
  return isWritten(first) && /^[1-9]$/.test(first.value) ? Number(first.value) : Infinity
}

/**
 * Whether the parameters can be followed through all changes. If `set` turns them into a program, that may move the
 * shell, or change it.
 */
export function keepsTrack({ script: { commands }, source, functions }: Line): boolean {
  // In zsh `argv` is the whole list.
  if (unquoted(source).includes('argv')) return false
  const isFollowed = (command: SimpleCommand) =>
    changesWords(command) ? isFollowable(command) : functions?.has(nameOf(command)) === true || changesNone(command)
  if (!commands.every(isFollowed)) return false
  return !commands.some(namesProgram) || !commands.some(setsWords)
}

function nameOf({ words: [name] }: SimpleCommand): string {
  return name?.value ?? ''
}

/**
 * Whether the command changes none of them: a program that the catalogue knows, or a builtin that leaves them alone.
 * Not so `builtin set -- x`, `eval …`, `$s -- x`; in zsh also `1=x` and `read 1`; and an unknown name, which may be a
 * builtin of zsh.
 */
function changesNone(command: SimpleCommand): boolean {
  const [name, ...rest] = command.words
  if (name === undefined || namesProgram(command)) return true
  if (!isPlain(name)) return false
  const { table, wrapper, hosts, sets } = programOf(name.value)
  if (hosts) return rest[0]?.value === '-v' || rest[0]?.value === '-V'
  if ((table ?? wrapper) === undefined) return false
  const change = changesShell(name.value)
  if (change === 'names' || change === 'code') return false
  return !(sets && rest.some((word) => NUMBERED.test(word.value)))
}

const NUMBERED = /^(?:-v)?\d/u

/** `"$@"`, `$1 x` */
function namesProgram({ words: [name] }: SimpleCommand): boolean {
  return name?.dynamic === true && name.parts.some(({ kind }) => kind === 'special')
}

/** Whether it surely runs, in the shell itself, and its words tell everything that it does. */
function isFollowable(command: SimpleCommand): boolean {
  const { words, scope, conditional, assigns, redirects } = command
  // If a file cannot be opened, nothing is changed.
  if (scope !== 0 || conditional || assigns.length > 0 || redirects.length > 0) return false
  const [name, first] = words
  if (name?.value === 'set') return first !== undefined && isWritten(first) && first.value === '--'
  return words.length < 3 && shiftedBy(command) < Infinity
}

/** The parameters after such a command. */
export function givenAfter(
  command: SimpleCommand,
  environment: Environment,
  home: string,
  spaced: boolean,
): GivenWords | undefined {
  if (setsWords(command)) {
    // What is several words in bash may be one in zsh.
    if (unsplitWords(command.words, environment, home) !== undefined) return undefined
    return givenFrom(2, command, resolveWords(command.words, environment, home), spaced)
  }
  const { given } = environment
  const count = shiftedBy(command)
  return given === undefined || given.words.length < count ? undefined : { ...given, words: given.words.slice(count) }
}

/** From there on, up to the first word that may become several or none. */
export function givenFrom(
  from: number,
  command: SimpleCommand,
  { argv, resolved }: CommandWords,
  spaced: boolean,
): GivenWords {
  const known = resolved ?? argv.map(plainWord)
  const patterns = command.words.some(({ glob }) => glob)
  // A pattern in the call becomes several words, or none; a pattern in a quoted variable is the one name that it stands
  // for.
  const isSeveral = ({ traits }: Resolved) => traits.splits || traits.brace || (traits.glob && patterns)
  const end = known.findIndex((one, at) => at >= from && isSeveral(one))
  const words = known.slice(from, end < 0 ? undefined : end).map(({ word, alternatives, traits }) => {
    const texts = alternatives ?? (word === null ? undefined : [word])
    return texts === undefined ? undefined : { texts, glob: traits.glob }
  })
  return { words, whole: end < 0, spaced }
}
