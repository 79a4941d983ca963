/**
 * Part of reading shell lines: functions that the line itself defines and calls.
 *
 * INVARIANT: a function is followed only where from its definition on its name can mean nothing else, and where it changes
 * nothing that the commands around a call rely on but variables, which are surveyed with all others. Its body is read where it
 * stands, with words that nobody knows, since a later line may call it with any; and again wherever it is called, with those.
 */

import type { Effect } from '../../../engine/effect.ts'
import { changesShell } from '../../catalogue/environment.ts'
import { changed, EVERYTHING, runEffect } from '../../make.ts'
import type { CommandReader } from '../command.ts'
import { isPlain, isWritten } from '../words/plain.ts'
import { programOf } from '../program.ts'
import type { Setting } from '../setting.ts'
import type { GivenWords, Survey } from '../variables/survey.ts'
import { setBy } from '../variables/set-by-calls.ts'
import { isInside } from '../syntax/inside.ts'
import type { Assign, FunctionDefinition, Script, ShellWord, SimpleCommand } from '../syntax/script.ts'
import { changesWords, givenFrom, setsWords, shiftedBy } from '../variables/positional.ts'
import type { CommandWords } from '../words/words.ts'

interface Followed {
  /** The text of its body. */
  readonly body: string
  /** The offset in the source from which it is defined. */
  readonly since: number
  /** The functions that were defined before, and so may be called in it; never itself. */
  readonly functions: Functions
  /** See `setBy`. */
  readonly sets: ReadonlySet<string> | undefined
}

export type Functions = ReadonlyMap<string, Followed>

export interface FunctionCall {
  readonly given: GivenWords
  readonly functions: Functions
}

const MOST_FUNCTIONS = 16
const MOST_CALLS = 64

/** All functions that the script defines, by name; undefined if one of them cannot be followed. */
export function functionsOf(script: Script, source: string, inPlainShell: boolean): Functions | undefined {
  const { functions, commands, scopes } = script
  if (functions.length > MOST_FUNCTIONS || script.indirect) return undefined
  const isSettled = ({ name, scope, conditional }: FunctionDefinition) =>
    !conditional && scopes[scope]?.parent === 0 && isFree(name)
  if (!functions.every(isSettled) || new Set(functions.map(({ name }) => name)).size < functions.length)
    return undefined
  if (commands.some(({ words }) => words[0]?.value === 'local') && (inPlainShell || makesLists(commands)))
    return undefined
  const isUnfit = (command: SimpleCommand) => {
    const around = functions.find(({ body }) => isInside(command.span, body))
    if (around !== undefined && isWhatItIsGiven(command)) return !givesPrograms(around, script)
    return mayRedefine(command) || (around !== undefined && isBound(command, around, functions))
  }
  if (commands.some(isUnfit)) return undefined
  const found = new Map<string, Followed>()
  for (const one of functions) {
    const { name, body, span } = one
    const before = new Map(Array.from(found, ([known, earlier]) => [known, { ...earlier, since: 0 }]))
    const sets = setBy(one, script, source)
    found.set(name, { body: source.slice(body.start, body.end), since: span.end, functions: before, sets })
  }
  return found
}

/**
 * Names of programs that helper functions often have, too. Nothing relies on what these programs print, so a function
 * may take their name.
 */
const LENT = new Set(['info', 'last', 'log', 'look', 'pass', 'say', 'size', 'step', 'sum'])

/** Whether a function may have this name: none of our tables knows a program with it. */
function isFree(name: string): boolean {
  if (LENT.has(name)) return true
  const { hazard, moves: goes, obeys, carries, lends, told, ours, launches, prints, sets } = programOf(name)
  const { stranger, rows, mereText, sends, takesCode } = hazard
  if (!stranger || rows || mereText || sends || takesCode || changesShell(name) !== undefined) return false
  return !(goes || obeys || carries || lends || told || ours || launches || prints || sets)
}

/** Commands that set variables, and do nothing else. */
const SETTERS = new Set(['read', 'printf', 'local'])

/**
 * Whether it is a builtin that may define or remove functions, or run something that does; or a program whose name is
 * not known.
 */
function mayRedefine({ words: [name, ...rest] }: SimpleCommand): boolean {
  if (name === undefined) return false
  if (!isPlain(name)) return true
  if (name.value === 'command') return rest[0]?.value !== '-v' && rest[0]?.value !== '-V'
  if (name.value === 'local' && rest.some(mayBeSeparator)) return true
  const change = changesShell(name.value)
  return programOf(name.value).sets ? !SETTERS.has(name.value) : change === 'names' || change === 'code'
}

/** For `local IFS=x`: the functions that are called inside would split their words differently. */
function mayBeSeparator(word: ShellWord): boolean {
  return word.value.startsWith('IFS') || (word.assign === undefined && !isWritten(word))
}

