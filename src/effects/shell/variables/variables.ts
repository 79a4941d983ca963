/**
 * Part of reading shell lines: which variables the line itself sets, and to what.
 *
 * INVARIANT: a variable has a known value only when the line sets it exactly once, to a text that is written there, and
 * runs nothing that could set variables behind our back.
 */

import { bodyOf, countersOf } from './digits.ts'
import { fedBy, namesSetBy } from '../output/fed.ts'
import { heldUntil, numbersOf } from './numbers.ts'
import { type Printed, isPath, printedBy, together } from '../output/printed.ts'
import type { WholeNames } from '../output/whole-names.ts'
import { callsBuiltinByVariable, SET_BY_SHELL, setsUnseen } from './setters.ts'
import { BLANKS, separatorsIn } from './separators.ts'
import { NO_VARIABLES } from './survey.ts'
import type { Environment } from './state.ts'
import type { Survey, Value } from './survey.ts'
import type { Assign, Script, ShellWord, SimpleCommand } from '../syntax/script.ts'
import { isPositional, kindGiven } from '../words/kinds.ts'
import { mayBeScript } from '../words/lists.ts'
import { resolveWord, resolveWords } from '../words/words.ts'
import type { CommandWords } from '../words/words.ts'

/** Looks over the whole line before any of it is read: a loop's body may run again after what follows it. */
export function surveyVariables(script: Script, followsFunctions: boolean, whole?: WholeNames): Survey {
  const blind = script.indirect || (script.functions.length > 0 && !followsFunctions)
  const printed = printedBy(script, whole)
  if (!blind && setsNothing(script)) return printed.size === 0 ? NO_VARIABLES : { ...NO_VARIABLES, printed }
  const once = new Set<string>()
  const touched = new Set<string>()
  const note = (name: string) => {
    if (touched.has(name)) once.delete(name)
    else once.add(name)
    touched.add(name)
  }
  for (const { name } of script.loops) note(name)
  for (const command of script.commands) for (const { name } of command.assigns) note(name)
  for (const name of script.assigned) {
    note(name)
    once.delete(name)
  }
  const read = new Set<string>()
  const others: SimpleCommand[] = []
  const locals: string[] = []
  for (const command of script.commands) {
    const names = namesSetBy(command)
    if (names === undefined) others.push(command)
    else for (const name of names) read.add(name)
    if (isLocal(command)) locals.push(...(names ?? []).filter((name) => !touched.has(name)))
  }
  for (const name of read) {
    touched.add(name)
    once.delete(name)
  }
  for (const name of SET_BY_SHELL) once.delete(name)
  const unseen = others.some((command) => setsUnseen(command, once)) || callsBuiltinByVariable(script)
  if (locals.length > 0) for (const name of madeOnce(locals, script)) once.add(name)
  return {
    once,
    touched,
    separators: touched.has('IFS') ? separatorsIn(script, once, isUnseen('IFS', script, read)) : BLANKS,
    used: usedNames(script),
    blind: blind || unseen,
    nested: false,
    found: false,
    below: undefined,
    given: undefined,
    numbers: numbersOf(script, read, touched),
    counters: countersOf(script, read, once, printed),
    printed,
  }
}

/** Set otherwise than by an assignment of its own. */
function isUnseen(name: string, { loops, assigned }: Script, read: ReadonlySet<string>): boolean {
  return read.has(name) || assigned.includes(name) || loops.some((loop) => loop.name === name)
}

/** `local a=$1 b=x`, `readonly A=x`, and nothing but that. */
function isLocal({ words: [first, ...rest], redirects }: SimpleCommand): boolean {
  return (
    redirects.length === 0 &&
    (first?.value === 'local' || first?.value === 'readonly') &&
    rest.every(({ assign }) => assign?.value !== undefined && !assign.append)
  )
}

/** Those of them that no other builtin sets, either. */
function madeOnce(locals: readonly string[], { commands }: Script): readonly string[] {
  const set = commands.flatMap((command) => namesSetBy(command) ?? [])
  return locals.filter((name) => !SET_BY_SHELL.has(name) && set.indexOf(name) === set.lastIndexOf(name))
}

function setsNothing({ loops, assigned, commands }: Script): boolean {
  if (loops.length > 0 || assigned.length > 0) return false
  for (const command of commands) if (command.assigns.length > 0 || setsUnseen(command, NO_VARIABLES.once)) return false
  return true
}

const FEW = 32

/** A loop's variable is known in its body, and behind it unless the loop may not have run, or in a subshell. */
export function enterLoops(script: Script, environment: Environment, home: string): void {
  for (const loop of script.loops) {
    const body = loop.kind === 'for' ? bodyOf(loop, script.repeated) : undefined
    if (body === undefined || !environment.survey.once.has(loop.name)) continue
    if (environment.survey.found && (loop.words?.every(isEachFound) ?? true))
      environment.setPrinted(loop.name, kindGiven(environment.survey), body.start, body.end)
    if (loop.words === undefined) continue
    const printed =
      environment.survey.printed.size === 0 && !environment.survey.found
        ? undefined
        : together(loop.words.map((word) => printedWord(word, environment)))
    if (printed !== undefined && !isPath(printed)) environment.setPrinted(loop.name, printed, body.start, body.end)
    const words = resolveWords(loop.words, environment, home)
    const texts = loop.words.some((word) => mayBeScript(word, environment)) ? undefined : listedIn(words)
    if (texts === undefined) environment.forget(loop.name)
    // Many numbers are known in kind already.
    if (texts === undefined || (texts.length > FEW && environment.survey.counters.has(loop.name))) continue
    const glob = words.resolved?.some(({ traits }) => traits.glob) === true
    // Where nothing fits a pattern, the loop may not run at all.
    const surely = !loop.conditional && loop.scope === 0 && texts.length > 0 && !glob
    environment.set(loop.name, { texts, glob, since: body.start, until: surely ? Infinity : body.end })
  }
}

