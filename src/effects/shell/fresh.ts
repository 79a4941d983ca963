/**
 * Part of reading shell lines: what matters only if the shell is kept. If each line has its own shell, what the line
 * defines, sets and turns on is gone with it, and matters only to the rest of the line.
 *
 * INVARIANT: for that rest, everything is read as usual. The body of a function counts less where it stands only if it
 * is read at every call of the function; what it surely does, and every danger in it, still counts there.
 */

import type { Effect, Span, Word } from '../../engine/effect.ts'
import { envEffect, isKeptList } from '../catalogue/environment.ts'
import { isTameOption, onlySwitches } from '../catalogue/grammars/shell-state.ts'
import { changed, unknownEffect } from '../make.ts'
import type { CommandReader } from './command.ts'
import { calledBy, type Functions } from './inside/functions.ts'
import type { Line } from './line.ts'
import { namesSecret } from './dangers/shown-secret.ts'
import { KEPT_BY_BASH } from './syntax/assignment.ts'
import type { Script, SimpleCommand } from './syntax/script.ts'
import { isVariableName, unquoted } from './words/plain.ts'
import type { Resolved } from './words/words.ts'

const NONE: ReadonlySet<string> = new Set()

/** Shells call these by themselves: when they end, when they change folder, or when they find no program of a name. */
const CALLED_UNASKED = /^(?:TRAP|zsh|command_not_found|(?:precmd|preexec|chpwd|periodic)(?:$|_))/u
/** For these programs the name of a function is an ordinary word. */
const TAKE_WORDS: ReadonlySet<string> = new Set(['echo', 'printf', 'git'])
/** What these start may be a function, in one shell or another. */
const START_FUNCTIONS: ReadonlySet<string> = new Set(
  '- builtin command compgen coproc eval exec nocorrect noglob repeat sched time'.split(' '),
)

/** The functions that can only be run by calls which are followed: reading those calls covers everything they do. */
export function onlyCalled(script: Script, source: string, followed: Functions): ReadonlySet<string> {
  const { commands, functions } = script
  // Escapes may spell any name.
  if (source.includes("$'") || commands.some(({ words: [name] }) => START_FUNCTIONS.has(name?.value ?? ''))) return NONE
  const text = unquoted(blanked(source, commands))
  const names = functions.flatMap(({ name }) => {
    const calls = commands.filter((command) => command.words[0]?.value === name)
    const mentions = text.match(new RegExp(`(?<!\\w)${literal(name)}(?!\\w)`, 'gu'))?.length ?? 0
    const isFollowed = calls.length > 0 && calls.every((command) => calledBy(command, followed) !== undefined)
    return isFollowed && mentions === calls.length + 1 && !CALLED_UNASKED.test(name) ? [name] : []
  })
  return new Set(names)
}