/** What a list is made local as is evaluated: `local -a x; local x=$1`. */
function makesLists(commands: readonly SimpleCommand[]): boolean {
  return commands.some(({ assigns, words }) => {
    const [name, ...rest] = words
    const isList = (assign: Assign | undefined) => assign?.array !== undefined || assign?.subscript !== undefined
    if (assigns.some(isList) || rest.some(({ assign }) => isList(assign))) return true
    return (
      SETTERS.has(name?.value ?? '') && name?.value !== 'printf' && rest.some(({ value }) => /^-\w*[aA]/.test(value))
    )
  })
}

/** `run() { echo "+ $*"; "$@"; }` */
function isWhatItIsGiven({ words: [name] }: SimpleCommand): boolean {
  const [part, ...others] = name?.parts ?? []
  return part?.kind === 'special' && part.text === '@' && part.quoted && others.length === 0
}

/**
 * Whether every call of the function gives it a program to run, wherever in its words that begins: not such a builtin,
 * and not a function.
 */
function givesPrograms(around: FunctionDefinition, { commands, functions }: Script): boolean {
  const own = commands.filter(({ span }) => isInside(span, around.body))
  if (own.some(setsWords)) return false
  const most = own.reduce((count, command) => count + shiftedBy(command), 0)
  const isProgram = (call: SimpleCommand, at: number) => {
    const given = { ...call, words: call.words.slice(at) }
    const name = given.words[0]?.value ?? ''
    return (
      !mayRedefine(given) &&
      !changesWords(given) &&
      !programOf(name).moves &&
      !functions.some((one) => one.name === name)
    )
  }
  return commands.every((call) => {
    if (call.words[0]?.value !== around.name) return true
    if (call.words.length < 2 || most > MOST_SHIFTED) return false
    for (let at = 1; at <= most + 1; at++) if (!isProgram(call, at)) return false
    return true
  })
}

const MOST_SHIFTED = 9

/**
 * Whether it moves the shell that calls the function, or calls a function that was not defined before it: perhaps
 * itself, without end.
 */
function isBound(
  { words: [name] }: SimpleCommand,
  around: FunctionDefinition,
  functions: readonly FunctionDefinition[],
): boolean {
  const called = name?.value ?? ''
  return programOf(called).moves || functions.some((one) => one.name === called && one.span.end > around.span.start)
}

/**
 * Applies to the effects of a body from there on. A later line may call it in another folder, and nobody knows what it
 * edits there, or what a configuration tells it to run.
 */
export function leaveOpen(effects: Effect[], from: number): void {
  for (let at = from; at < effects.length; at++) {
    const effect = effects[at] as Effect
    const obeys = effect.type === 'run' && effect.program !== null && programOf(effect.program).obeys
    if (obeys && effect.harmless) effects[at] = changed(effect, { harmless: false, why: () => OBEYS })
    else if (effect.inside === true && !effect.harmless) effects[at] = changed(effect, { inside: false })
  }
}

const OBEYS = 'obeys the configuration of the folder in which the function is called'

/** The function that the command calls, if it is defined by then. */
export function calledBy({ words: [name], span }: SimpleCommand, functions: Functions): Followed | undefined {
  const found = name !== undefined && isWritten(name) ? functions.get(name.value) : undefined
  return found !== undefined && found.since <= span.start ? found : undefined
}

/** Whether a function that the script calls may have set one of the script's variables. */
export function setsForCaller(script: Script, { touched }: Survey, functions: Functions): boolean {
  if (functions.size === 0 || !script.commands.some((command) => calledBy(command, functions) !== undefined))
    return false
  for (const { sets } of functions.values()) {
    if (sets === undefined) return true
    for (const name of sets) if (touched.has(name)) return true
  }
  return false
}

/** Reads the body with the words of the call, in every combination; what it does belongs only to the line. */
export function readCalls(
  called: Followed,
  command: SimpleCommand,
  ways: readonly (CommandWords | undefined)[],
  setting: Setting,
  reader: CommandReader,
): void {
  for (const words of ways) if (words !== undefined) readCall(called, command, words, setting, reader)
}

function readCall(
  called: Followed,
  command: SimpleCommand,
  words: CommandWords,
  setting: Setting,
  reader: CommandReader,
): void {
  const { argv } = words
  const { of, span, depth, folders, environment } = setting
  const known = { program: argv[0] ?? null, trusted: true, certain: true, harmless: true, inside: false }
  reader.effects.push(runEffect({ type: 'run', argv, ...known, of, span }))
  // In zsh `$0` is the name of the function.
  reader.mentions.texts.push(argv[0] ?? '')
  if (++reader.calls > MOST_CALLS)
    return reader.unknown('more calls of functions than are followed', of, EVERYTHING, span)
  reader.readScript(called.body, 'bash', {
    reader,
    of,
    folders,
    depth: depth + 1,
    span,
    moved: environment.moved,
    begins: undefined,
    within: environment,
    call: { given: givenFrom(1, command, words, reader.line?.namesSeparator !== true), functions: called.functions },
  })
}