/** All that the words may be; undefined where that cannot be listed. */
function listedIn({ argv, resolved }: CommandWords): readonly string[] | undefined {
  const texts: string[] = []
  for (const [at, word] of argv.entries()) {
    const alternatives = resolved?.[at]?.alternatives
    if (alternatives !== undefined) texts.push(...alternatives)
    else if (word === null) return undefined
    else texts.push(word)
  }
  return texts
}

/** A variable that a loop reads from a pipe. */
export function enterFed(script: Script, environment: Environment, whole: WholeNames | undefined): void {
  for (const [name, { printed, span }] of fedBy(script, whole))
    environment.setPrinted(name, printed, span.start, span.end)
}

/** Enters a plain `name=text` command; one that may not be run counts in its block alone. */
export function enterAssigns(command: SimpleCommand, script: Script, environment: Environment, home: string): void {
  const until = heldUntil(command, script)
  if (command.words.length > 0 || until === undefined) return
  for (const assign of command.assigns) {
    if (!environment.survey.once.has(assign.name)) continue
    if (assign.array !== undefined) enterList(assign, assign.array, until, environment, home)
    const value = textOf(assign, environment, home)
    if (value !== undefined) environment.set(assign.name, { ...value, until })
    else if (!assign.append && assign.value !== undefined && assign.subscript === undefined) {
      const printed = printedWord(assign.value, environment)
      if (printed !== undefined) environment.setPrinted(assign.name, printed, assign.span.end, until)
    }
  }
}

/** Enters `local a=$1 b=x`, to be called where a function runs it, and `readonly A=x`; bash has all values before it sets one. */
export function enterLocals(command: SimpleCommand, environment: Environment, home: string): void {
  if (command.conditional || !isLocal(command)) return
  const since = command.span.end
  const values = command.words.flatMap(({ assign }) => {
    if (assign?.value === undefined || !environment.survey.once.has(assign.name)) return []
    const value = textOf(assign, environment, home)
    return [{ name: assign.name, value, printed: value === undefined && printedWord(assign.value, environment) }]
  })
  for (const { name, value, printed } of values) {
    if (value !== undefined) environment.set(name, { ...value, since })
    else if (printed) environment.setPrinted(name, printed, since)
  }
}

/** `files=(a b)`: all of them in order, by the name of the whole list. */
function enterList(
  assign: Assign,
  words: readonly ShellWord[],
  until: number,
  environment: Environment,
  home: string,
): void {
  const { argv } = resolveWords(words, environment, home)
  const texts = argv.filter((word) => word !== null)
  if (assign.append || assign.subscript !== undefined || texts.length < argv.length || texts.length > FEW) return
  if (words.some((word) => mayBeScript(word, environment))) return
  const glob = words.some((word) => word.glob || word.brace)
  environment.set(`${assign.name}[@]`, { texts, glob, since: assign.span.end, until })
}

/** What a word that is one substitution prints, or was given to the script. */
function printedWord({ parts }: ShellWord, { survey }: Environment): Printed | undefined {
  const [part] = parts
  if (part === undefined || parts.length > 1) return undefined
  return survey.found && isPositional(part) ? kindGiven(survey) : survey.printed.get(part.scope)
}

/** `for f in "$@"`: whole names, blanks and all. */
function isEachFound({ parts, glob }: ShellWord): boolean {
  return parts.length === 1 && !glob && parts.every((part) => part.quoted && isPositional(part))
}

function textOf(assign: Assign, environment: Environment, home: string): Value | undefined {
  if (assign.append || assign.array !== undefined || assign.subscript !== undefined) return undefined
  if (assign.value === undefined) return { texts: [''], glob: false, since: assign.span.end, until: Infinity }
  const { word, alternatives, traits } = resolveWord(assign.value, environment, home)
  const holds = { since: assign.span.end, until: Infinity }
  if (word !== null) return { texts: [word], glob: false, ...holds }
  // `p="$d/a"`: one for each that a loop goes over. Braces and patterns of its own stay as they are.
  if (alternatives === undefined || assign.value.brace || assign.value.glob) return undefined
  return { texts: alternatives, glob: traits.glob, ...holds }
}

/** Names whose values the line itself looks at. */
export function usedNames(script: Script): ReadonlySet<string> {
  const names = new Set<string>([...script.evaluated, ...script.measured])
  for (const { words } of script.loops) for (const word of words ?? []) noteUsed(word, names)
  for (const { words, assigns } of script.commands) {
    for (const word of words) noteUsed(word, names)
    for (const { value } of assigns) if (value !== undefined) noteUsed(value, names)
  }
  return names
}

function noteUsed({ parts }: ShellWord, names: Set<string>): void {
  for (const { kind, text } of parts)
    if (kind === 'variable' || kind === 'list' || kind === 'parameter') names.add(text)
}
