/**
 * Part of reading shell lines: commands that print a variable with a name like a secret's, or one that was made from
 * it.
 */

import { isSecretName } from '../../catalogue/grammars/variables.ts'
import type { CommandReader } from '../command.ts'
import type { Line } from '../line.ts'
import type { Part, ShellWord, SimpleCommand } from '../syntax/script.ts'

const PRINTERS = new Set(['echo', 'printf', 'print'])
/** Programs that print their input, all of it or its beginning. */
const REPEATERS = new Set('cat tac rev head tail nl fold cut tr base64 base32 xxd od hexdump tee sort'.split(' '))

export function isPrinter(program: string): boolean {
  return PRINTERS.has(program)
}

/** For `cat <<< $TOKEN`: the text that it gets in the line. If the output goes into a file, it shows nothing. */
export function repeatsInput({ words, redirects }: SimpleCommand): boolean {
  return (
    redirects.length > 0 &&
    REPEATERS.has(words[0]?.value ?? '') &&
    redirects.some(({ op }) => op === '<<<' || op === '<<' || op === '<<-') &&
    !redirects.some(({ op, fd }) => op.includes('>') && (fd === undefined || fd === 1))
  )
}

/** Printing a variable with a name like a secret's shows the secret. */
export function askIfSecretShown(command: SimpleCommand, line: Line, of: number, reader: CommandReader): void {
  const name = shownSecret(command, line)
  if (name === undefined) return
  const why = `Shows the value of ${name}, which is named like a secret`
  reader.raise({ says: 'ask', code: 'secret-read', why }, of, command.span)
}

/** The name of the variable, among the words and in the text that is read. */
export function shownSecret({ words, redirects }: SimpleCommand, line: Line): string | undefined {
  const made = madeOfSecrets(line)
  for (const word of words) {
    const name = secretIn(word, line, made)
    if (name !== undefined) return name
  }
  for (const { target, body } of redirects) {
    const text = body ?? target
    const name = text === undefined ? undefined : secretIn(text, line, made)
    if (name !== undefined) return name
  }
  return undefined
}

const byLine = new WeakMap<Line, ReadonlySet<string>>()

const NONE: ReadonlySet<string> = new Set()

/** Variables of the line that get such a value: by an assignment, a loop, or `local t=$TOKEN`. */
function madeOfSecrets(line: Line): ReadonlySet<string> {
  const { commands, loops } = line.script
  if (loops.length === 0 && commands.every(setsNothing)) return NONE
  const known = byLine.get(line)
  if (known !== undefined) return known
  const made = new Set<string>()
  const note = (name: string, value: ShellWord | undefined) => {
    if (value !== undefined && secretIn(value, line, made) !== undefined) made.add(name)
  }
  // Twice, because a loop may come before or after the place where its list is known to be one.
  for (let round = 0; round < 2; round++) {
    for (const { assigns, words } of commands) {
      for (const { name, value } of assigns) note(name, value)
      for (const { assign } of words) if (assign !== undefined) note(assign.name, assign.value)
    }
    for (const { name, words } of loops) for (const word of words ?? []) note(name, word)
  }
  byLine.set(line, made)
  return made
}

function setsNothing({ assigns, words }: SimpleCommand): boolean {
  return assigns.length === 0 && words.every(({ assign }) => assign === undefined)
}

function secretIn(word: ShellWord, line: Line, made: ReadonlySet<string>): string | undefined {
  if (word.parts.length === 0) return undefined
  return word.parts.find((part) => isSecret(part, made) && !onlyAsks(part, word, line))?.text
}

function isSecret({ kind, text }: Part, made: ReadonlySet<string>): boolean {
  return (kind === 'variable' || kind === 'list' || kind === 'parameter') && (isSecretName(text) || made.has(text))
}

/** Whether anything in the text has a name like a secret's. */
export function namesSecret(text: string): boolean {
  return text.match(/[A-Za-z_]\w*/gu)?.some(isSecretName) === true
}

/** `${TOKEN:+set}` and `${#TOKEN}` only tell whether it is set, and how long it is. */
function onlyAsks({ kind, text }: Part, { span }: ShellWord, { source }: Line): boolean {
  if (kind !== 'parameter') return false
  const asks = new RegExp(`\\$\\{(?:#${text}|${text}:?\\+[^\\s$\`{}]*)\\}`, 'gu')
  return !source.slice(span.start, span.end).replace(asks, '').includes(text)
}
