/**
 * Part of reading shell lines: what counts only in a shell that goes on. Where each line has a shell of its own, what it defines, sets
 * and turns on is gone with it, and matters to nothing but the rest of the line.
 *
 * INVARIANT: for that rest it is read as ever. A body counts less where it stands only if it is read at every call of its function; what
 * it surely does, and every danger in it, counts there all the same.
 */

import type { Effect, Span, Word } from '../../engine/effect.ts'
import { envEffect, isKeptList } from '../catalogue/environment.ts'
import { isTameOption, onlySwitches } from '../catalogue/grammars/shell-state.ts'
import { unknownEffect } from '../make.ts'
import type { CommandReader } from './command.ts'
import { calledBy, type Functions } from './inside/functions.ts'
import type { Line } from './line.ts'
import { namesSecret } from './dangers/shown-secret.ts'
import { KEPT_BY_BASH } from './syntax/assignment.ts'
import type { Script, SimpleCommand } from './syntax/script.ts'
import { isVariableName, unquoted } from './words/plain.ts'
import type { Resolved } from './words/words.ts'

const NONE: ReadonlySet<string> = new Set()

/** Shells call these by themselves: when they end, go elsewhere, or find no program of a name. */
const CALLED_UNASKED = /^(?:TRAP|zsh|command_not_found|(?:precmd|preexec|chpwd|periodic)(?:$|_))/u
/** To them the name of a function is a mere word. */
const TAKE_WORDS: ReadonlySet<string> = new Set(['echo', 'printf', 'git'])
/** What they start may be a function, in one shell or another. */
const START_FUNCTIONS: ReadonlySet<string> = new Set(
  '- builtin command compgen coproc eval exec nocorrect noglob repeat sched time'.split(' '),
)

/** Names of the functions that nothing but calls which are followed can run: to read those is to read all that they do. */
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

/** The name as a pattern: it may hold signs that mean something there. */
function literal(name: string): string {
  return Array.from(name, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`).join('')
}

/** Without the words of those to whom they are mere words. */
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

/** From there on, effects and texts of a body where it stands. Its calls tell with which words it is run, and in which folder. */
export function leaveToCalls({ effects, mentions }: CommandReader, from: number, mentioned: number): void {
  mentions.texts.length = mentioned
  for (let at = from; at < effects.length; at++) effects[at] = asFarAsSure(effects[at] as Effect)
}

/** For restrictions alone, and those that surely meet it; a danger stays one. */
function asFarAsSure(effect: Effect): Effect {
  const { type, of, span, finding } = effect
  if ((type === 'read' || type === 'write') && (effect.glob === true || effect.reach === 'tree'))
    return toldByCalls(of, span)
  if (finding !== undefined) return effect
  if (type === 'unknown') return toldByCalls(of, span)
  if (type !== 'run') return { ...effect, certain: false, harmless: true }
  const open = effect.argv.indexOf(null)
  const plain = { ...effect, certain: false, harmless: true, why: undefined }
  return open < 0 ? plain : { ...plain, argv: effect.argv.slice(0, open), forms: undefined }
}

function toldByCalls(of: number, span: Span | undefined): Effect {
  return unknownEffect('what it is given is told by the calls of the function', [], of, span, {
    certain: false,
    harmless: true,
  })
}

const CHANGES_ITSELF = new Set('set shopt unset readonly exec trap'.split(' '))

/** A builtin that changes nothing but the shell itself, in a way that the rest of the line is read with. */
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
  // Tracing shows every value that the line uses, new words are values by another name, and what is done in the end may show them.
  if (namesSecret(outermost(line).source)) return false
  if (program === 'trap') return onlyTells(words, outermost(line).source)
  return words[0] === '--' || onlySwitches(words, true)
}

/** `exec < file`: a shell that reads its line from there would go on with the file. */
function takesOverInput({ words: [name], redirects }: SimpleCommand): boolean {
  return name?.value === 'exec' && redirects.some(({ op, fd }) => (fd ?? (op.startsWith('<') ? 0 : 1)) === 0)
}

/** `X=…`, which surely sets it. */
function isOwnSetting(word: Word): boolean {
  const name = word?.slice(0, Math.max(0, word.indexOf('='))) ?? ''
  return isOwnVariable(name) && !KEPT_BY_BASH.has(name)
}

const SIGNAL = /^(?:SIG)?(?:EXIT|INT|TERM|HUP|QUIT|PIPE|[0-3]|15)$/u
const ERROR = /^(?:SIG)?ERR$/u
const TELLS = /^echo(?: |$)/u
const ENDS = /^(?:exit(?: (?:\d+|\$\?))?|:|true)$/u
/** One command behind the other: no substitution, no file, nothing that sets a variable. */
const PLAIN = /^(?:[^$`&|<>()\n]|\$(?:[A-Za-z_]\w*|[?#$!]|\{[A-Za-z_]\w*\}))*$/u
/** Where what is told in between might be taken for what a command prints. */
const TAKES = /\$\(|`|\||<\(/u

/** `trap 'echo done' EXIT`: whenever that is, it changes nothing, and no command reads it. */
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

/** A pattern without a match is no word: `Line.dropsPatterns`. */
function isTameHere(name: Word): boolean {
  return name === 'nullglob' || (name !== null && isTameOption(name))
}

function isOwnVariable(name: Word): boolean {
  return name !== null && isVariableName(name) && !isKeptList(name) && envEffect(name, null, null) !== 'dangerous'
}

function outermost(line: Line): Line {
  return line.outer === undefined ? line : outermost(line.outer)
}