/** The name as a pattern, with characters escaped that mean something there. */
function literal(name: string): string {
  return Array.from(name, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`).join('')
}

/** The source without the words of commands for which they are ordinary words. */
function blanked(source: string, commands: readonly SimpleCommand[]): string {
  let text = source
  for (const { words } of commands) {
    const [name, first] = words
    if (first === undefined || !TAKE_WORDS.has(name?.value ?? '')) continue
    for (const { dynamic, span } of words.slice(1))
      if (!dynamic) text = text.slice(0, span.start) + ' '.repeat(span.end - span.start) + text.slice(span.end)
  }
  return text
}

/**
 * Applies to the effects and texts of a body from there on: its calls tell with which words and in which folder it is
 * run.
 */
export function leaveToCalls({ effects, mentions }: CommandReader, from: number, mentioned: number): void {
  mentions.texts.length = mentioned
  for (let at = from; at < effects.length; at++) effects[at] = asFarAsSure(effects[at] as Effect)
}

/** Only for restrictions, and only for those that surely match; a danger stays a danger. */
function asFarAsSure(effect: Effect): Effect {
  const { type, of, span, finding } = effect
  if ((type === 'read' || type === 'write') && (effect.glob === true || effect.reach === 'tree'))
    return toldByCalls(of, span)
  if (finding !== undefined) return effect
  if (type === 'unknown') return toldByCalls(of, span)
  if (type !== 'run') return changed<Effect>(effect, { certain: false, harmless: true })
  const open = effect.argv.indexOf(null)
  const plain = changed(effect, { certain: false, harmless: true, why: undefined })
  return open < 0 ? plain : changed(plain, { argv: effect.argv.slice(0, open), forms: undefined })
}

function toldByCalls(of: number, span: Span | undefined): Effect {
  return unknownEffect('what it is given is told by the calls of the function', [], of, span, {
    certain: false,
    harmless: true,
  })
}

const CHANGES_ITSELF = new Set('set shopt unset readonly exec trap'.split(' '))

/** Whether it is a builtin that changes only the shell itself, in a way that the rest of the line is read with. */
export function isGoneAfterwards(
  argv: readonly Word[],
  line: Line,
  resolved: readonly Resolved[] | undefined,
): boolean {
  const [program, ...words] = argv
  if (program == null || !CHANGES_ITSELF.has(program)) return false
  if (program === 'shopt') return words.length > 1 && words[0] === '-s' && words.slice(1).every(isTameHere)
  if (program === 'unset') return words.length > 0 && words.every(isOwnVariable)
  if (program === 'readonly')
    return (
      words.length > 0 && words.every((word, at) => isOwnSetting(word ?? resolved?.[at + 1]?.traits.prefix ?? null))
    )
  // What is opened, read and written counts by itself.
  if (program === 'exec') return words.length === 0 && !line.script.commands.some(takesOverInput)
  // Tracing shows every value that the line uses; other builtins give a value another name, or act at the end, where it
  // may be shown.
  if (namesSecret(outermost(line).source)) return false
  if (program === 'trap') return onlyTells(words, outermost(line).source)
  return words[0] === '--' || onlySwitches(words, true)
}

/** In `exec < file`, a shell that reads its line from its input would continue with the file. */
function takesOverInput({ words: [name], redirects }: SimpleCommand): boolean {
  return name?.value === 'exec' && redirects.some(({ op, fd }) => (fd ?? (op.startsWith('<') ? 0 : 1)) === 0)
}

/** Whether the word surely sets a variable, as `X=…` does. */
function isOwnSetting(word: Word): boolean {
  const name = word?.slice(0, Math.max(0, word.indexOf('='))) ?? ''
  return isOwnVariable(name) && !KEPT_BY_BASH.has(name)
}

const SIGNAL = /^(?:SIG)?(?:EXIT|INT|TERM|HUP|QUIT|PIPE|[0-3]|15)$/u
const ERROR = /^(?:SIG)?ERR$/u
const TELLS = /^echo(?: |$)/u
const ENDS = /^(?:exit(?: (?:\d+|\$\?))?|:|true)$/u
/** Commands that simply follow each other: no substitution, no file, nothing that sets a variable. */
const PLAIN = /^(?:[^$`&|<>()\n]|\$(?:[A-Za-z_]\w*|[?#$!]|\{[A-Za-z_]\w*\}))*$/u
/** Constructs in which text that is printed in between might be taken for a command's output. */
const TAKES = /\$\(|`|\||<\(/u

/** `trap 'echo done' EXIT` changes nothing whenever it runs, and no command reads its output. */
function onlyTells([text, ...signals]: readonly Word[], source: string): boolean {
  if (text == null || signals.length === 0) return false
  const commands = text.split(';').map((command) => command.trim())
  const isAside = commands.every((command) => command.endsWith('>&2') || ENDS.test(command)) || !TAKES.test(source)
  if (!signals.every((signal) => signal !== null && (SIGNAL.test(signal) || (isAside && ERROR.test(signal)))))
    return false
  if (text === '' || text === '-') return true
  return (
    PLAIN.test(text.replaceAll('>&2', '')) && commands.every((command) => TELLS.test(command) || ENDS.test(command))
  )
}

/** A pattern without a match may be dropped: see `Line.dropsPatterns`. */
function isTameHere(name: Word): boolean {
  return name === 'nullglob' || (name !== null && isTameOption(name))
}

function isOwnVariable(name: Word): boolean {
  return name !== null && isVariableName(name) && !isKeptList(name) && envEffect(name, null, null) !== 'dangerous'
}

function outermost(line: Line): Line {
  return line.outer === undefined ? line : outermost(line.outer)
}
